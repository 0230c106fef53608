/// The reason why a JSON document cannot be read.
///
/// - Thread: any
public enum DocumentError: Error, Hashable, Sendable {
  /// The document is larger than the limit for its kind.
  case tooLarge(file: String, bytes: Int, limit: Int)
  /// The bytes are not JSON. Line and column count from 1.
  case syntax(file: String, offset: Int, line: Int, column: Int, expected: String)
  /// A value is missing or has the wrong type or range; `path` locates it: `tracks[2].pattern.steps[4].key`. Line and
  /// column, counted from 1, are those of the start of the value or, if it is missing, of the object that lacks it.
  case value(file: String, line: Int, column: Int, path: String, expected: String)
}

extension DocumentError: CustomStringConvertible {
  /// The error in one sentence.
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
