/// Why a document in JSON cannot be read.
///
/// - Thread: any
public enum DocumentError: Error, Hashable, Sendable {
  /// The document has more bytes than are read of its kind.
  case tooLarge(file: String, bytes: Int, limit: Int)
  /// The bytes are no JSON. Line and column are counted from 1.
  case syntax(file: String, offset: Int, line: Int, column: Int, expected: String)
  /// A value is not what it has to be; `path` says which: `tracks[2].pattern.steps[4].key`. Line and column, counted from
  /// 1, say where it begins, or where what it is missing from does.
  case value(file: String, line: Int, column: Int, path: String, expected: String)
}

extension DocumentError: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .tooLarge(let file, let bytes, let limit):
      "\(file): a document of \(bytes) bytes; at most \(limit) are read"
    case .syntax(let file, _, let line, let column, let expected):
      "\(file): line \(line), column \(column): expected \(expected)"
    case .value(let file, let line, let column, let path, let expected):
      "\(file): line \(line), column \(column): \(path.isEmpty ? "the document" : path): expected \(expected)"
    }
  }
}
