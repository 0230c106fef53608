/// Which bar and beat each tick lies in.
///
/// A new meter begins a new bar; where it comes in the middle of one, that bar stays short. Beats need not be whole
/// ticks (an eighth at 1 tick per quarter): positions are computed in parts of a tick, exactly. 4/4 holds before the
/// first meter. In a time base of frames of film a quarter is taken as half a second.
/// - Thread: any
public struct MeterMap: Hashable, Sendable {
  /// A meter and where it begins.
  public struct Entry: Hashable, Sendable {
    /// Where it begins.
    public var tick: Tick
    /// The meter from there on.
    public var meter: Meter

    /// A meter from `tick` on.
    public init(tick: Tick, meter: Meter) { (self.tick, self.meter) = (tick, meter) }
  }

  private struct Segment: Hashable {
    var firstTick: Tick
    var firstBar: Int64
    var meter: Meter
  }
  private let ticksPerWhole: Int64
  private let segments: [Segment]

  /// A map of entries in any order; of several at one tick the last counts. An entry before tick 0 is taken to be at 0.
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

  /// The meters, each from its tick on; the first from tick 0.
  package var entries: [Entry] { segments.map { Entry(tick: $0.firstTick, meter: $0.meter) } }

  /// The meter that holds at a tick.
  public func meter(atTick tick: Tick) -> Meter { segment(atTick: tick).meter }

  /// The bar, beat and tick of a tick; before tick 0 bars count down 0, −1, ….
  public func position(atTick tick: Tick) -> BarPosition {
    let tick = TimeSettings.clamp(tick: tick)
    let segment = segment(atTick: tick)
    // in parts of 1/noteValue of a tick: a beat is a whole note's ticks, a bar so many of them
    let parts = (tick - segment.firstTick) * Int64(segment.meter.noteValue)
    let bar = ticksPerWhole * Int64(segment.meter.beats)
    let bars = parts >= 0 ? parts / bar : (parts + 1) / bar - 1
    let rest = parts - bars * bar
    return BarPosition(
      bar: Int(segment.firstBar + bars), beat: Int(rest / ticksPerWhole) + 1,
      tick: Int(rest % ticksPerWhole) / segment.meter.noteValue)
  }

  /// The first tick of a bar (counted from 1; below that before the start), rounded up to a whole tick. The inverse of
  /// ``position(atTick:)``: the last tick whose bar is before `bar` is one less. Clamped to ±2⁵³.
  public func tick(ofBar bar: Int) -> Tick {
    let index = max(0, segments.partitioningIndex { $0.firstBar > Int64(bar) } - 1)
    let segment = segments[index]
    let parts = (Int128(bar) - Int128(segment.firstBar)) * Int128(ticksPerWhole) * Int128(segment.meter.beats)
    let ticks = -WideDivision.floor(-parts, Int128(segment.meter.noteValue))
    return TimeSettings.clamp(tick: WideDivision.saturate(Int128(segment.firstTick) + ticks))
  }

  /// The tick of a bar, beat and tick, rounded up to a whole one; beats beyond the bar's last reach into the next bars.
  public func tick(of position: BarPosition) -> Tick {
    let index = max(0, segments.partitioningIndex { $0.firstBar > Int64(position.bar) } - 1)
    let segment = segments[index]
    let beats = (Int128(position.bar) - Int128(segment.firstBar)) * Int128(segment.meter.beats)
    let parts = (beats + Int128(position.beat) - 1) * Int128(ticksPerWhole)
    let ticks = -WideDivision.floor(-parts, Int128(segment.meter.noteValue)) + Int128(position.tick)
    return TimeSettings.clamp(tick: WideDivision.saturate(Int128(segment.firstTick) + ticks))
  }

  /// Whether a bar has the beat, and the beat the ticks, that a position names.
  package func has(_ position: BarPosition) -> Bool {
    guard position.beat >= 1, position.tick >= 0 else { return false }
    return tick(of: position) < tick(ofBar: position.bar + 1)
  }

  private func segment(atTick tick: Tick) -> Segment {
    segments[max(0, segments.partitioningIndex { $0.firstTick > tick } - 1)]
  }
}
