/// Handles invalid bytes.
extension MIDITrackParser {
  /// Skips to `next` after an undecodable byte; abandons the track after too many consecutive failures.
  ///
  /// Only the first delta time of a run of failures counts, because later ones are probably misread data.
  mutating func fail(_ defect: MIDIFile.Defect, at position: Int, delta: Int64, next: Int) {
    let run = failures
    markDamage()
    if run == 0 { _ = advance(delta) }
    failures = run + 1
    totalFailures += 1
    report(defect, at: position)
    offset = next
    guard failures >= reading.options.limits.failures else { return }
    report(.gaveUp(failures: failures), at: position)
    isFinished = true
  }

  /// Handles a track whose declared length ends in the middle of an event: reads past the declared end if the rest of
  /// the event is there; otherwise drops the event.
  mutating func cut(_ eventStart: Int) {
    offset = eventStart
    if continuesBehindEnd(from: eventStart) { return }
    report(.eventCut, at: eventStart)
    isFinished = true
  }

  /// Returns whether running status applies to the data byte at `position`; if there is no running status, skips the
  /// byte.
  mutating func acceptRunningStatus(_ delta: Int64, at position: Int) -> Bool {
    guard runningStatus != 0 else {
      fail(.noStatus(byte: bytes[position]), at: position, delta: delta, next: likelyEvent(after: position))
      return false
    }
    report(.runningStatusLost, at: position)
    isRunningStatusLost = false
    return true
  }

  /// Returns the likely start of the next event after a stray data byte: a delta time that is followed by a status
  /// byte. A candidate after two data bytes, as in a message that lacks its status, is preferred; without a candidate,
  /// the result is the next byte.
  private func likelyEvent(after position: Int) -> Int {
    let candidates = [position + 2, position + 1, position + 3]
    return candidates.first { $0 + 1 < end && bytes[$0] < 0x80 && bytes[$0 + 1] >= 0x80 } ?? position + 1
  }

  /// Corrects data bytes above 127 at `position`; returns false if the message is dropped because a status byte
  /// interrupts it.
  mutating func repair(_ data1: inout UInt8, _ data2: inout UInt8, at position: Int) -> Bool {
    let bad = data1 >= 0x80 ? position : position + 1
    let byte = bytes[bad]
    let isStatus = byte < 0xF0 || byte == 0xF0 || byte == 0xF7 || byte == 0xFF
    if badData == .restart, isStatus {
      report(.dataByte(byte, .restart), at: bad)
      offset = bad
      restartsAtStatus = true
      return false
    }
    report(.dataByte(byte, .clamp), at: bad)
    data1 = min(data1, 0x7F)
    data2 = min(data2, 0x7F)
    return true
  }

  /// Extends the track beyond its declared end unless the file ends there or a chunk or padding follows; returns
  /// whether the track continues.
  mutating func continuesBehindEnd(from position: Int) -> Bool {
    guard !isTrial, end == declaredEnd, end < fileEnd, !isChunk(at: end), !isPadding(at: end) else { return false }
    end = reading.nextTrack(from: position, before: fileEnd) ?? fileEnd
    guard end > position else { return false }
    report(.trackLonger(declared: declaredLength), at: declaredEnd)
    return !isFinished
  }

  /// Whether a chunk starts here: a track, or a printable name with a length that fits the file.
  private func isChunk(at position: Int) -> Bool {
    guard reading.isChunkName(at: position, before: fileEnd), fileEnd - position >= 8 else { return false }
    if reading.isTrackName(at: position, before: fileEnd) { return true }
    let length = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self))
    return Int(clamping: length) <= fileEnd - position - 8
  }

  /// Whether the next eight bytes, or all bytes up to the end of the file if there are fewer, are zeros.
  private func isPadding(at position: Int) -> Bool {
    bytes[position..<min(position + 8, fileEnd)].allSatisfy { $0 == 0 }
  }

  /// Ends the track: reports a missing End of Track and an incomplete message, and removes packets that were joined to
  /// later ones.
  mutating func finish() {
    if reading.isStopped { return }
    if let position = sysEx.openOffset { report(.sysExOpen, at: position) }
    if endOfTrack == nil { report(.noEndOfTrack, at: min(offset, fileEnd)) }
    if sysEx.hasRemoved { track.events.removeAll { $0.kind == .removed } }
    track.endTick = tick
    nextChunk = findNextChunk(after: endOfTrack ?? offset)
  }

  private mutating func findNextChunk(after position: Int) -> Int {
    let declared = min(declaredEnd, fileEnd)
    var next = end
    if let metTrack {
      nestedTrack = metTrack
      next = metTrack
    } else if end == declared, position != declaredEnd, declaredEnd > fileEnd || !isChunk(at: declaredEnd) {
      next = reading.nextTrack(from: position, before: min(declared + 7, fileEnd)) ?? declared
    } else if end == declared, position < declaredEnd, let nested = wholeTrack(from: position, before: declaredEnd) {
      nestedTrack = nested
      next = nested
    }
    if next < declared { report(.trackShorter(declared: declaredLength, actual: next - start), at: next) }
    if let endOfTrack, next > endOfTrack { report(.bytesAfterEnd(next - endOfTrack), at: endOfTrack) }
    return max(next, position)
  }
}
