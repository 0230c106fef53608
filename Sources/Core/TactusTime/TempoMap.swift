/// Where each tick lies in time: tempo entries, each followed by a step or a ramp to the next.
///
/// Positions are whole numbers of *units*, 1 / (ticks per quarter · 10⁸) of a second, held in 128 bits. On steps they are
/// exact. On ramps they are the exact position rounded once to the nearest unit, counted
/// from the ramp's start; before the rounding, the error in a ramp of an hour at 480 ticks per quarter note is below
/// 4 · 10⁻¹² s. The ramp's end is such a whole number too, so that what follows it is again exact.
///
/// - 120 bpm holds before the first entry, also for negative ticks (a pre-roll) if no entry lies at tick 0.
/// - An entry without a tempo (zero) is ignored. Of several entries at one tick the last counts.
/// - Ticks are clamped to ±2⁵³; an entry before tick 0 is taken to be at 0.
/// - A ramp lasts until the next entry and meets its tempo there; after the last entry it is a step.
/// - In a time base of frames of film the entries are kept, but change nothing.
///
/// - Thread: any
public struct TempoMap: Sendable {
  /// One tempo and how it goes on.
  public struct Entry: Hashable, Sendable {
    /// Where it begins.
    public var tick: Tick
    /// The tempo at that tick.
    public var tempo: Tempo
    /// How the tempo goes on to the next entry.
    public var curve: TempoCurve

    /// A tempo from `tick` on.
    public init(tick: Tick, tempo: Tempo, curve: TempoCurve = .step) {
      self.tick = tick
      self.tempo = tempo
      self.curve = curve
    }
  }

  /// What a tick is.
  public let timeBase: TimeBase
  /// The entries that count: ascending, one at a tick, the first at tick 0.
  public let entries: [Entry]
  /// Units of time in a second.
  package let unitsPerSecond: Int64
  /// What ``TempoMap/time(atTick:)`` reads: never empty, ascending, entries that change nothing left out.
  let segments: [TempoSegment]

  /// A map from entries in any order.
  public init(timeBase: TimeBase, entries: some Sequence<Entry> = []) {
    self.timeBase = timeBase
    self.entries = Self.normalise(entries)
    switch timeBase {
    case .ticksPerQuarter(let ticks):
      unitsPerSecond = Int64(TimeBase.clamp(ticks)) * 100_000_000
      segments = TempoSegment.chain(self.entries)
    case .ticksPerFrame(let ticks, let rate):
      unitsPerSecond = Int64(TimeBase.clamp(ticks)) * Int64(rate.numerator)
      segments = [TempoSegment(unitsPerTick: UInt32(rate.denominator))]
    }
  }

  /// The position of a tick in units: exact on steps, rounded half up on ramps.
  package func time(atTick tick: Tick) -> Int128 {
    let tick = TimeSettings.clamp(tick: tick)
    let index = segmentIndex(atTick: tick)
    let segment = segments[index]
    guard let ramp = ramp(at: index), tick >= segment.firstTick else {
      return segment.time + Int128(tick - segment.firstTick) * Int128(segment.unitsPerTick)
    }
    return segment.time + Int128(ramp.time(after: tick - segment.firstTick))
  }

  /// The position of a tick in seconds, counted from tick 0.
  public func seconds(atTick tick: Tick) -> ExactSeconds {
    ExactSeconds(numerator: time(atTick: tick), denominator: Int128(unitsPerSecond))
  }

  /// The tempo at a tick, on ramps to the nearest 10 ns per quarter. Of a time base in frames of film: what its entries
  /// say, although nothing follows it.
  public func tempo(atTick tick: Tick) -> Tempo {
    let index = max(0, entries.partitioningIndex { $0.tick > tick } - 1)
    let entry = entries[index]
    guard index + 1 < entries.count, tick > entry.tick,
      let ramp = TempoSegment.ramp(from: entry, to: entries[index + 1])
    else { return entry.tempo }
    return Tempo(tensOfNanoseconds: UInt32(ramp.unitsPerTick(after: tick - entry.tick) + 0.5))
  }

  /// The segment that holds a tick; the first also holds all before it.
  private func segmentIndex(atTick tick: Tick) -> Int {
    max(0, segments.partitioningIndex { $0.firstTick > tick } - 1)
  }

  private func ramp(at index: Int) -> TempoRamp? {
    segments[index].isRamp ? segments[index].ramp(until: segments[index + 1].firstTick) : nil
  }

  /// Sorted, clamped, playable, one at a tick, the first at 0.
  private static func normalise(_ entries: some Sequence<Entry>) -> [Entry] {
    var sorted = entries.filter { $0.tempo.tensOfNanoseconds > 0 }
    if !sorted.indices.dropFirst().allSatisfy({ sorted[$0 - 1].tick <= sorted[$0].tick }) {
      sorted.sort { $0.tick < $1.tick }  // the standard library's sort is stable
    }
    var result: [Entry] = []
    result.reserveCapacity(sorted.count + 1)
    if (sorted.first?.tick ?? 1) > 0 { result.append(Entry(tick: 0, tempo: .standard)) }
    for var entry in sorted {
      entry.tick = max(0, TimeSettings.clamp(tick: entry.tick))
      if result.last?.tick == entry.tick { result.removeLast() }
      result.append(entry)
    }
    return result
  }
}

extension TempoMap: Hashable {
  /// Maps are equal when they have the same time base and the same entries that count.
  public static func == (a: TempoMap, b: TempoMap) -> Bool { a.timeBase == b.timeBase && a.entries == b.entries }

  /// Hashes what ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(timeBase)
    hasher.combine(entries)
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element passes, where all after it pass too; `endIndex` if none does.
  package func partitioningIndex(where passes: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if passes(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
