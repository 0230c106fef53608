import TactusDSP

/// A triangle LFO between −1 and 1, which starts at 0 after a delay and rises first.
///
/// Source: SoundFont 2.04 §8.1.2, generators 21–24.
struct TriangleLFO {
  /// The frame, counted from the note-on, at which the LFO has the phase `phase`. At first, this is the end of the
  /// delay, before which the output is 0.
  var origin = 0.0
  /// The phase at the origin, in periods.
  var phase = 0.0
  /// The rate in periods per frame.
  var rate = 0.0

  @inline(__always)
  func value(at frame: Double) -> Double {
    guard frame > origin else { return phase == 0 ? 0 : Self.triangle(phase) }
    return Self.triangle(phase + (frame - origin) * rate)
  }

  /// Returns the frame of the next peak or trough, or of the end of the delay.
  @inline(__always)
  func nextBreakpoint(after frame: Double) -> Double {
    guard frame >= origin else { return origin }
    guard rate > 0 else { return .infinity }
    let halves = ExactMath.floor((phase + (frame - origin) * rate - 0.25) * 2) + 1
    let breakpoint = origin + (halves * 0.5 + 0.25 - phase) / rate
    // Because of rounding, this may be the breakpoint that has just been reached.
    return breakpoint > frame ? breakpoint : breakpoint + 0.5 / rate
  }

  /// Changes the rate starting at a frame, without a jump in phase.
  @inline(__always)
  mutating func setRate(_ newRate: Double, at frame: Double) {
    if frame > origin {
      let now = phase + (frame - origin) * rate
      phase = now - ExactMath.floor(now)
      origin = frame
    }
    rate = newRate
  }

  @inline(__always)
  static func triangle(_ periods: Double) -> Double {
    let p = periods - ExactMath.floor(periods)
    return p < 0.25 ? 4 * p : p < 0.75 ? 2 - 4 * p : 4 * p - 4
  }
}
