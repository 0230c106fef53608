/// Text for C.
enum CText {
  /// A copy that lives as long as the process.
  static func constant(_ text: String) -> UnsafePointer<CChar> { UnsafePointer(copy(text.utf8CString)) }

  /// A list of copies that live as long as the process, ended by nil.
  static func constants(_ texts: [String]) -> UnsafePointer<UnsafePointer<CChar>?> {
    UnsafePointer(copy(ContiguousArray(texts.map(constant) + [nil])))
  }

  private static func copy<Element>(_ elements: ContiguousArray<Element>) -> UnsafeMutablePointer<Element> {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(1, elements.count))
    _ = memory.initialize(from: elements)
    return memory.baseAddress.unsafelyUnwrapped  // it has a capacity
  }

  /// Writes text with a 0 behind it; what has no room is left out, never part of a character.
  static func write(_ text: String, to buffer: UnsafeMutableRawBufferPointer) {
    guard buffer.count > 0 else { return }
    var end = 0
    for scalar in text.unicodeScalars {
      let bytes = Array(String(scalar).utf8)
      guard end + bytes.count < buffer.count, scalar != "\0" else { break }
      for byte in bytes {
        buffer[end] = byte
        end += 1
      }
    }
    buffer[end] = 0
  }

  /// Writes text into an array of C, which Swift takes for a tuple.
  static func write<Field>(_ text: String, toField field: inout Field) {
    withUnsafeMutableBytes(of: &field) { write(text, to: $0) }
  }
}
