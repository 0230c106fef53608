/// A segment of a ``TempoMap`` with a constant tempo or one ramp.
struct TempoSegment {
  var firstTick: Tick
  /// The start of the segment, in units.
  var time: Int128
  /// The duration of a tick in units; on a ramp, at its start.
  var unitsPerTick: UInt32
  /// The duration of a tick at the end of a ramp.
  var lastUnitsPerTick: UInt32
  var curve: TempoCurve

  var isRamp: Bool { curve != .step }
  var isLinearInTime: Bool { curve == .linearInTime }

  /// Creates a segment with a constant tempo that starts at tick 0.
  init(unitsPerTick: UInt32) {
    (firstTick, time) = (0, 0)
    (self.unitsPerTick, lastUnitsPerTick, curve) = (unitsPerTick, unitsPerTick, .step)
  }

  func ramp(until end: Tick) -> TempoRamp {
    TempoRamp(length: end - firstTick, first: unitsPerTick, last: lastUnitsPerTick, isLinearInTime: isLinearInTime)
  }

  /// Returns the ramp between two successive entries; nil if the first is a step, their tempi are equal, or the ramp
  /// exceeds the limits.
  static func ramp(from entry: TempoMap.Entry, to next: TempoMap.Entry) -> TempoRamp? {
    let (a, b) = (entry.tempo.tensOfNanoseconds, next.tempo.tensOfNanoseconds)
    let length = next.tick - entry.tick
    guard entry.curve != .step, a != b, length <= TimeSettings.rampTickLimit,
      max(a, b) / min(a, b) < TimeSettings.rampRatioLimit
    else { return nil }
    return TempoRamp(length: length, first: a, last: b, isLinearInTime: entry.curve == .linearInTime)
  }

  /// Returns the segments of normalized entries; each starts at the exact end of the previous one.
  static func chain(_ entries: [TempoMap.Entry]) -> [TempoSegment] {
    var segments: [TempoSegment] = []
    segments.reserveCapacity(entries.count)
    var time: Int128 = 0
    for (index, entry) in entries.enumerated() {
      let next = index + 1 < entries.count ? entries[index + 1] : nil
      let ramp = next.flatMap { TempoSegment.ramp(from: entry, to: $0) }
      var segment = TempoSegment(unitsPerTick: entry.tempo.tensOfNanoseconds)
      (segment.firstTick, segment.time) = (entry.tick, time)
      if let ramp {
        (segment.lastUnitsPerTick, segment.curve) = (ramp.last, entry.curve)
      }
      if ramp != nil || segments.last.map({ $0.isRamp || $0.unitsPerTick != segment.unitsPerTick }) ?? true {
        segments.append(segment)
      }
      guard let next else { break }
      let length = next.tick - entry.tick
      time += ramp.map { Int128($0.time(after: length)) } ?? Int128(length) * Int128(segment.unitsPerTick)
    }
    return segments
  }
}
