/// A utility message (type 0): a statement about the stream itself or its timing. It has no group.
///
/// Source: M2-104-UM §7.2.
/// - Thread: any
public enum UtilityMessage: Hashable, Sendable {
  /// No operation.
  case noOperation
  /// The sender's clock for jitter reduction, in units of 1/31,250 s: 16 bits, which wrap every 2.097152 s.
  case clock(UInt16)
  /// The time by the sender's clock at which the following message was due.
  case timestamp(UInt16)
  /// The number of ticks per quarter note in a clip; 0 is not allowed.
  case ticksPerQuarter(UInt16)
  /// The number of ticks before the next message, 0…1,048,575.
  case delta(UInt32)

  /// Parses a packet; nil if it is not a utility message, or is one of an undefined kind.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public init?(_ packet: UniversalPacket) {
    guard packet.type == 0 else { return nil }
    let value = UInt16(truncatingIfNeeded: packet.word0)
    switch packet.word0 &>> 20 & 15 {
    case 0: self = .noOperation
    case 1: self = .clock(value)
    case 2: self = .timestamp(value)
    case 3: self = .ticksPerQuarter(value)
    case 4: self = .delta(packet.word0 & 0xF_FFFF)
    default: return nil
    }
  }

  /// The message as a packet of one word; a delta is clamped to 20 bits.
  public var packet: UniversalPacket {
    switch self {
    case .noOperation: UniversalPacket(0)
    case .clock(let value): UniversalPacket(0x0010_0000 | UInt32(value))
    case .timestamp(let value): UniversalPacket(0x0020_0000 | UInt32(value))
    case .ticksPerQuarter(let value): UniversalPacket(0x0030_0000 | UInt32(value))
    case .delta(let ticks): UniversalPacket(0x0040_0000 | (ticks < 1 << 20 ? ticks : 0xF_FFFF))
    }
  }
}
