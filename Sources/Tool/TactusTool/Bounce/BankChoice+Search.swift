import Tactus

/// The search for a bank if none is given by `--bank`.
extension BankChoice {
  /// The variable that names banks.
  private static var variable: String { "TACTUS_BANK" }

  /// Returns the first readable bank of the search; if there is none, the built-in bank.
  ///
  /// If `TACTUS_BANK` is set, only its banks count: an entry that cannot be used is reported, and the next one is tried.
  /// - Throws: an error with one sentence if none of its entries can be used.
  package static func found(by search: BankSearch = .ofProcess) throws(ToolError) -> BankChoice {
    let result = search.run()
    let problems = result.problems.map { "\(variable): \(sentence(on: $0))" }
    var remarks = problems
    var failures = result.problems.map(sentence(on:))
    for candidate in result.candidates where !search.hasEntries || candidate.reason == .environment {
      do {
        let font = try InputFile.bank(in: InputFile.bytes(named: candidate.path))
        return BankChoice(
          layers: [.init(font)], reason: .found(candidate.reason), remarks: remarks, problems: problems)
      } catch {
        failures.append("\(error)")
        remarks.append("\(error); using another bank")
      }
    }
    if search.hasEntries, !search.namesBuiltIn { throw unusable(failures) }
    return BankChoice(layers: [.init(builtInFont())], reason: .builtIn, remarks: remarks, problems: problems)
  }

  /// Throws an error with one sentence if `TACTUS_BANK` is set, but names no file that exists.
  static func checkVariable(_ search: BankSearch = .ofProcess) throws(ToolError) {
    let result = search.run()
    let isFound = search.namesBuiltIn || result.candidates.contains { $0.reason == .environment }
    if search.hasEntries, !isFound { throw unusable(result.problems.map(sentence(on:))) }
  }

  /// Returns the error for a variable none of whose entries can be used, with the reasons for the first two.
  private static func unusable(_ failures: [String]) -> ToolError {
    guard !failures.isEmpty else { return ToolError(variable, "names no bank that can be read") }
    let rest = failures.count - 2
    let more = rest > 0 ? ["and \(rest.grouped) more"] : []
    return ToolError(variable, (failures.prefix(2) + more).joined(separator: "; "))
  }

  /// Returns a sentence about an entry of the variable; a bare name was looked for in the SoundFont folders too.
  private static func sentence(on problem: FileError) -> String {
    guard case .notFound(let path) = problem, !path.contains("/") else { return "\(problem)" }
    return "\(nowhere(path))"
  }
}
