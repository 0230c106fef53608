/// The words of a command line as people mean them, where the parser would take them otherwise.
struct CommandWords {
  private let words: [String]

  /// The options whose values are names of files.
  private static let pathOptions = ["-o", "--output", "--bank", "--chain", "--batch", "--trace"]

  init(_ words: [String]) { self.words = words }

  /// Names of files that begin with a dash, of which the parser would make options, led by "./": behind an option that
  /// takes a file, with an ending, and where such a file exists.
  var namingFiles: [String] {
    var result: [String] = []
    for (index, word) in words.enumerated() {
      if word == "--" { return result + words[index...] }
      result.append(isFile(word, after: result.last) ? "./" + word : word)
    }
    return result
  }

  private func isFile(_ word: String, after option: String?) -> Bool {
    guard word.hasPrefix("-"), word.count > 2, !word.contains("=") else { return false }
    let hasEnding = word.contains(".")
    if word.hasPrefix("--") { return hasEnding && SameFile.exists(word) }
    if let option, Self.pathOptions.contains(option) { return hasEnding || SameFile.exists(word) }
    if word.isSigned { return option?.hasPrefix("--") != true && SameFile.exists(word) }
    return hasEnding && !word.hasPrefix("-o") || SameFile.exists(word)
  }

  /// The same with negative numbers as values of the options before them: `--from -5` as `--from=-5`.
  var joiningSigns: [String] {
    var result: [String] = []
    for (index, word) in words.enumerated() {
      if word == "--" { return result + words[index...] }
      if word.isSigned, let option = result.last, option.hasPrefix("-"), option.count > 1, !option.contains("=") {
        result[result.count - 1] = option + "=" + word
      } else {
        result.append(word)
      }
    }
    return result
  }
}

extension String {
  /// Whether it is a minus with a digit, or a point and a digit, behind it.
  fileprivate var isSigned: Bool {
    let rest = dropFirst(hasPrefix("-.") ? 2 : 1)
    return hasPrefix("-") && rest.first.map { $0.isASCII && $0.isNumber } == true
  }
}
