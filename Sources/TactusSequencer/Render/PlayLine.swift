import CTactusShims
import TactusTime

/// Which frame each tick of a sequence is played on, from the last change of tempo or place on.
///
/// Frames are counted from the player's first. An event at the exact position p has frame ⌊p + ½⌋, and for both kinds
///
///     frame(t) < f  ⟺  t < firstTick(notBefore: f)
///
/// which is what lets a player compare ticks only.
package struct PlayLine {
  /// Whether the sequence's own tempo map leads; else a host's tempo and beat.
  var isOwn: Bool

  // the host's: a straight line, or a parabola while the host says that its tempo moves
  var anchorFrame: Int64 = 0
  /// The position at ``anchorFrame``.
  var anchorTick = 0.0
  var ticksPerFrame = 1.0
  /// By how much ``ticksPerFrame`` grows with each frame.
  var slope = 0.0

  // its own: exact
  var cursor: FrameCursor
  /// How much later than at its own time the sequence is played, in the cursor's numerators.
  var shift: Int128 = 0

  /// A line of the sequence's own tempo: `tick` is on `frame`, and all others at a whole number of frames from their own.
  init(own cursor: FrameCursor, tick: Tick, frame: Int64) {
    isOwn = true
    self.cursor = cursor
    let away = Int128(frame) - Int128(self.cursor.frame(atTick: tick))
    shift = away * Int128(cursor.numeratorsPerFrame)
  }

  /// A host's line: `tick` at the beginning of `frame`, so many ticks in a frame (above 0).
  init(host cursor: FrameCursor, tick: Double, frame: Int64, ticksPerFrame: Double, slope: Double = 0) {
    isOwn = false
    self.cursor = cursor
    (anchorFrame, anchorTick) = (frame, tick)
    (self.ticksPerFrame, self.slope) = (ticksPerFrame, slope)
  }

  /// The frame of a tick.
  mutating func frame(atTick tick: Tick) -> Int64 {
    if isOwn { return cursor.frame(atTick: tick, shift: shift) }
    return anchorFrame &+ Self.floor(frames(to: Double(tick)) + 0.5)
  }

  /// The first tick that is not before a frame.
  mutating func firstTick(notBefore frame: Int64) -> Tick {
    if isOwn { return cursor.firstTick(notBefore: frame, shift: shift) }
    var high = TimeSettings.clamp(tick: Self.floor(tick(atFrame: frame)))
    var step: Int64 = 1
    while high < TimeSettings.tickLimit, self.frame(atTick: high) < frame {
      high = TimeSettings.clamp(tick: high &+ step)
      step &*= 2
    }
    var low = high
    step = 1
    while low > -TimeSettings.tickLimit, self.frame(atTick: low) >= frame {
      high = low
      low = TimeSettings.clamp(tick: low &- step)
      step &*= 2
    }
    while high &- low > 1 {
      let middle = low &+ (high &- low) / 2
      if self.frame(atTick: middle) < frame { low = middle } else { high = middle }
    }
    return high
  }

  /// The position of a host's line at a frame, in ticks.
  func tick(atFrame frame: Int64) -> Double {
    let frames = Double(frame &- anchorFrame)
    return anchorTick + (ticksPerFrame + 0.5 * slope * frames) * frames
  }

  /// How many frames after the anchor a host's line reaches a position; far away, never.
  func frames(to tick: Double) -> Double {
    let ticks = tick - anchorTick
    if slope == 0 { return ticks / ticksPerFrame }
    let square = ticksPerFrame * ticksPerFrame + 2 * slope * ticks
    if square < 0 { return ticks < 0 ? -1e18 : 1e18 }
    return 2 * ticks / (ticksPerFrame + tactus_sqrt(square))
  }

  /// ⌊x⌋, within ±10¹⁸.
  static func floor(_ x: Double) -> Int64 {
    if !(x > -1e18) { return -1_000_000_000_000_000_000 }
    if x >= 1e18 { return 1_000_000_000_000_000_000 }
    let whole = Int64(x)
    return Double(whole) > x ? whole &- 1 : whole
  }
}
