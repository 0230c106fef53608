import TactusTime

extension TempoMap {
  /// Returns the tempi of a song with a range repeated several times, followed by the rest of the song;
  /// `MIDIFile.repeating` repeats the events.
  ///
  /// Each pass has the tempi and ramps of the range, starts with the tempo at the start of the range, and has the same
  /// length.
  ///
  /// - Parameters:
  ///   - ticks: the half-open range from tick 0 on; not empty.
  ///   - passes: the number of passes, at least 1.
  func repeating(_ ticks: Range<Tick>, passes: Int) -> TempoMap {
    guard passes > 1 else { return self }
    let first = entries.partitioningIndex { $0.tick >= ticks.lowerBound }
    let end = entries.partitioningIndex { $0.tick >= ticks.upperBound }
    var pass = Array(entries[first..<end])
    if first > 0, pass.first?.tick != ticks.lowerBound {
      let start = tempo(atTick: ticks.lowerBound)
      pass.insert(Entry(tick: ticks.lowerBound, tempo: start, curve: entries[first - 1].curve), at: 0)
    }
    // nothing follows that a ramp could reach
    if end == entries.count, let last = pass.indices.last { pass[last].curve = .step }
    let joined = cut(pass, atTick: ticks.upperBound)
    let length = ticks.upperBound - ticks.lowerBound
    var result = Array(entries[..<first])
    for number in 0..<passes {
      let shift = Tick(number) * length
      result += (number < passes - 1 ? joined : pass).map { $0.shifted(by: shift) }
    }
    result += entries[end...].map { $0.shifted(by: Tick(passes - 1) * length) }
    return TempoMap(timeBase: timeBase, entries: result)
  }

  /// Returns the entries of a pass that ends at a tick where another tempo follows.
  private func cut(_ pass: [Entry], atTick end: Tick) -> [Entry] {
    var (end, kept) = (end, pass[...])
    var result: [Entry] = []
    while let entry = kept.popLast() {
      let rest = endOfRamp(from: entry, atTick: end)
      result = [entry] + rest + result
      // A ramp of one tick now has a constant tempo of its own, which the ramp before it must not reach.
      guard !rest.isEmpty, entry.tick + 1 == end else { break }
      end = entry.tick
    }
    return kept + result
  }

  /// Returns the entries with which a ramp ends at a tick where another tempo follows; none if the entry has no ramp.
  ///
  /// A ramp reaches the tempo of the next entry. Therefore, it ends two ticks earlier, and the two ticks have constant
  /// tempi with which they are as long as on the ramp.
  private func endOfRamp(from entry: Entry, atTick end: Tick) -> [Entry] {
    guard entry.curve != .step else { return [] }
    let rampEnd = max(entry.tick, end - 2)
    let rest = time(atTick: end) - time(atTick: rampEnd)
    guard rampEnd + 1 < end else { return [.constant(rest, from: rampEnd)] }
    let reached = tempo(atTick: rampEnd)
    let last = rest - Int128(reached.tensOfNanoseconds)
    return [Entry(tick: rampEnd, tempo: reached), .constant(last, from: rampEnd + 1)]
  }
}

extension TempoMap.Entry {
  /// Creates an entry with a constant tempo from the duration of a tick in the map's units.
  fileprivate static func constant(_ unitsPerTick: Int128, from tick: Tick) -> Self {
    Self(tick: tick, tempo: Tempo(tensOfNanoseconds: UInt32(clamping: max(1, unitsPerTick))))
  }

  fileprivate func shifted(by ticks: Tick) -> Self { Self(tick: tick + ticks, tempo: tempo, curve: curve) }
}
