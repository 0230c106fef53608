import CTactusShims
import TactusTime

/// Maps ticks to frames according to a host's tempo and position; the map is linear, or quadratic while the host
/// reports a changing tempo.
///
/// The code that creates a map determines which fraction of a quarter note a tick is. An event at the exact position p
/// (in frames) plays on the frame ⌊p + ½⌋, and
///
///     frame(t) < f  ⟺  t < firstTick(notBefore: f)
///
/// - Thread: audio
package struct HostTickMap: BitwiseCopyable, Sendable {
  /// The frame of the anchor.
  package var anchorFrame: Int64
  /// The position at the start of ``anchorFrame``, in ticks.
  package var anchorTick: Double
  /// The speed at the anchor, greater than 0.
  package var ticksPerFrame: Double
  /// The increase of ``ticksPerFrame`` per frame.
  package var slope: Double

  /// Creates a map in which `tick` is at the start of `frame`.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(tick: Double, frame: Int64, ticksPerFrame: Double, slope: Double = 0) {
    (anchorFrame, anchorTick) = (frame, tick)
    (self.ticksPerFrame, self.slope) = (ticksPerFrame, slope)
  }

  /// Returns the frame of a tick.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func frame(atTick tick: Tick) -> Int64 { frame(at: Double(tick)) }

  /// Returns the frame of a fractional tick.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func frame(at position: Double) -> Int64 { anchorFrame &+ Self.floor(frames(to: position) + 0.5) }

  /// Returns the first tick that is not before a frame.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func firstTick(notBefore frame: Int64) -> Tick {
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

  /// Returns the position at a frame, in ticks.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func tick(atFrame frame: Int64) -> Double {
    let frames = Double(frame &- anchorFrame)
    return anchorTick + (ticksPerFrame + 0.5 * slope * frames) * frames
  }

  /// Returns the number of frames from the anchor to a position; ±10¹⁸ if the map never reaches the position because of
  /// its changing tempo.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func frames(to tick: Double) -> Double {
    let ticks = tick - anchorTick
    if slope == 0 { return ticks / ticksPerFrame }
    let square = ticksPerFrame * ticksPerFrame + 2 * slope * ticks
    if square < 0 { return ticks < 0 ? -1e18 : 1e18 }
    return 2 * ticks / (ticksPerFrame + ctactus_sqrt(square))
  }

  /// Returns the speed at a frame, in ticks per frame.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func speed(at frame: Int64) -> Double { ticksPerFrame + slope * Double(frame &- anchorFrame) }

  /// Returns the frame that lies `ticks` ticks after `frame`; at least `frame` + 1. At a falling tempo that frame may
  /// never come, so its distance is limited to four times the distance at the current tempo.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func end(of ticks: Double, from frame: Int64) -> Int64 {
    let end = self.frame(at: tick(atFrame: frame) + ticks)
    let slowest = speed(at: frame)
    let longest = slowest > 0 ? Self.floor(4 * ticks / slowest) : 1 << 20
    return max(frame &+ 1, min(end, frame &+ min(longest, 1 << 40) &+ 1))
  }

  /// Moves the anchor to a frame and continues from there at another speed; does nothing if the speed is the same.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func align(to speed: (ticksPerFrame: Double, slope: Double), at frame: Int64) {
    guard ticksPerFrame != speed.ticksPerFrame || slope != 0 || speed.slope != 0 else { return }
    anchorTick = tick(atFrame: frame)
    anchorFrame = frame
    (ticksPerFrame, slope) = speed
  }

  /// Returns the first whole tick of a region that starts at a host's position, which may be too late by `noise` ticks.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func firstTick(from tick: Double, noise: Double) -> Tick {
    TimeSettings.clamp(tick: -floor(-(tick - noise)))
  }

  /// Returns ⌊x⌋, clamped to ±10¹⁸.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func floor(_ x: Double) -> Int64 {
    if !(x > -1e18) { return -1_000_000_000_000_000_000 }
    if x >= 1e18 { return 1_000_000_000_000_000_000 }
    let whole = Int64(x)
    return Double(whole) > x ? whole &- 1 : whole
  }
}
