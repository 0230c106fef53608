/// A time signature: so many beats of such a note value in a bar.
///
/// - Thread: any
public struct Meter: Hashable, Sendable {
  /// Beats in a bar, 1…255.
  public let beats: Int
  /// The note value of a beat: 1, 2, 4 (a quarter), … 128.
  public let noteValue: Int

  /// A time signature as a MIDI file writes it; nil for no beats or a note value beyond 1/128 (bars are then counted in
  /// 4/4).
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

  /// Four quarters, which holds until a song says otherwise.
  public static var common: Meter { Meter(beats: 4, noteValue: 4) }
}

extension Meter: CustomStringConvertible {
  /// As in "6/8".
  public var description: String { "\(beats)/\(noteValue)" }
}

/// A position in bars and beats, as people count them.
///
/// - Thread: any
public struct BarPosition: Hashable, Sendable {
  /// The bar, counted from 1; 0 and below before the start.
  public var bar: Int
  /// The beat of the meter, counted from 1.
  public var beat: Int
  /// Whole ticks after the beat, counted from 0.
  public var tick: Int

  /// A place in bars and beats.
  public init(bar: Int, beat: Int, tick: Int) { (self.bar, self.beat, self.tick) = (bar, beat, tick) }
}

extension BarPosition: CustomStringConvertible {
  /// As in "12:3:240".
  public var description: String { "\(bar):\(beat):\(tick)" }
}
