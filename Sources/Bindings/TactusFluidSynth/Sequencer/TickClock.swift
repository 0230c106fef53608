/// The relation of ticks to positions on a time line: frames of audio, milliseconds or nanoseconds. Ticks run at a
/// constant rate from an origin, so that rounding does not add up.
struct TickClock {
  /// The units of a position per second.
  private(set) var rate: Double
  /// The ticks per second.
  private(set) var scale: Double = 1000
  private var originPosition: Double = 0
  private var originTick: Double = 0

  /// The tolerance in units of a position: larger than rounding errors, but too small to be audible.
  private static let tolerance = 1e-6

  init(rate: Double) { self.rate = rate }

  /// Returns the exact tick of a position.
  func exactTick(at position: Double) -> Double { originTick + (position - originPosition) * scale / rate }

  /// Returns the last tick at or before a position.
  func tick(at position: Double) -> UInt32 { UInt32(saturating: exactTick(at: position) + 1e-9) }

  /// Returns the exact position of a tick.
  func position(of tick: UInt32) -> Double { originPosition + (Double(tick) - originTick) * rate / scale }

  /// Returns the first whole position at which a tick has been reached.
  func wholePosition(of tick: UInt32) -> Int64 {
    let position = (position(of: tick) - Self.tolerance).rounded(.up)
    return position < 0x1p62 ? Int64(max(position, 0)) : .max
  }

  /// Returns whether a tick has been reached at a position.
  func hasReached(_ tick: UInt32, at position: Double) -> Bool { self.position(of: tick) - Self.tolerance <= position }

  /// Changes the rate of the ticks, starting at a position; `tick` is the tick at that position.
  mutating func setScale(_ scale: Double, at position: Double, tick: Double) {
    (self.scale, originPosition, originTick) = (scale, position, tick)
  }

  /// Starts a new time line at tick 0.
  mutating func restart(rate: Double) { (self.rate, originPosition, originTick) = (rate, 0, 0) }

  /// Continues with other units of position: the length of a second changes at a position.
  mutating func setRate(_ rate: Double, at position: Double) {
    guard rate != self.rate else { return }
    originTick = exactTick(at: position)
    (self.rate, originPosition) = (rate, position)
  }
}

extension UInt32 {
  /// The integer part of a value, limited to the range of the type; 0 for NaN.
  init(saturating value: Double) { self = value >= 0x1p32 ? .max : value > 0 ? UInt32(value) : 0 }
}
