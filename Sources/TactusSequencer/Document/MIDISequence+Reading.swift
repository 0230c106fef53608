import TactusFiles

/// Why a document is no sequence.
///
/// - Thread: any
public enum SequenceDocumentError: Error, Hashable, Sendable {
  /// The document has more bytes than ``SequencerSettings/documentLimit``.
  case tooLarge(file: String, bytes: Int, limit: Int)
  /// The bytes are no JSON. Line and column are counted from 1.
  case syntax(file: String, offset: Int, line: Int, column: Int, expected: String)
  /// A value is not what it has to be; `path` says which: `tracks[2].pattern.steps[4].key`.
  case value(file: String, path: String, expected: String)
}

extension SequenceDocumentError: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .tooLarge(let file, let bytes, let limit):
      "\(file): a document of \(bytes) bytes; at most \(limit) are read"
    case .syntax(let file, _, let line, let column, let expected):
      "\(file): line \(line), column \(column): expected \(expected)"
    case .value(let file, let path, let expected):
      "\(file): \(path.isEmpty ? "the document" : path): expected \(expected)"
    }
  }
}

extension MIDISequence {
  /// The sequence that a JSON document describes; see `Documentation/Sequences.md` for what it may say.
  ///
  /// - Parameters:
  ///   - file: the document's bytes, UTF-8.
  ///   - unknown: the paths of members that nothing is known of are added to it, at most
  ///     ``SequencerSettings/namedMemberLimit``; these members are left out.
  public init(reading file: FileBytes, unknown: inout [String]) throws(SequenceDocumentError) {
    let limit = SequencerSettings.documentLimit
    guard file.bytes.count <= limit else {
      throw .tooLarge(file: file.name, bytes: file.bytes.count, limit: limit)
    }
    let json: JSON
    do {
      defer { withExtendedLifetime(file) {} }
      json = try JSON(reading: file.bytes)
    } catch {
      throw .syntax(
        file: file.name, offset: error.offset, line: error.line, column: error.column, expected: error.expected)
    }
    let decoding = JSONDecoding()
    do {
      self = try decoding.decode(MIDISequence.self, from: json)
    } catch {
      throw Self.error(error, file.name)
    }
    unknown += decoding.unknownMembers(most: SequencerSettings.namedMemberLimit)
  }

  /// The sequence that a JSON document describes.
  public init(reading file: FileBytes) throws(SequenceDocumentError) {
    var unknown: [String] = []
    try self.init(reading: file, unknown: &unknown)
  }

  private static func error(_ error: any Error, _ file: String) -> SequenceDocumentError {
    let context: DecodingError.Context
    switch error as? DecodingError {
    case .dataCorrupted(let found), .typeMismatch(_, let found), .valueNotFound(_, let found),
      .keyNotFound(_, let found):
      context = found
    default: return .value(file: file, path: "", expected: "a sequence")
    }
    return .value(file: file, path: JSONPath.text(context.codingPath), expected: context.debugDescription)
  }

  /// The sequence as a JSON document: UTF-8, over several lines. Law: read again it is the same.
  public func document() -> [UInt8] {
    // encoding into memory has nothing to fail at; an empty object would be the empty sequence
    let json = (try? JSON(encoding: self)) ?? .object([])
    return Array((json.prettyText + "\n").utf8)
  }
}
