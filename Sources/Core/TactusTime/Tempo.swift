/// The exact duration of a quarter note, as a whole number of units of 10 ns.
///
/// Standard MIDI Files store microseconds, and MIDI clips (SMF2) store units of 10 ns, so both are represented exactly.
/// Zero means "no tempo" and is ignored by a ``TempoMap``. The range is 1…2³²−1 units: from 6 · 10⁹ down to 1.4 beats
/// per minute.
/// - Thread: any
public struct Tempo: Hashable, Sendable {
  /// The duration of a quarter note in units of 10 ns.
  public var tensOfNanoseconds: UInt32

  /// Creates a tempo from units of 10 ns per quarter note, as SMF2 stores it.
  @inlinable public init(tensOfNanoseconds: UInt32) { self.tensOfNanoseconds = tensOfNanoseconds }

  /// Creates a tempo from microseconds per quarter note, as Standard MIDI Files store it; clamped to 0…42,949,672.
  @inlinable public init(microsecondsPerQuarter: Int) {
    tensOfNanoseconds = UInt32(min(max(0, microsecondsPerQuarter), 42_949_672)) &* 100
  }

  /// Creates the tempo nearest to a number of quarter notes per minute; "no tempo" if this is not a positive number.
  public init(bpm: Double) {
    let units = 6e9 / bpm
    guard bpm > 0, units.isFinite else {
      tensOfNanoseconds = bpm > 0 ? .max : 0
      return
    }
    tensOfNanoseconds = units >= 4_294_967_295 ? .max : UInt32(max(1, units + 0.5))
  }

  /// The tempo in quarter notes per minute; 0 if there is no tempo.
  public var bpm: Double { tensOfNanoseconds == 0 ? 0 : 6e9 / Double(tensOfNanoseconds) }
  /// The duration of a quarter note in microseconds, rounded half up.
  public var microsecondsPerQuarter: Int { Int((UInt64(tensOfNanoseconds) + 50) / 100) }  // `Int` may have 32 bits
  /// 120 quarter notes per minute, which applies until a song sets a tempo.
  @inlinable public static var standard: Tempo { Tempo(tensOfNanoseconds: 50_000_000) }
}

extension Tempo: CustomStringConvertible {
  /// The tempo in quarter notes per minute with three decimals, such as "120.000 bpm"; "no tempo" for zero.
  public var description: String { tensOfNanoseconds == 0 ? "no tempo" : "\(bpm.fixed(3)) bpm" }
}

/// How the tempo changes from one entry of a ``TempoMap`` to the next.
public enum TempoCurve: UInt8, Hashable, Sendable, CaseIterable {
  /// The tempo stays constant until the next entry.
  case step
  /// The beats per minute change linearly with the musical position (beats) between the entries.
  case linearInBeats
  /// The beats per minute change linearly with the time (seconds) between the entries.
  case linearInTime
}
