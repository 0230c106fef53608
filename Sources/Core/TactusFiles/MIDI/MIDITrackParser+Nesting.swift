/// Handles data after End of Track, or after the expected end of a track: the rest of the track, or the next track.
extension MIDITrackParser {
  /// Reads the data after an early End of Track if it belongs to the track; returns whether it does.
  ///
  /// The data belongs to the track if it consists only of complete, decodable events up to another End of Track, at
  /// least one of them a channel message.
  mutating func continuesAfterEnd() -> Bool {
    guard let position = endOfTrack, position < end, end == declaredEnd, sysEx.openOffset == nil else { return false }
    guard !reading.options.isStrict, !reading.isStopped, reading.patience > 0 else { return false }
    let before = TrialMark(self)
    (isTrial, isFinished, isDamaged, endOfTrack) = (true, false, false, nil)
    (runningStatus, isRunningStatusLost) = (0, false)
    parseTrial()
    let isWhole = !isDamaged && sysEx.openOffset == nil
    guard let last = endOfTrack, isWhole, track.events[before.events...].contains(where: { $0.isChannelMessage }) else {
      reading.losePatience(offset - position)
      restore(before, endOfTrack: position)
      return false
    }
    (isTrial, isDamaged) = (false, before.isDamaged)
    report(.earlyEnd(bytes: last - position), at: position)
    return true
  }

  /// The state that a trial parse changes, so that it can be restored without a copy of the track.
  private struct TrialMark {
    let findings: MIDIFile.Diagnostics
    let (events, owned, longDeltas): (Int, Int, Int)
    let tick: Int64
    let sysEx: SysExAssembly
    let isDamaged: Bool

    init(_ parser: MIDITrackParser) {
      findings = parser.reading.diagnostics
      (events, owned) = (parser.track.events.count, parser.track.owned.count)
      longDeltas = parser.longDeltas.count
      (tick, sysEx, isDamaged) = (parser.tick, parser.sysEx, parser.isDamaged)
    }
  }

  private mutating func restore(_ mark: TrialMark, endOfTrack position: Int) {
    reading.forget(since: mark.findings)
    track.events.removeLast(track.events.count - mark.events)
    track.owned.removeLast(track.owned.count - mark.owned)
    longDeltas.removeLast(longDeltas.count - mark.longDeltas)
    (tick, sysEx, isDamaged) = (mark.tick, mark.sysEx, mark.isDamaged)
    (isTrial, isFinished, endOfTrack, metTrack) = (false, true, position, nil)
    offset = position
  }

  /// Returns whether the next track starts where an event is expected, and ends this track if so. The next track is
  /// recognized by its chunk name and a length that fits the file.
  mutating func meetsTrack(at position: Int) -> Bool {
    guard reading.isTrackName(at: position, before: end), fileEnd - position >= 8, bytes[position + 4] == 0 else {
      return false
    }
    let length = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self))
    guard Int(clamping: length) <= fileEnd - position - 8 else { return false }
    metTrack = position
    isFinished = true
    return true
  }

  /// Returns the next "MTrk" at or after an offset, if it starts a complete track that ends before `limit`.
  func wholeTrack(from position: Int, before limit: Int) -> Int? {
    guard !reading.options.isStrict, let found = reading.nextTrack(from: position, before: limit) else { return nil }
    let mark = reading.diagnostics
    defer { reading.forget(since: mark) }
    let length = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: found + 4, as: UInt32.self))
    var parser = MIDITrackParser(reading, index: index, from: found + 8, length: Int(clamping: length), fileEnd: limit)
    parser.isTrial = true
    parser.parseTrial()
    return parser.endOfTrack != nil && !parser.isDamaged ? found : nil
  }

  // MARK: Implausible delta times

  /// Records a delta time that may be more than an hour.
  mutating func noteLongDelta(_ delta: Int64) {
    longDeltas.append(
      MIDILongDelta(offset: deltaPosition, before: tick, after: tick &+ delta, isAfterDamage: isDamaged))
  }

  /// Records that something could not be decoded; a long delta time directly before it is then marked as well.
  mutating func markDamage() {
    isDamaged = true
    if let last = longDeltas.indices.last, longDeltas[last].after == tick { longDeltas[last].isAfterDamage = true }
  }
}
