import CTactusShims
import TactusTime

/// Which frame each tick is on, by a host's tempo and place: a straight line, or a parabola while the host says that its
/// tempo moves.
///
/// A tick is whatever part of a quarter note its maker counts in. An event at the exact position p (in frames) has the
/// frame ⌊p + ½⌋, and
///
///     frame(t) < f  ⟺  t < firstTick(notBefore: f)
///
/// - Thread: audio
package struct HostTickMap: BitwiseCopyable, Sendable {
  package var anchorFrame: Int64
  /// The position at the beginning of ``anchorFrame``.
  package var anchorTick: Double
  /// Above 0.
  package var ticksPerFrame: Double
  /// By how much ``ticksPerFrame`` grows with each frame.
  package var slope: Double

  /// A line on which `tick` is at the beginning of `frame`.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(tick: Double, frame: Int64, ticksPerFrame: Double, slope: Double = 0) {
    (anchorFrame, anchorTick) = (frame, tick)
    (self.ticksPerFrame, self.slope) = (ticksPerFrame, slope)
  }

  /// The frame of a tick.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func frame(atTick tick: Tick) -> Int64 { frame(at: Double(tick)) }

  /// The frame of a position between ticks.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func frame(at position: Double) -> Int64 { anchorFrame &+ Self.floor(frames(to: position) + 0.5) }

  /// The first tick that is not before a frame.
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

  /// The position at a frame, in ticks.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func tick(atFrame frame: Int64) -> Double {
    let frames = Double(frame &- anchorFrame)
    return anchorTick + (ticksPerFrame + 0.5 * slope * frames) * frames
  }

  /// How many frames after the anchor a position is reached; far away, never.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func frames(to tick: Double) -> Double {
    let ticks = tick - anchorTick
    if slope == 0 { return ticks / ticksPerFrame }
    let square = ticksPerFrame * ticksPerFrame + 2 * slope * ticks
    if square < 0 { return ticks < 0 ? -1e18 : 1e18 }
    return 2 * ticks / (ticksPerFrame + tactus_sqrt(square))
  }

  /// How fast it goes at a frame.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func speed(at frame: Int64) -> Double { ticksPerFrame + slope * Double(frame &- anchorFrame) }

  /// The frame, one later at least, at which something ends that begins at a frame and is so many ticks long. Where the
  /// tempo falls so much that it would never end, by four times its length at the present tempo.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func end(of ticks: Double, from frame: Int64) -> Int64 {
    let end = self.frame(at: tick(atFrame: frame) + ticks)
    let slowest = speed(at: frame)
    let longest = slowest > 0 ? Self.floor(4 * ticks / slowest) : 1 << 20
    return max(frame &+ 1, min(end, frame &+ min(longest, 1 << 40) &+ 1))
  }

  /// Goes on at another speed from where it is at a frame; nothing where it is the same.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func align(to speed: (ticksPerFrame: Double, slope: Double), at frame: Int64) {
    guard ticksPerFrame != speed.ticksPerFrame || slope != 0 || speed.slope != 0 else { return }
    anchorTick = tick(atFrame: frame)
    anchorFrame = frame
    (ticksPerFrame, slope) = speed
  }

  /// The first whole tick of a stretch that begins at a host's position, which may be off by so many ticks.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func firstTick(from tick: Double, noise: Double) -> Tick {
    TimeSettings.clamp(tick: -floor(-(tick - noise)))
  }

  /// ⌊x⌋, within ±10¹⁸.
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
