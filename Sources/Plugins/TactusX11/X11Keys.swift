import CX11
import TactusWindow

/// Translates the key symbols of the X Window System.
enum X11Keys {
  /// Returns the key of an event; nil for keys that windows do not use.
  static func key(_ event: inout XKeyEvent, _ x: UnsafePointer<ctactus_x11_functions>) -> WindowKey? {
    var symbol: KeySym = 0
    var text: (CChar, CChar, CChar, CChar, CChar, CChar, CChar, CChar) = (0, 0, 0, 0, 0, 0, 0, 0)
    _ = withUnsafeMutableBytes(of: &text) { bytes in
      x.pointee.XLookupString?(&event, bytes.bindMemory(to: CChar.self).baseAddress, 8, &symbol, nil)
    }
    if let key = named[UInt(symbol)] {
      return key == .tab && Int(event.state) & ShiftMask != 0 ? .backTab : key
    }
    // with these modifiers, keys belong to the host
    guard Int(event.state) & (ControlMask | Mod1Mask) == 0 else { return nil }
    return character(UInt(symbol)).map { .character($0) }
  }

  private static let named: [UInt: WindowKey] = [
    0xFF09: .tab, 0xFE20: .backTab, 0xFF0D: .enter, 0xFF8D: .enter, 0xFF1B: .escape, 0xFF08: .backspace,
    0xFFFF: .delete, 0xFF9F: .delete, 0xFF50: .home, 0xFF95: .home, 0xFF51: .left, 0xFF96: .left, 0xFF52: .up,
    0xFF97: .up, 0xFF53: .right, 0xFF98: .right, 0xFF54: .down, 0xFF99: .down, 0xFF55: .pageUp, 0xFF9A: .pageUp,
    0xFF56: .pageDown, 0xFF9B: .pageDown, 0xFF57: .end, 0xFF9C: .end,
  ]

  /// Returns the character of a symbol: Latin-1 has its own numbers, the keypad too, and all others those of Unicode.
  private static func character(_ symbol: UInt) -> Character? {
    switch symbol {
    case 0x20...0x7E, 0xA0...0xFF: return Unicode.Scalar(UInt32(symbol)).map { Character($0) }
    case 0xFFAA...0xFFB9: return Unicode.Scalar(UInt32(symbol - 0xFF80)).map { Character($0) }
    case 0x0100_0100...0x0110_FFFF: return Unicode.Scalar(UInt32(symbol - 0x0100_0000)).map { Character($0) }
    default: return nil
    }
  }
}
