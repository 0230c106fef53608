import CJACK
import TactusTime

/// Provides the position of a timebase master: bars, beats, ticks and tempo of a sequence at a frame.
///
/// The resolution is ``ticksPerQuarter`` ticks per quarter note: at 120 bpm and 48 kHz, a tick is 1/80 of a frame.
/// Frame 0 is tick 0.
/// - Thread: audio
package struct JACKTimebase {
  /// The ticks per quarter note that are reported to JACK.
  package static var ticksPerQuarter: Double { 1_920_000 }

  /// A segment with one meter.
  struct Bars: BitwiseCopyable {
    /// The start of the segment in ticks of the sequence.
    var tick: Int64
    /// The number of the segment's first bar, from 0.
    var bar: Int64
    var beats: Int32
    var noteValue: Int32
  }

  /// The tick at which counting stops, because integers would overflow beyond it.
  private static var farthest: Double { 9e14 }

  private var cursor: FrameCursor
  private let bars: UnsafePointer<Bars>
  private let count: Int
  /// The sequence's ticks per quarter note.
  private let ticks: Double
  private let sampleRate: Double

  init(_ cursor: FrameCursor, bars: UnsafePointer<Bars>, count: Int, ticksPerQuarter: Int, sampleRate: Int) {
    (self.cursor, self.bars, self.count) = (cursor, bars, count)
    (ticks, self.sampleRate) = (Double(max(1, ticksPerQuarter)), Double(sampleRate))
  }

  /// Fills in a position for its frame.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func fill(_ position: UnsafeMutablePointer<jack_position_t>) {
    let location = cursor.locate(atFrame: Int64(position.pointee.frame), shift: 0)
    var index = count &- 1
    while index > 0, Double(bars[index].tick) > location.tick + 1e-6 { index &-= 1 }
    let entry = bars[index]
    let beatTicks = Self.ticksPerQuarter * 4 / Double(entry.noteValue)
    let barTicks = beatTicks * Double(entry.beats)
    let scale = Self.ticksPerQuarter / ticks
    // add a little, so that a rounding error does not turn a whole beat into the beat before
    let since = min(max(0, (location.tick - Double(entry.tick)) * scale), Self.farthest) + 1e-3
    let bar = Self.floor(since / barTicks)
    let beat = Self.floor((since - bar * barTicks) / beatTicks)
    let tick = max(0, since - bar * barTicks - beat * beatTicks - 1e-3)
    position.pointee.bar = Int32(truncatingIfNeeded: entry.bar &+ Int64(bar) &+ 1)
    position.pointee.beat = Int32(min(max(0, beat), 1e9)) &+ 1
    position.pointee.tick = Int32(min(tick, 2e9))
    ctactus_jack_set_tick(position, tick)
    position.pointee.bar_start_tick = Double(entry.tick) * scale + bar * barTicks
    position.pointee.beats_per_bar = Float(entry.beats)
    position.pointee.beat_type = Float(entry.noteValue)
    position.pointee.ticks_per_beat = beatTicks
    if location.framesPerTick > 0 {
      position.pointee.beats_per_minute =
        60 * sampleRate / (location.framesPerTick * ticks) * Double(entry.noteValue) / 4
    }
    position.pointee.valid |= UInt32(JackPositionBBT) | UInt32(JackTickDouble)
  }

  private static func floor(_ x: Double) -> Double {
    guard x > -1e15, x < 1e15 else { return 0 }
    let whole = Double(Int64(x))
    return whole > x ? whole - 1 : whole
  }
}
