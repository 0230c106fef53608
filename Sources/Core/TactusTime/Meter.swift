/// A time signature: the number of beats in a bar, and their note value.
///
/// - Thread: any
public struct Meter: Hashable, Sendable {
  /// The number of beats in a bar, 1…255.
  public let beats: Int
  /// The note value of a beat: 1, 2, 4 (a quarter), … 128.
  public let noteValue: Int

  /// Creates a time signature as a MIDI file stores it; nil for zero beats or a note value beyond 1/128 (bars are then
  /// counted in 4/4).
  ///
  /// - Parameters:
  ///   - numerator: beats in a bar.
  ///   - denominatorPower: the note value as a power of two; 2 is a quarter.
  public init?(numerator: UInt8, denominatorPower: UInt8) {
    guard numerator > 0, denominatorPower <= 7 else { return nil }
    beats = Int(numerator)
    noteValue = 1 << Int(denominatorPower)
  }

  private init(beats: Int, noteValue: Int) { (self.beats, self.noteValue) = (beats, noteValue) }

  /// 4/4, the default until a song sets a meter.
  public static var common: Meter { Meter(beats: 4, noteValue: 4) }
}

extension Meter: CustomStringConvertible {
  /// Text such as "6/8".
  public var description: String { "\(beats)/\(noteValue)" }
}

/// A position in bars and beats, counted from 1.
///
/// - Thread: any
public struct BarPosition: Hashable, Sendable {
  /// The bar, counted from 1; 0 and below before the start.
  public var bar: Int
  /// The beat of the meter, counted from 1.
  public var beat: Int
  /// Whole ticks after the beat, counted from 0.
  public var tick: Int

  /// Creates a position in bars and beats.
  public init(bar: Int, beat: Int, tick: Int) { (self.bar, self.beat, self.tick) = (bar, beat, tick) }
}

extension BarPosition: CustomStringConvertible {
  /// Text such as "12:3:240".
  public var description: String { "\(bar):\(beat):\(tick)" }
}
