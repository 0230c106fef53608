/// Text for the C interfaces of plug-in formats.
package enum CText {
  /// Returns a copy that lives as long as the process.
  package static func constant(_ text: String) -> UnsafePointer<CChar> { UnsafePointer(copy(text.utf8CString)) }

  /// Returns a nil-terminated list of copies that live as long as the process.
  package static func constants(_ texts: [String]) -> UnsafePointer<UnsafePointer<CChar>?> {
    UnsafePointer(copy(ContiguousArray(texts.map(constant) + [nil])))
  }

  private static func copy<Element>(_ elements: ContiguousArray<Element>) -> UnsafeMutablePointer<Element> {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(1, elements.count))
    _ = memory.initialize(from: elements)
    return memory.baseAddress.unsafelyUnwrapped  // the capacity is not 0
  }

  /// Writes zero-terminated text. Text that does not fit is truncated between characters.
  package static func write(_ text: String, to buffer: UnsafeMutableRawBufferPointer) {
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

  /// Writes text into a C array, which Swift imports as a tuple.
  package static func write<Field>(_ text: String, toField field: inout Field) {
    withUnsafeMutableBytes(of: &field) { write(text, to: $0) }
  }
}
