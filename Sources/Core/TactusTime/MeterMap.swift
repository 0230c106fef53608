/// Converts ticks to bars and beats.
///
/// A new meter starts a new bar; if it starts within a bar, that bar is shortened. A beat need not be a whole number of
/// ticks: at 1 tick per quarter note, an eighth note is half a tick. Positions are therefore computed exactly, in
/// fractions of a tick. Before the first meter, 4/4 applies. In a time base of SMPTE frames, a quarter note counts as
/// half a second.
/// - Thread: any
public struct MeterMap: Hashable, Sendable {
  /// A meter and the tick at which it starts.
  public struct Entry: Hashable, Sendable {
    /// The tick at which the meter starts.
    public var tick: Tick
    /// The meter.
    public var meter: Meter

    /// Creates an entry.
    public init(tick: Tick, meter: Meter) { (self.tick, self.meter) = (tick, meter) }
  }

  private struct Segment: Hashable {
    var firstTick: Tick
    var firstBar: Int64
    var meter: Meter
  }
  private let ticksPerWhole: Int64
  private let segments: [Segment]

  /// Creates a map from entries in any order. If several entries have the same tick, the last one applies. An entry
  /// before tick 0 is moved to tick 0.
  public init(timeBase: TimeBase, entries: some Sequence<Entry> = []) {
    let ticksPerWhole = 4 * Int64(timeBase.nominalTicksPerQuarter)
    var result = [Segment(firstTick: 0, firstBar: 1, meter: .common)]
    for entry in entries.sorted(by: { $0.tick < $1.tick }) {
      let tick = max(0, TimeSettings.clamp(tick: entry.tick))
      let last = result[result.count - 1]
      if tick == last.firstTick {
        result[result.count - 1].meter = entry.meter
      } else {
        let bar = ticksPerWhole * Int64(last.meter.beats)
        let bars = ((tick - last.firstTick) * Int64(last.meter.noteValue) + bar - 1) / bar
        result.append(Segment(firstTick: tick, firstBar: last.firstBar + bars, meter: entry.meter))
      }
    }
    self.ticksPerWhole = ticksPerWhole
    segments = result
  }

  /// The effective meters with their start ticks: ascending, one per tick, the first at tick 0.
  public var entries: [Entry] { segments.map { Entry(tick: $0.firstTick, meter: $0.meter) } }

  /// Returns the meter at a tick.
  public func meter(atTick tick: Tick) -> Meter { segment(atTick: tick).meter }

  /// Returns the bar, beat and tick of a position; before tick 0, bars count down 0, −1, ….
  public func position(atTick tick: Tick) -> BarPosition {
    let tick = TimeSettings.clamp(tick: tick)
    let segment = segment(atTick: tick)
    // in units of 1/noteValue of a tick: a beat has as many units as a whole note has ticks, and a bar has that number
    // times its number of beats
    let parts = (tick - segment.firstTick) * Int64(segment.meter.noteValue)
    let bar = ticksPerWhole * Int64(segment.meter.beats)
    let bars = parts >= 0 ? parts / bar : (parts + 1) / bar - 1
    let rest = parts - bars * bar
    return BarPosition(
      bar: Int(clamping: segment.firstBar + bars), beat: Int(rest / ticksPerWhole) + 1,
      tick: Int(rest % ticksPerWhole / Int64(segment.meter.noteValue)))
  }

  /// Returns the first tick of a bar (counted from 1; 0 or less before the start), rounded up to a whole tick and
  /// clamped to ±2⁵³. This is the inverse of ``position(atTick:)``: the previous tick belongs to an earlier bar.
  public func tick(ofBar bar: Int) -> Tick {
    let index = max(0, segments.partitioningIndex { $0.firstBar > Int64(bar) } - 1)
    let segment = segments[index]
    let parts = (Int128(bar) - Int128(segment.firstBar)) * Int128(ticksPerWhole) * Int128(segment.meter.beats)
    let ticks = -WideDivision.floor(-parts, Int128(segment.meter.noteValue))
    return TimeSettings.clamp(tick: WideDivision.saturate(Int128(segment.firstTick) + ticks))
  }

  /// Returns the tick of a bar, beat and tick, rounded up to a whole tick; beats beyond the end of the bar extend into
  /// the next bars.
  public func tick(of position: BarPosition) -> Tick {
    let index = max(0, segments.partitioningIndex { $0.firstBar > Int64(position.bar) } - 1)
    let segment = segments[index]
    let beats = (Int128(position.bar) - Int128(segment.firstBar)) * Int128(segment.meter.beats)
    let parts = (beats + Int128(position.beat) - 1) * Int128(ticksPerWhole)
    let ticks = -WideDivision.floor(-parts, Int128(segment.meter.noteValue)) + Int128(position.tick)
    return TimeSettings.clamp(tick: WideDivision.saturate(Int128(segment.firstTick) + ticks))
  }

  /// Returns whether the beat and the tick of a position lie within its bar.
  package func has(_ position: BarPosition) -> Bool {
    guard position.beat >= 1, position.tick >= 0, position.bar < Int.max else { return false }
    return tick(of: position) < tick(ofBar: position.bar + 1)
  }

  private func segment(atTick tick: Tick) -> Segment {
    segments[max(0, segments.partitioningIndex { $0.firstTick > tick } - 1)]
  }
}
