import TactusFiles

// Lets any coder store the values of documents: they are converted through JSON, and have the same form as in
// documents.

extension DocumentReadable {
  /// Reads the value from any decoder, in the form that it has in documents.
  ///
  /// - Throws: `DecodingError.dataCorrupted`, with the path and the expected value.
  public init(from decoder: any Decoder) throws {
    let json = try CodableJSON(from: decoder).json
    do throws(DocumentProblem) { try self.init(from: DocumentNode(json)) } catch {
      let path = decoder.codingPath + error.path.codingPath
      throw DecodingError.dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: error.expected))
    }
  }
}

extension DocumentWritable {
  /// Writes the value to any encoder, in the form that it has in documents.
  public func encode(to encoder: any Encoder) throws { try CodableJSON(json).encode(to: encoder) }
}

extension DocumentPath {
  fileprivate var codingPath: [any CodingKey] {
    switch self {
    case .document: []
    case .member(let name, let outer): outer.codingPath + [CodableJSON.Key(name)]
    case .element(let index, let outer): outer.codingPath + [CodableJSON.Key(index: index)]
    }
  }
}
