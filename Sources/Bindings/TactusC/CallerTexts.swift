/// Texts that a caller may read as C strings as long as this object exists.
final class CallerTexts: @unchecked Sendable {  // immutable once created
  private let texts: [UnsafeMutablePointer<CChar>]

  init(_ strings: [String]) {
    texts = strings.map { string in
      let characters = string.utf8CString
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: characters.count)
      for (index, character) in characters.enumerated() { (copy + index).initialize(to: character) }
      return copy
    }
  }

  deinit { for text in texts { text.deallocate() } }

  var count: Int { texts.count }

  subscript(index: Int) -> UnsafePointer<CChar> { UnsafePointer(texts[index]) }

  /// Returns the text at an index of the caller, who calls it `name`.
  func text(at index: Int32, _ name: String) throws(CallFailure) -> UnsafePointer<CChar> {
    guard texts.indices.contains(Int(index)) else {
      throw .argument("there is no \(name) \(index); there are \(texts.count), counted from 0")
    }
    return self[Int(index)]
  }
}
