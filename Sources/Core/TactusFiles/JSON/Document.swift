/// Reads and writes values as JSON documents.
///
/// - Thread: any
package enum Document {
  /// Reads the value of a document.
  ///
  /// - Parameters:
  ///   - file: the document's bytes in UTF-8.
  ///   - limit: the maximum number of bytes.
  ///   - unknown: receives the unknown members, which are otherwise ignored, in the form of
  ///     ``DocumentRecord/unknownMembers(most:)``.
  ///   - mostUnknown: the maximum number of members appended.
  package static func read<Value: DocumentReadable>(
    _ type: Value.Type, in file: FileBytes, limit: Int, unknown: inout [String], mostUnknown: Int = 20
  ) throws(DocumentError) -> Value {
    try decode(type, from: json(in: file, limit: limit), of: file, unknown: &unknown, mostUnknown: mostUnknown)
  }

  /// Reads a document of at most `limit` bytes as JSON.
  package static func json(in file: FileBytes, limit: Int) throws(DocumentError) -> JSON {
    guard file.bytes.count <= limit else {
      throw .tooLarge(file: file.name, bytes: file.bytes.count, limit: limit)
    }
    do {
      defer { withExtendedLifetime(file) {} }
      return try JSON(reading: file.bytes)
    } catch {
      throw .syntax(
        file: file.name, offset: error.offset, line: error.line, column: error.column, expected: error.expected)
    }
  }

  /// Reads the value from a document's JSON; `unknown` is used as in ``read(_:in:limit:unknown:mostUnknown:)``. The
  /// file is used to find the positions of wrong values.
  package static func decode<Value: DocumentReadable>(
    _ type: Value.Type, from json: JSON, of file: FileBytes, unknown: inout [String], mostUnknown: Int = 20
  ) throws(DocumentError) -> Value {
    let record = DocumentRecord()
    let value: Value
    do { value = try Value(from: DocumentNode(json, record: record)) } catch { throw Self.error(error, in: file) }
    unknown += record.unknownMembers(most: mostUnknown)
    return value
  }

  /// Returns a value as a document: UTF-8, on several lines.
  package static func bytes(of value: some DocumentWritable) -> [UInt8] { bytes(of: value.json) }

  /// Returns JSON as a document.
  package static func bytes(of json: JSON) -> [UInt8] { Array((json.prettyText + "\n").utf8) }

  private static func error(_ problem: DocumentProblem, in file: FileBytes) -> DocumentError {
    defer { withExtendedLifetime(file) {} }
    let position = JSONPosition(of: problem.path, in: file.bytes)
    return .value(
      file: file.name, line: position.line, column: position.column, path: problem.path.text,
      expected: problem.expected)
  }
}
