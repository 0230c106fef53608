/// The exact duration of a quarter note: a whole number of 10 ns.
///
/// Standard MIDI Files store microseconds and MIDI clips (SMF2) store 10 ns, so both are exact. Zero means "no tempo"
/// and is ignored by a ``TempoMap``. The range is 1…2³²−1 units: from six thousand million down to 1.4 beats per
/// minute.
/// - Thread: any
public struct Tempo: Hashable, Sendable {
  /// The duration of a quarter note in units of 10 ns.
  public var tensOfNanoseconds: UInt32

  /// Creates a tempo from 10 ns units per quarter note, as SMF2 stores it.
  @inlinable public init(tensOfNanoseconds: UInt32) { self.tensOfNanoseconds = tensOfNanoseconds }

  /// Creates a tempo from microseconds per quarter note, as Standard MIDI Files store it; clamped to 0…42,949,672.
  @inlinable public init(microsecondsPerQuarter: Int) {
    tensOfNanoseconds = UInt32(min(max(0, microsecondsPerQuarter), 42_949_672)) &* 100
  }

  /// Creates the nearest tempo to a number of quarter notes per minute; zero if that is not a positive number.
  public init(bpm: Double) {
    let units = 6e9 / bpm
    guard bpm > 0, units.isFinite else {
      tensOfNanoseconds = bpm > 0 ? .max : 0
      return
    }
    tensOfNanoseconds = units >= 4_294_967_295 ? .max : UInt32(max(1, units + 0.5))
  }

  /// Quarter notes per minute; 0 if there is no tempo.
  public var bpm: Double { tensOfNanoseconds == 0 ? 0 : 6e9 / Double(tensOfNanoseconds) }
  /// Microseconds per quarter note, rounded half up.
  public var microsecondsPerQuarter: Int { (Int(tensOfNanoseconds) + 50) / 100 }
  /// 120 quarter notes per minute, the default until a song sets a tempo.
  @inlinable public static var standard: Tempo { Tempo(tensOfNanoseconds: 50_000_000) }
}

/// How the tempo changes from one entry of a ``TempoMap`` to the next.
public enum TempoCurve: UInt8, Hashable, Sendable, CaseIterable {
  /// The tempo stays constant until the next entry.
  case step
  /// Beats per minute change linearly over the beats between the entries.
  case linearInBeats
  /// Beats per minute change linearly over the seconds between the entries.
  case linearInTime
}
