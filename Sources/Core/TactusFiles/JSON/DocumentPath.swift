/// The position of a value in a document, from the outermost value inwards.
package indirect enum DocumentPath: Hashable, Sendable {
  /// The document's outermost value.
  case document
  /// The member of an object.
  case member(String, of: DocumentPath)
  /// The element of an array, counted from 0.
  case element(Int, of: DocumentPath)

  /// The path for display, such as `tracks[2].pattern.steps[4].key`; empty for the outermost value.
  package var text: String {
    switch self {
    case .document: return ""
    case .member(let name, let outer):
      let text = outer.text
      return text.isEmpty ? name : text + "." + name
    case .element(let index, let outer): return outer.text + "[\(index)]"
    }
  }
}

/// The reason why a value of a document cannot be read.
package struct DocumentProblem: Error, Hashable, Sendable {
  /// The position of the value, or of the object that lacks it.
  package let path: DocumentPath
  /// The expected value.
  package let expected: String

  /// Creates a problem.
  package init(at path: DocumentPath, expected: String) { (self.path, self.expected) = (path, expected) }
}
