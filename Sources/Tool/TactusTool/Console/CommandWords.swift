import TactusFileAccess

/// Preprocesses the words of a command line that the parser would misinterpret.
struct CommandWords {
  private let words: [String]

  /// The options whose values are file names.
  private static let pathOptions = [
    "-o", "--output", "--bank", "--chain", "--batch", "--trace", "--notes", "--manifest", "--record", "--site",
  ]

  /// The options for which "-" is standard output.
  private static let outputOptions = ["-o", "--output", "--trace", "--notes"]
  /// The paths of standard output.
  private static let standardOutputs = ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"]

  init(_ words: [String]) { self.words = words }

  /// The words with "./" before file names that start with a dash, because the parser would read them as options, and
  /// with "-" for the paths of standard output, to which commands then print nothing else.
  ///
  /// After an option for a file, a word with one dash counts as a file name if it has an extension or the file exists.
  /// The same holds elsewhere, but a word that starts with `-o` or is a negative number counts only if the file exists,
  /// and a number after an option with two dashes is never a file name. A word with two dashes counts only if it has an
  /// extension and the file exists.
  var namingFiles: [String] {
    var result: [String] = []
    for (index, word) in words.enumerated() {
      if word == "--" { return result + words[index...] }
      result.append(standardOutput(word, after: result.last) ?? (isFile(word, after: result.last) ? "./" + word : word))
    }
    return result
  }

  /// Returns the value of an option for an output, or the option with its value, with "-" instead of the path of
  /// standard output; nil for other words.
  private func standardOutput(_ word: String, after option: String?) -> String? {
    if let option, Self.outputOptions.contains(option) { return Self.standardOutputs.contains(word) ? "-" : nil }
    let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, Self.outputOptions.contains(parts[0]), Self.standardOutputs.contains(parts[1]) else {
      return nil
    }
    return parts[0] + "=-"
  }

  private func isFile(_ word: String, after option: String?) -> Bool {
    guard word.hasPrefix("-"), word.count > 2, !word.contains("=") else { return false }
    let hasExtension = word.contains(".")
    if word.hasPrefix("--") { return hasExtension && SameFile.exists(word) }
    if let option, Self.pathOptions.contains(option) { return hasExtension || SameFile.exists(word) }
    if word.isSigned { return option?.hasPrefix("--") != true && SameFile.exists(word) }
    return hasExtension && !word.hasPrefix("-o") || SameFile.exists(word)
  }

  /// The words with negative numbers joined to the options before them: `--from -5` as `--from=-5`.
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
  /// Whether it starts with a minus and a digit, or with a minus, a decimal point and a digit.
  fileprivate var isSigned: Bool {
    let rest = dropFirst(hasPrefix("-.") ? 2 : 1)
    return hasPrefix("-") && rest.first.map { $0.isASCII && $0.isNumber } == true
  }
}
