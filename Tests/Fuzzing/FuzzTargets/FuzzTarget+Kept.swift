import Foundation

extension FuzzTarget {
  /// Why a file of kept inputs cannot be read.
  package struct WrongLine: Error {
    /// The file's name and the number of the line.
    package let file: String
    package let number: Int
  }

  /// The inputs of `Tests/Fuzzing/Corpus`, one in each line of hexadecimal digits.
  package func keptInputs() throws -> [[UInt8]] {
    let name = rawValue + ".hex"
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(contentsOf: folder.appending(path: "Corpus").appending(path: name), encoding: .utf8)
    return try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().enumerated().map {
      let digits = Array($1)
      let bytes = stride(from: 0, to: digits.count - 1, by: 2).compactMap {
        UInt8(String(digits[$0...$0 + 1]), radix: 16)
      }
      guard bytes.count * 2 == digits.count else { throw WrongLine(file: name, number: $0 + 1) }
      return bytes
    }
  }
}
