import ArgumentParser

/// Standard input as an input of a command.
enum StandardInput {
  /// Throws if more than one input of a command is standard input, which can be read only once.
  ///
  /// - Parameters:
  ///   - inputs: the songs, documents and lists.
  ///   - banks: the values of `--bank`.
  ///   - chain: the value of `--chain`.
  static func check(_ inputs: [String], banks: [String], chain: String?) throws(ValidationError) {
    let names = inputs + banks.map { BankChoice.path(in: $0) } + [chain].compactMap(\.self)
    guard names.count(where: { $0 == "-" }) > 1 else { return }
    throw ValidationError("standard input can be read only once; name files for the other inputs")
  }
}
