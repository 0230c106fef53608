/// Handles invalid bytes.
extension MIDITrackParser {
  /// Skips to `next` after something undecodable; abandons the track after too many in a row.
  ///
  /// Only the first delta time of a run counts, because what follows is probably misread data.
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

  /// Handles the end of the bytes within an event: continues after the declared end if the rest is there, or drops the
  /// event.
  mutating func cut(_ eventStart: Int) {
    offset = eventStart
    if continuesBehindEnd(from: eventStart) { return }
    report(.eventCut, at: eventStart)
    isFinished = true
  }

  /// Decides whether running status applies to the data byte at `position`; if there is none, skips the byte.
  mutating func acceptRunningStatus(_ delta: Int64, at position: Int) -> Bool {
    guard runningStatus != 0 else {
      fail(.noStatus(byte: bytes[position]), at: position, delta: delta, next: likelyEvent(after: position))
      return false
    }
    report(.runningStatusLost, at: position)
    isRunningStatusLost = false
    return true
  }

  /// Returns the start of the next event after a stray data byte: where a status follows a delta time, most likely
  /// after the two data bytes of a message that lost its own; otherwise the next byte.
  private func likelyEvent(after position: Int) -> Int {
    let candidates = [position + 2, position + 1, position + 3]
    return candidates.first { $0 + 1 < end && bytes[$0] < 0x80 && bytes[$0 + 1] >= 0x80 } ?? position + 1
  }

  /// Corrects data bytes above 127 at `position`; returns false if the message is abandoned for the status that
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

  /// Whether the track continues after its declared end, because neither the end of the file nor a chunk is there.
  mutating func continuesBehindEnd(from position: Int) -> Bool {
    guard !isTrial, end == declaredEnd, end < fileEnd, !isChunk(at: end), !isPadding(at: end) else { return false }
    end = reading.nextTrack(from: position, before: fileEnd) ?? fileEnd
    guard end > position else { return false }
    report(.trackLonger(declared: declaredLength), at: declaredEnd)
    return !isFinished
  }

  /// Whether a track starts here, or a printable name with a length that fits the file.
  private func isChunk(at position: Int) -> Bool {
    guard reading.isChunkName(at: position, before: fileEnd), fileEnd - position >= 8 else { return false }
    if reading.isTrackName(at: position, before: fileEnd) { return true }
    let length = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self))
    return Int(clamping: length) <= fileEnd - position - 8
  }

  /// Whether zeros follow up to the end of the file, or at least eight of them.
  private func isPadding(at position: Int) -> Bool {
    bytes[position..<min(position + 8, fileEnd)].allSatisfy { $0 == 0 }
  }

  /// Ends the track: handles a missing End of Track, an incomplete message, and packets that became part of later ones.
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
