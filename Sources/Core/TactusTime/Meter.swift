/// A time signature: the number of beats in a bar, and their note value.
///
/// - Thread: any
public struct Meter: Hashable, Sendable {
  /// The number of beats in a bar, 1…255.
  public let beats: Int
  /// The note value of a beat: 1, 2, 4 (a quarter note), … 128.
  public let noteValue: Int

  /// Creates a time signature as a MIDI file stores it; nil for zero beats or a note value shorter than 1/128. In a
  /// file, such a time signature counts as 4/4.
  ///
  /// - Parameters:
  ///   - numerator: the number of beats in a bar.
  ///   - denominatorPower: the note value as an exponent of two; 2 is a quarter note.
  public init?(numerator: UInt8, denominatorPower: UInt8) {
    guard numerator > 0, denominatorPower <= 7 else { return nil }
    beats = Int(numerator)
    noteValue = 1 << Int(denominatorPower)
  }

  /// Creates a time signature as musicians write it: `Meter(6, 8)` is 6/8. Nil if one of the numbers is out of range.
  ///
  /// - Parameters:
  ///   - beats: the number of beats in a bar, 1…255.
  ///   - noteValue: the note value of a beat: 1, 2, 4 (a quarter note), 8, 16, 32, 64 or 128.
  public init?(_ beats: Int, _ noteValue: Int) {
    guard (1...255).contains(beats), (1...128).contains(noteValue), noteValue & (noteValue - 1) == 0 else { return nil }
    (self.beats, self.noteValue) = (beats, noteValue)
  }

  private init() { (beats, noteValue) = (4, 4) }

  /// 4/4, which applies until a song sets a meter.
  public static var common: Meter { Meter() }
}

extension Meter: CustomStringConvertible {
  /// Text such as "6/8".
  public var description: String { "\(beats)/\(noteValue)" }
}

/// A position in bars and beats, counted from 1.
///
/// - Thread: any
public struct BarPosition: Hashable, Sendable {
  /// The bar, counted from 1; bars before the start have the numbers 0, −1, ….
  public var bar: Int
  /// The beat in the bar, counted from 1.
  public var beat: Int
  /// The number of whole ticks after the beat.
  public var tick: Int

  /// Creates a position in bars and beats.
  public init(bar: Int, beat: Int, tick: Int) { (self.bar, self.beat, self.tick) = (bar, beat, tick) }
}

extension BarPosition: CustomStringConvertible {
  /// Text such as "12:3:240".
  public var description: String { "\(bar):\(beat):\(tick)" }
}
