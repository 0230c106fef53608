import TactusSequencer

/// A stretch of a song in which nothing happens and which makes it too long.
///
/// - Thread: any
public struct SongGap: Hashable, Sendable {
  /// The seconds between which nothing happens, from the song's beginning.
  public let start, end: Double

  /// Where the song can be ended before it, in whole seconds.
  public var cut: Int { Int(start) + 1 }

  /// The first gap of a quarter of the longest length, if what lies before it is short enough.
  init?(_ timeline: EventTimeline, _ renderRange: RenderRange, _ maximum: Double) {
    let rate = timeline.clock.sampleRate.hertz
    let least = Int64(maximum / 4 * rate)
    var last = renderRange.first
    var found: (Int64, Int64)?
    for event in timeline where event.frame > last {
      let frame = min(event.frame, renderRange.end)
      if frame - last >= least {
        found = (last, frame)
        break
      }
      last = frame
    }
    if found == nil, renderRange.end - last >= least { found = (last, renderRange.end) }
    guard let found else { return nil }
    (start, end) = (Double(found.0) / rate, Double(found.1) / rate)
    guard start - Double(renderRange.first) / rate + 1 <= maximum else { return nil }
  }
}
