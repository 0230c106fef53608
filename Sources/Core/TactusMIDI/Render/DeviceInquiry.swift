/// A universal message that requests information from a device. The audio thread recognizes it; a control thread
/// answers it.
///
/// MIDI-CI (`7E dev 0D`) is not included: a device without MIDI-CI must ignore it.
///
/// Source: MIDI 1.0 Detailed Specification, "Inquiry messages"; MIDI Tuning (updated 1999).
/// - Thread: any
public enum DeviceInquiry: Hashable, Sendable, BitwiseCopyable {
  /// Identity request: `7E dev 06 01`. The answer is an ``IdentityReply``.
  case identity(device: UInt8)
  /// Request for the tuning of a program: `7E dev 08 00 tt`. The answer is a ``TuningDump``.
  case tuning(device: UInt8, program: UInt8)
  /// Request for the tuning of a program in a bank: `7E dev 08 03 bb tt`.
  case bankTuning(device: UInt8, bank: UInt8, program: UInt8)

  /// Parses the bytes between F0 and F7; nil for any other message.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard bytes.count >= 4, bytes[0] == 0x7E else { return nil }
    switch (bytes[2], bytes[3]) {
    case (6, 1): self = .identity(device: bytes[1])
    case (8, 0) where bytes.count >= 5: self = .tuning(device: bytes[1], program: bytes[4])
    case (8, 3) where bytes.count >= 6: self = .bankTuning(device: bytes[1], bank: bytes[4], program: bytes[5])
    default: return nil
    }
  }

  /// The device number that the inquiry is addressed to; 127 for all.
  public var device: UInt8 {
    switch self {
    case .identity(let device), .tuning(let device, _), .bankTuning(let device, _, _): device
    }
  }
}
