/// Converts ticks to time: a list of tempi, each followed by a step or a ramp to the next.
///
/// Positions are whole numbers of *units* of 1 / (ticks per quarter note · 10⁸) second, stored in 128 bits. On steps,
/// they are exact. On ramps, the position relative to the ramp's start is rounded once to the nearest unit; before
/// rounding, its error in a ramp of one hour at 480 ticks per quarter note is below 4 · 10⁻¹² s. The end of a ramp is
/// also a whole number of units, so distances from there are exact again.
///
/// - Before the first entry, the tempo is 120 bpm; this includes negative ticks (a pre-roll) if there is no entry at
///   tick 0.
/// - An entry without a tempo (zero) is ignored. If several entries have the same tick, the last one applies.
/// - Ticks are clamped to ±2⁵³; an entry before tick 0 is moved to tick 0.
/// - A ramp lasts until the next entry, whose tempo it reaches. After the last entry, a ramp is treated as a step.
/// - In a time base of SMPTE frames, the entries are stored but have no effect.
///
/// - Thread: any
public struct TempoMap: Sendable {
  /// A tempo, and how it changes until the next entry.
  public struct Entry: Hashable, Sendable {
    /// The tick at which the entry starts.
    public var tick: Tick
    /// The tempo at that tick.
    public var tempo: Tempo
    /// How the tempo changes until the next entry.
    public var curve: TempoCurve

    /// Creates an entry that starts at `tick`.
    public init(tick: Tick, tempo: Tempo, curve: TempoCurve = .step) {
      self.tick = tick
      self.tempo = tempo
      self.curve = curve
    }
  }

  /// The meaning of a tick.
  public let timeBase: TimeBase
  /// The effective entries: ascending, one per tick, the first at tick 0.
  public let entries: [Entry]
  /// The units of time per second.
  package let unitsPerSecond: Int64
  /// The segments that ``TempoMap/time(atTick:)`` uses: at least one, in ascending order. Entries that do not change
  /// the tempo have no segment.
  let segments: [TempoSegment]

  /// Creates a map from entries in any order.
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

  /// Returns the position of a tick in units: exact on steps, rounded half up on ramps.
  package func time(atTick tick: Tick) -> Int128 {
    let tick = TimeSettings.clamp(tick: tick)
    let index = segmentIndex(atTick: tick)
    let segment = segments[index]
    guard let ramp = ramp(at: index), tick >= segment.firstTick else {
      return segment.time + Int128(tick - segment.firstTick) * Int128(segment.unitsPerTick)
    }
    return segment.time + Int128(ramp.time(after: tick - segment.firstTick))
  }

  /// Returns the position of a tick in seconds from tick 0.
  public func seconds(atTick tick: Tick) -> ExactSeconds {
    ExactSeconds(numerator: time(atTick: tick), denominator: Int128(unitsPerSecond))
  }

  /// Returns the last tick that is not after a time, counted from tick 0; clamped to ±2⁵³.
  ///
  /// **Inverse.** `tick(atSeconds: seconds(atTick: t)) == t` for all ticks within ±2⁵³ whose next tick is later, which
  /// are all but those of ramps near 6 · 10⁹ beats per minute.
  public func tick(atSeconds seconds: ExactSeconds) -> Tick {
    let units = units(of: seconds)
    var (low, high) = (-TimeSettings.tickLimit, TimeSettings.tickLimit)
    while low < high {
      let middle = low + (high - low + 1) / 2
      if time(atTick: middle) <= units { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// Returns a time in units, rounded down; clamped far beyond the times of all ticks.
  private func units(of seconds: ExactSeconds) -> Int128 {
    let (whole, rest) = seconds.division
    // a tick's time has at most 86 bits
    guard whole.magnitude < 1 << 75 else { return whole < 0 ? -(1 << 120) : 1 << 120 }
    let product = UInt128(rest).multipliedFullWidth(by: UInt128(unitsPerSecond))
    let part = UInt128(seconds.denominator).dividingFullWidth(product).quotient
    return whole * Int128(unitsPerSecond) + Int128(part)
  }

  /// Returns the tempo at a tick; on ramps, it is rounded to the nearest 10 ns per quarter note. With a time base of
  /// SMPTE frames, this is the entries' tempo, although it has no effect.
  public func tempo(atTick tick: Tick) -> Tempo {
    let index = max(0, entries.partitioningIndex { $0.tick > tick } - 1)
    let entry = entries[index]
    guard index + 1 < entries.count, tick > entry.tick,
      let ramp = TempoSegment.ramp(from: entry, to: entries[index + 1])
    else { return entry.tempo }
    return Tempo(tensOfNanoseconds: UInt32(ramp.unitsPerTick(after: tick - entry.tick) + 0.5))
  }

  /// Returns the index of the segment that contains a tick; the first segment also covers everything before it.
  private func segmentIndex(atTick tick: Tick) -> Int {
    max(0, segments.partitioningIndex { $0.firstTick > tick } - 1)
  }

  private func ramp(at index: Int) -> TempoRamp? {
    segments[index].isRamp ? segments[index].ramp(until: segments[index + 1].firstTick) : nil
  }

  /// Returns the valid entries, sorted and clamped, one per tick, the first at tick 0.
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
  /// Whether two maps have the same time base and the same effective entries.
  public static func == (a: TempoMap, b: TempoMap) -> Bool { a.timeBase == b.timeBase && a.entries == b.entries }

  /// Hashes the values that ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(timeBase)
    hasher.combine(entries)
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the first index whose element passes, provided that all later elements pass too; `endIndex` if no element
  /// passes.
  package func partitioningIndex(where passes: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if passes(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
