/// Reading and writing values as documents in JSON.
///
/// - Thread: any
package enum Document {
  /// The value that a document describes.
  ///
  /// - Parameters:
  ///   - file: the document's bytes, UTF-8.
  ///   - limit: how many bytes are read at the most.
  ///   - unknown: the paths of members that nothing is known of are added to it; these members are left out.
  ///   - mostUnknown: how many of them are named.
  package static func read<Value: Decodable>(
    _ type: Value.Type, in file: FileBytes, limit: Int, unknown: inout [String], mostUnknown: Int = 20
  ) throws(DocumentError) -> Value {
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
      let value = try decoding.decode(Value.self, from: json)
      unknown += decoding.unknownMembers(most: mostUnknown)
      return value
    } catch {
      throw Self.error(error, file.name)
    }
  }

  /// A value as a document: UTF-8, over several lines.
  package static func bytes<Value: Encodable>(of value: Value) -> [UInt8] {
    // encoding into memory has nothing to fail at
    let json = (try? JSON(encoding: value)) ?? .object([])
    return Array((json.prettyText + "\n").utf8)
  }

  private static func error(_ error: any Error, _ file: String) -> DocumentError {
    let context: DecodingError.Context
    switch error as? DecodingError {
    case .dataCorrupted(let found), .typeMismatch(_, let found), .valueNotFound(_, let found),
      .keyNotFound(_, let found):
      context = found
    default: return .value(file: file, path: "", expected: "a value of another kind")
    }
    return .value(file: file, path: JSONPath.text(context.codingPath), expected: context.debugDescription)
  }
}
