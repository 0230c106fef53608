import TactusSequencer
import TactusTime

/// A region of a song without events that makes the song too long.
///
/// - Thread: any
public struct SongGap: Hashable, Sendable {
  /// The start and the end of the region, in seconds from the start of the song.
  public let start, end: Double

  /// The time in whole seconds at which the song must end so that the rest of the gap is not played.
  public var cut: Int { Int(start) + 1 }

  /// Finds the first gap that is at least a minute long and at least a quarter of the maximum length, provided that the
  /// part of the song before it is within the maximum length.
  init?(_ timeline: EventTimeline, _ renderRange: RenderRange, _ maximum: Double) {
    let rate = timeline.clock.sampleRate.hertz
    // a pause of music is no gap
    let least = Int64(max(maximum / 4, 60) * rate)
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
