/// How long a quarter note lasts, exactly: a whole number of 10 ns.
///
/// Standard MIDI Files count microseconds and MIDI clips (SMF2) count 10 ns, so both are exact. Zero means "no tempo" and
/// is ignored by a ``TempoMap``. The range is 1…2³²−1 units: from six thousand million beats per minute down to 1.4.
/// - Thread: any
public struct Tempo: Hashable, Sendable {
  /// The length of a quarter note in units of 10 ns.
  public var tensOfNanoseconds: UInt32

  /// A tempo from 10 ns units per quarter note, as SMF2 stores it.
  @inlinable public init(tensOfNanoseconds: UInt32) { self.tensOfNanoseconds = tensOfNanoseconds }

  /// A tempo from microseconds per quarter note, as Standard MIDI Files store it; clamped to 0…42,949,672.
  @inlinable public init(microsecondsPerQuarter: Int) {
    tensOfNanoseconds = UInt32(min(max(0, microsecondsPerQuarter), 42_949_672)) &* 100
  }

  /// The tempo nearest to so many quarter notes per minute; none (zero) where that is not a positive number.
  public init(bpm: Double) {
    let units = 6e9 / bpm
    guard bpm > 0, units.isFinite else {
      tensOfNanoseconds = bpm > 0 ? .max : 0
      return
    }
    tensOfNanoseconds = units >= 4_294_967_295 ? .max : UInt32(max(1, units + 0.5))
  }

  /// Quarter notes per minute; 0 where there is no tempo.
  public var bpm: Double { tensOfNanoseconds == 0 ? 0 : 6e9 / Double(tensOfNanoseconds) }
  /// Microseconds per quarter note, rounded half up.
  public var microsecondsPerQuarter: Int { (Int(tensOfNanoseconds) + 50) / 100 }
  /// 120 quarter notes per minute, which holds until a song says otherwise.
  @inlinable public static var standard: Tempo { Tempo(tensOfNanoseconds: 50_000_000) }
}

/// How the tempo goes from one entry of a ``TempoMap`` to the next.
public enum TempoCurve: UInt8, Hashable, Sendable, CaseIterable {
  /// It stays until the next entry.
  case step
  /// Beats per minute move in a straight line over the beats between the entries.
  case linearInBeats
  /// Beats per minute move in a straight line over the seconds between the entries.
  case linearInTime
}
