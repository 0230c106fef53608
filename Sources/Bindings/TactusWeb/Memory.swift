// The functions that JavaScript calls. Numbers, addresses in the module's memory and objects pass between the two.

import TactusFiles

/// Frees memory of `web_allocate` in Web/Runtime/memory.c.
@_cdecl("web_free")
package func free(_ memory: UnsafeMutableRawPointer) { memory.deallocate() }

/// Releases an object: a bank, a song, a player.
@_cdecl("web_release")
package func release(_ object: UnsafeMutableRawPointer) { Unmanaged<AnyObject>.fromOpaque(object).release() }

/// The address and length of the last text or error: UTF-8.
@_cdecl("web_text")
package func text() -> UnsafePointer<UInt8>? { lastText.bytes.baseAddress.map { UnsafePointer($0) } }

/// The number of bytes of ``text()``.
@_cdecl("web_text_size")
package func textSize() -> Int32 { Int32(lastText.bytes.count) }

/// Sets the name of the next file, for messages: UTF-8, in memory that it takes over.
@_cdecl("web_name")
package func name(_ text: UnsafeMutableRawPointer, _ count: Int32) {
  nextName = String(decoding: UnsafeRawBufferPointer(start: text, count: Int(count)), as: UTF8.self)
  text.deallocate()
}

/// The name of the next file. Only the control side reads and writes it.
nonisolated(unsafe) private var nextName = ""

/// The text that JavaScript reads next.
nonisolated(unsafe) private var lastText = ReturnedText([])

private struct ReturnedText {
  let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ contents: some Collection<UInt8>) {
    bytes = .allocate(capacity: contents.count)
    _ = bytes.initialize(from: contents)
  }
}

/// Keeps a text for JavaScript.
func give(_ text: String) { give(Array(text.utf8)) }

/// Keeps bytes for JavaScript.
func give(_ bytes: [UInt8]) {
  lastText.bytes.deallocate()
  lastText = ReturnedText(bytes)
}

/// Keeps numbers for JavaScript, the lowest byte of each first.
func give(numbers: [Int32]) {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(4 * numbers.count)
  for number in numbers { for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) } }
  give(bytes)
}

/// Keeps an error's sentence for JavaScript, and returns nil.
func fail(_ sentence: String) -> UnsafeMutableRawPointer? {
  give(sentence)
  return nil
}

/// Gives an object to JavaScript, which releases it.
func hold(_ object: some AnyObject) -> UnsafeMutableRawPointer { Unmanaged.passRetained(object).toOpaque() }

/// Returns the object that JavaScript holds.
func held<Object: AnyObject>(_ object: UnsafeMutableRawPointer, _: Object.Type) -> Object {
  Unmanaged<Object>.fromOpaque(object).takeUnretainedValue()
}

extension FileBytes {
  /// Takes over memory of ``allocate(_:)`` that JavaScript has filled. Its name is that of ``name(_:_:)``.
  convenience init(taking bytes: UnsafeMutableRawPointer, _ count: Int32) {
    let count = Int(UInt32(bitPattern: count))
    self.init(UnsafeRawBufferPointer(start: bytes, count: count), name: nextName) {
      UnsafeMutableRawPointer(mutating: $0.baseAddress)?.deallocate()
    }
  }
}
