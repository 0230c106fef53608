import TactusTime

extension MIDISequence {
  /// The length in ticks: the latest end of a track that ends or, if all tracks loop endlessly, the latest end of a
  /// first pass.
  public var length: Tick {
    let ends = tracks.compactMap { $0.end }
    return max(0, ends.max() ?? tracks.lazy.map { $0.clampedStart + ($0.passLength ?? 0) }.max() ?? 0)
  }

  /// Whether a track is audible: it is not muted, and it is solo if any track is.
  public func isAudible(_ track: Track) -> Bool { !track.isMuted && (track.isSolo || !tracks.contains { $0.isSolo }) }
}

extension Track {
  var clampedStart: Tick { TimeSettings.clamp(tick: start) }

  /// The end in ticks of the sequence; nil for an endless loop.
  public var end: Tick? {
    let start = clampedStart
    guard let length = passLength else { return start + min(contentLength, TimeSettings.tickLimit) }
    guard passLimit > 0 else { return nil }
    let (whole, isBeyond) = length.multipliedReportingOverflow(by: Tick(passLimit))
    return isBeyond ? TimeSettings.tickLimit : min(start + min(whole, TimeSettings.tickLimit), TimeSettings.tickLimit)
  }
}
