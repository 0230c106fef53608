/// A condition (`cdl `): operations on a stack of 32-bit numbers. The part of the file that it belongs to is used only
/// if the result is not zero.
///
/// Source: Downloadable Sounds Level 1, "cdl chunk".
enum DLSCondition {
  /// The greatest number of operands that a condition may stack; real conditions stack three.
  private static let limit = 256

  /// Returns the result; nil if the condition is damaged.
  static func value(of program: ByteReader) -> UInt32? {
    var program = program
    var stack: [UInt32] = []
    while !program.isAtEnd {
      guard stack.count < limit, let code = program.u16le() else { return nil }
      switch code {
      case 15:
        guard let operand = stack.popLast() else { return nil }
        stack.append(operand == 0 ? 1 : 0)
      case 16:
        guard let constant = program.u32le() else { return nil }
        stack.append(constant)
      case 17, 18:
        guard let id = DLSID(&program) else { return nil }
        stack.append(code == 17 ? id.answer ?? 0 : id.answer == nil ? 0 : 1)
      default:
        guard let first = stack.popLast(), let second = stack.popLast(), let result = apply(code, first, second) else {
          return nil
        }
        stack.append(result)
      }
    }
    return stack.last
  }

  /// Applies an operation to the upper two numbers of the stack; `first` is the top. Nil for an unknown operation or a
  /// division by zero.
  private static func apply(_ code: UInt16, _ first: UInt32, _ second: UInt32) -> UInt32? {
    switch code {
    case 1: first & second
    case 2: first | second
    case 3: first ^ second
    case 4: first &+ second
    case 5: first &- second
    case 6: first &* second
    case 7: second == 0 ? nil : first / second
    case 8: first != 0 && second != 0 ? 1 : 0
    case 9: first != 0 || second != 0 ? 1 : 0
    case 10: first < second ? 1 : 0
    case 11: first <= second ? 1 : 0
    case 12: first > second ? 1 : 0
    case 13: first >= second ? 1 : 0
    case 14: first == second ? 1 : 0
    default: nil
    }
  }
}

/// The identifier of a property that a condition asks for.
private struct DLSID: Equatable {
  /// The first field; the second and third; the other eight bytes.
  let first, second: UInt32
  let rest: UInt64

  init(_ first: UInt32, _ second: UInt32, _ rest: UInt64) {
    (self.first, self.second, self.rest) = (first, second, rest)
  }

  init?(_ reader: inout ByteReader) {
    guard let first = reader.u32le(), let second = reader.u32le(), let high = reader.u32be(), let low = reader.u32be()
    else { return nil }
    self.init(first, second, UInt64(high) << 32 | UInt64(low))
  }

  /// The synthesizer's value of the property; nil if it does not know it. It has no sounds in hardware.
  var answer: UInt32? {
    switch self {
    case Self.general(0x178F_2F24), Self.general(0x178F_2F25), Self.general(0x178F_2F26): 0  // GM, GS, XG in hardware
    case Self.general(0x178F_2F27), DLSID(0xF145_99E5, 0x11D2_4689, 0xAFA6_00AA_0024_D8B6): 1  // level 1, level 2
    case Self.general(0x178F_2F28): 0x7FFF_FFFF  // bytes of memory
    case DLSID(0x2A91_F713, 0x11D2_A4BF, 0xBBDF_0060_0833_DBD8): 48_000  // sample rate
    default: nil
    }
  }

  private static func general(_ first: UInt32) -> DLSID { DLSID(first, 0x11D1_C364, 0xA760_0000_F875_AC12) }
}
