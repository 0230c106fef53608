/// The per-note controllers by which hosts' note expressions reach a synthesizer: as messages of MIDI 2.0, so that they
/// pass through MIDI effects to the notes that these derive.
///
/// Registered per-note controllers serve where there is one. Those of a gain above 0 dB, of a pitch in semitones, and of
/// a choke are assignable controllers, which MIDI 2.0 leaves to the receiver.
/// - Thread: any
package enum NoteExpressionMessage {
  /// The assignable controller of the gain: 2³⁰ is a factor of 1.
  private static var volume: UInt8 { 0 }
  /// The assignable controller of the pitch: 2³¹ is the key's own, and 2²⁴ a semitone.
  private static var tuning: UInt8 { 1 }
  /// The assignable controller that cuts the key's sound; its value has no meaning.
  private static var choke: UInt8 { 127 }

  /// The meaning of an assignable per-note controller.
  package enum Assignable: Sendable, BitwiseCopyable {
    case volume, tuning, choke
  }

  /// Returns the meaning of an assignable per-note controller; nil if it has none.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func assignable(_ number: UInt8) -> Assignable? {
    switch number {
    case volume: .volume
    case tuning: .tuning
    case choke: .choke
    default: nil
    }
  }

  /// A note expression.
  package enum Kind: Sendable, BitwiseCopyable {
    /// A factor of the amplitude, 0…4.
    case volume
    /// 0 is left, 0.5 the center, 1 right.
    case pan
    /// Semitones, −128…128.
    case tuning
    /// 0…1.
    case vibrato
    /// 0…1; like controller 11.
    case expression
    /// 0…1; 0.5 changes nothing.
    case brightness
    /// 0…1.
    case pressure
  }

  /// Returns the message that sets an expression of a key; values are clamped, and NaN becomes 0.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func message(_ kind: Kind, _ value: Double, channel: UInt8, key: UInt8) -> ChannelMessage {
    switch kind {
    case .volume: perNote(0x10, volume, whole(value * 0x1p30), channel, key)
    case .tuning: perNote(0x10, tuning, whole(value * 0x1p24 + 0x1p31), channel, key)
    case .pan: perNote(0x00, 10, centered(value), channel, key)
    case .vibrato: perNote(0x00, 1, whole(value * Double(UInt32.max)), channel, key)
    case .expression: perNote(0x00, 11, whole(value * Double(UInt32.max)), channel, key)
    case .brightness: perNote(0x00, 74, centered(value), channel, key)
    case .pressure: perNote(0xA0, 0, whole(value * Double(UInt32.max)), channel, key)
    }
  }

  /// The range of the per-note pitch bend, in semitones each way.
  private static var bendRange: Double { 48 }

  /// The offset of the pitch in cents for a value of the per-note pitch bend.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func bendCents(_ value: UInt32) -> Double {
    (Double(value) - 0x1p31) * 0x1p-31 * 100 * bendRange
  }

  /// Returns the message that bends the pitch of a key by semitones, −48…48 (clamped).
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func bendMessage(_ semitones: Double, channel: UInt8, key: UInt8) -> ChannelMessage {
    perNote(0x60, 0, whole(0x1p31 + semitones * (0x1p31 / bendRange)), channel, key)
  }

  /// Returns the message that cuts the sound of a key.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func chokeMessage(channel: UInt8, key: UInt8) -> ChannelMessage {
    perNote(0x10, choke, 0, channel, key)
  }

  /// Returns the message after which the present notes of a key keep their expressions, and new ones have none.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func resetMessage(channel: UInt8, key: UInt8) -> ChannelMessage { perNote(0xF0, 3, 0, channel, key) }

  /// The factor of the amplitude for a value of the controller of the gain.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func gain(_ value: UInt32) -> Double { Double(value) * 0x1p-30 }

  /// The offset of the pitch in cents for a value of the controller of the pitch.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func cents(_ value: UInt32) -> Double { (Double(value) - 0x1p31) * (100 * 0x1p-24) }

  private static func perNote(
    _ status: UInt32, _ number: UInt8, _ value: UInt32, _ channel: UInt8, _ key: UInt8
  ) -> ChannelMessage {
    ChannelMessage(
      word0: 0x4000_0000 | (status | UInt32(channel & 15)) &<< 16 | UInt32(key & 127) &<< 8 | UInt32(number),
      word1: value)
  }

  /// Returns the nearest 32-bit value.
  private static func whole(_ value: Double) -> UInt32 {
    value > 0 ? value < Double(UInt32.max) ? UInt32(value + 0.5) : .max : 0
  }

  /// Returns the 32-bit value of a number from 0 to 1 whose middle is 2³¹.
  private static func centered(_ value: Double) -> UInt32 {
    value <= 0.5 ? whole(value * 0x1p32) : whole(0x1p31 + (value - 0.5) * 2 * Double(0x7FFF_FFFF))
  }
}
