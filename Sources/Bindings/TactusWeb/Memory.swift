// The functions that JavaScript calls. Numbers, addresses in the module's memory and objects pass between the two.

import TactusFiles

/// Allocates memory for bytes that JavaScript writes.
@_cdecl("web_allocate")
package func allocate(_ count: Int32) -> UnsafeMutableRawPointer {
  .allocate(byteCount: max(1, Int(UInt32(bitPattern: count))), alignment: 16)
}

/// Frees memory of ``allocate(_:)``.
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

/// The text that JavaScript reads next. A module has one thread.
nonisolated(unsafe) private var lastText = ReturnedText("")

private struct ReturnedText {
  let bytes: UnsafeMutableBufferPointer<UInt8>

  init(_ text: String) {
    let utf8 = Array(text.utf8)
    bytes = .allocate(capacity: utf8.count)
    _ = bytes.initialize(from: utf8)
  }
}

/// Keeps a text for JavaScript.
func give(_ text: String) {
  lastText.bytes.deallocate()
  lastText = ReturnedText(text)
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
  /// Takes over memory of ``allocate(_:)`` that JavaScript has filled.
  convenience init(taking bytes: UnsafeMutableRawPointer, _ count: Int32, name: String) {
    let count = Int(UInt32(bitPattern: count))
    self.init(UnsafeRawBufferPointer(start: bytes, count: count), name: name) {
      UnsafeMutableRawPointer(mutating: $0.baseAddress)?.deallocate()
    }
  }
}
