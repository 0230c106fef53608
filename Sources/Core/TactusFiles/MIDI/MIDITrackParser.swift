import TactusMIDI

/// Decodes the events of one track chunk.
///
/// The declared length limits the track only if it is plausible: if the declared data ends without End of Track and no
/// chunk name follows, the track continues to its End of Track or the next "MTrk".
struct MIDITrackParser {
  let reading: MIDIReading
  let bytes: UnsafeRawBufferPointer  // of the file that `reading` keeps alive
  let index: Int
  let start: Int
  let declaredLength: Int
  let declaredEnd: Int
  let fileEnd: Int
  let badData: MIDIFile.BadData
  let limit: Int

  var track = MIDIFile.Track()
  /// The offset of the next byte.
  var offset: Int
  /// The end of the track's bytes, as far as it is known.
  var end: Int
  var tick: Int64 = 0
  /// The last channel-voice status; 0 if there was none. Meta events and system-exclusive messages do not clear it.
  var runningStatus: UInt8 = 0
  var isRunningStatusLost = false
  var sysEx = SysExAssembly()
  /// The number of consecutive undecodable bytes.
  var failures = 0
  /// The number of all undecodable bytes.
  var totalFailures = 0
  var isFinished = false
  /// Whether the next byte is a status byte that interrupted the previous message and has no delta time.
  var restartsAtStatus = false
  /// The offset of the first byte after End of Track.
  var endOfTrack: Int?
  /// Whether something could not be decoded, or was guessed.
  var isDamaged = false
  /// Whether this is a trial parse of bytes that may belong to the track.
  var isTrial = false
  /// The offset of the next track's "MTrk", if it was found where an event should start.
  var metTrack: Int?
  /// The offset of the "MTrk" of a track within these bytes, known after `parse`.
  var nestedTrack: Int?
  /// The offset of the latest delta time that has more than one byte.
  var deltaPosition = 0
  /// The delta times that may last an hour or more.
  var longDeltas: [MIDILongDelta] = []
  /// The offset of the next chunk, known after `parse`.
  var nextChunk = 0

  init(_ reading: MIDIReading, index: Int, from start: Int, length: Int, fileEnd: Int) {
    self.reading = reading
    bytes = reading.bytes
    self.index = index
    self.start = start
    self.fileEnd = fileEnd
    declaredLength = length
    declaredEnd = start + min(length, Int.max - start)
    end = min(declaredEnd, fileEnd)
    offset = start
    badData = reading.options.badData
    limit = reading.eventsLeft
    track.source = reading.file
    if declaredEnd > fileEnd { report(.trackCut(declared: length, available: fileEnd - start), at: start - 4) }
  }

  /// Whether this is more likely private data of a program than a track.
  var looksPrivate: Bool { totalFailures > 0 }

  mutating func report(_ defect: MIDIFile.Defect, at position: Int) {
    reading.report(defect, at: position, track: index)
    if defect.severity == .error { markDamage() }
    if reading.isStopped { isFinished = true }
  }

  mutating func parse() -> MIDIFile.Track {
    while !isFinished {
      if offset >= end {
        guard continuesBehindEnd(from: offset) else { break }
      }
      parseEvent()
    }
    while continuesAfterEnd() {}
    finish()
    return track
  }

  /// Parses bytes that may belong to the track, up to their end or the first undecodable event.
  mutating func parseTrial() {
    while !isFinished, !isDamaged, offset < end { parseEvent() }
  }

  /// Parses a delta time and an event; the fast path is a one-byte delta time and a complete, valid channel message.
  @inline(__always)
  private mutating func parseEvent() {
    let eventStart = offset
    var delta = Int64(bytes[eventStart])
    var position = eventStart + 1
    if delta == 0x4D, meetsTrack(at: eventStart) { return }
    if delta >= 0x80 {
      guard let number = deltaTime(at: eventStart) else { return }
      delta = Int64(number.value)
      position = number.next
    }
    guard position < end else { return cut(eventStart) }
    var status = bytes[position]
    if status >= 0xF0 { return parseSystem(status, delta, at: position, eventStart) }
    if status >= 0x80 {
      position += 1
      runningStatus = status
      isRunningStatusLost = false
    } else {
      status = runningStatus
      if status == 0 || isRunningStatusLost, !acceptRunningStatus(delta, at: position) { return }
    }
    let size = status & 0xE0 == 0xC0 ? 1 : 2
    guard position + size <= end else { return cut(eventStart) }
    var data1 = bytes[position]
    var data2 = size == 2 ? bytes[position + 1] : 0
    offset = position + size
    let now = advance(delta)
    if (data1 | data2) >= 0x80, !repair(&data1, &data2, at: position) { return }
    append(MIDIFile.Event(tick: now, ChannelMessage(status: status, data1, data2)))
  }

  /// Advances time by a delta time and returns the tick; a decoded event ends a run of failures.
  @inline(__always)
  mutating func advance(_ delta: Int64) -> Int64 {
    failures = 0
    if delta >= reading.hourTicks { noteLongDelta(delta) }
    tick &+= delta
    if tick > MIDIFile.Event.maxTick {
      tick = MIDIFile.Event.maxTick
      report(.tickLimit, at: offset)
    }
    return tick
  }

  @inline(__always)
  mutating func append(_ event: MIDIFile.Event) {
    guard track.events.count < limit else {
      report(.eventLimit(reading.options.limits.events), at: offset)
      isFinished = true
      return
    }
    track.events.append(event)
  }
}
