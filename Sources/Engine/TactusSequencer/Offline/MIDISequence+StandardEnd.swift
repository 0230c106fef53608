import TactusTime

extension MIDISequence {
  /// The default number of bars for endless loops.
  private static var standardBars: Int { 8 }

  /// The default end of playback: the end of the last audible track.
  ///
  /// With endless loops, playback continues at least to the end of bar `standardBars` and to the end of the first pass
  /// of the longest loop. If no track is audible, all tracks count.
  package var standardEnd: Tick {
    let audible = tracks.filter(isAudible)
    let counting = audible.isEmpty ? tracks : audible
    let lastEnd = max(0, counting.compactMap { $0.end }.max() ?? 0)
    guard let loop = counting.filter({ $0.end == nil }).longestLoop else { return lastEnd }
    return max(lastEnd, max(meterMap.tick(ofBar: Self.standardBars + 1), loop.start + loop.length))
  }
}

extension [Track] {
  /// The start of the track with the longest loop, and the length of one pass of it; nil without loops.
  package var longestLoop: (start: Tick, length: Tick)? {
    compactMap { track in
      track.passLength.map { (start: TimeSettings.clamp(tick: track.start), length: $0) }
    }.max { $0.length < $1.length }
  }
}
