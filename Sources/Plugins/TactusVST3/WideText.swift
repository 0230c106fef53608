import CVST3

/// Text in UTF-16 for C functions.
enum WideText {
  /// Writes zero-terminated text. Text that does not fit is truncated between characters.
  static func write(_ text: String, to buffer: UnsafeMutableBufferPointer<TChar>) {
    guard buffer.count > 0 else { return }
    var end = 0
    for scalar in text.unicodeScalars {
      let units = scalar.utf16
      guard end + units.count < buffer.count, scalar != "\0" else { break }
      for unit in units {
        buffer[end] = unit
        end += 1
      }
    }
    buffer[end] = 0
  }

  /// Writes text into a `String128`.
  static func write(_ text: String, to buffer: UnsafeMutablePointer<TChar>) {
    write(text, to: UnsafeMutableBufferPointer(start: buffer, count: capacity))
  }

  /// Writes text into a C array, which Swift imports as a tuple.
  static func write<Field>(_ text: String, toField field: inout Field) {
    withUnsafeMutableBytes(of: &field) { write(text, to: $0.assumingMemoryBound(to: TChar.self)) }
  }

  /// Reads zero-terminated text of at most 127 units.
  static func read(_ text: UnsafePointer<TChar>) -> String {
    var count = 0
    while count < capacity - 1, text[count] != 0 { count += 1 }
    return String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF16.self)
  }

  private static var capacity: Int { MemoryLayout<String128>.size / MemoryLayout<TChar>.size }
}
