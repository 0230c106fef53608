/// Reads meta events, system-exclusive messages, escapes, and system messages that are not allowed in files.
extension MIDITrackParser {
  mutating func parseSystem(_ status: UInt8, _ delta: Int64, at position: Int, _ eventStart: Int) {
    switch status {
    case 0xFF: parseMeta(delta, at: position, eventStart)
    case 0xF0, 0xF7:
      guard let range = payload(at: position + 1, delta, eventStart, canBeCut: true) else { return }
      isRunningStatusLost = runningStatus != 0
      let now = advance(delta)
      if status == 0xF0 { openSysEx(range, at: now, position) } else { continueSysEx(range, at: now, position) }
    default: skipMessage(status, delta, at: position)
    }
  }

  /// Skips a system common (F1: one data byte, F2: two, F3: one) or real-time message.
  private mutating func skipMessage(_ status: UInt8, _ delta: Int64, at position: Int) {
    report(.systemMessage(status: status), at: position)
    _ = advance(delta)
    let size = status == 0xF2 ? 2 : status == 0xF1 || status == 0xF3 ? 1 : 0
    offset = position + 1
    while offset < min(position + 1 + size, end), bytes[offset] < 0x80 { offset += 1 }
  }

  private mutating func parseMeta(_ delta: Int64, at position: Int, _ eventStart: Int) {
    guard position + 1 < end else { return cut(eventStart) }
    let type = bytes[position + 1]
    if type == 0x2F { return endTrack(delta, at: position, eventStart) }
    let isFreeForm = (1...15).contains(type) || type == 0x7F
    guard let range = payload(at: position + 2, delta, eventStart, canBeCut: isFreeForm) else { return }
    isRunningStatusLost = runningStatus != 0
    if type >= 0x80 { report(.metaType(type), at: position + 1) }
    if type == 0x21 || type == 0x09 { reading.namesPorts = true }
    let slice = MIDIFile.Slice(offset: range.lowerBound, count: range.count)
    let event = MIDIFile.Event(tick: advance(delta), .meta, type: type, slice)
    append(event)
    check(event, at: position)
  }

  /// Reads End of Track, whose delta time is part of the track's length. At the end of the data, its length byte may be
  /// missing.
  private mutating func endTrack(_ delta: Int64, at position: Int, _ eventStart: Int) {
    if position + 2 >= end, continuesBehindEnd(from: eventStart) { return }
    let length = position + 2 < end ? bytes[position + 2] : 0
    if position + 2 >= end { report(.eventCut, at: eventStart) }
    if length != 0 { report(.metaLength(type: 0x2F, length: Int(clamping: length)), at: position) }
    _ = advance(delta)
    offset = min(position + 3, end)
    endOfTrack = offset
    isFinished = true
  }

  /// Reports invalid lengths and values; the payload remains unchanged.
  private mutating func check(_ event: MIDIFile.Event, at position: Int) {
    let usual: Int
    switch event.metaType {
    case 0x00: usual = 2
    case 0x20, 0x21: usual = 1
    case 0x51: usual = 3
    case 0x54: usual = 5
    case 0x58: usual = 4
    case 0x59: usual = 2
    default: return
    }
    let length = event.slice?.count ?? 0
    if event.metaType == 0x51, length == 3, bytes[offset - 3] | bytes[offset - 2] | bytes[offset - 1] != 0 { return }
    if !makesSense(event) {
      report(.metaPayload(type: event.metaType, length: length), at: position)
    } else if length != usual, event.metaType != 0 || length != 0 {
      report(.metaLength(type: event.metaType, length: length), at: position)
    }
  }

  private func makesSense(_ event: MIDIFile.Event) -> Bool {
    switch track.meaning(of: event) {
    case .other: false
    case .timeSignature(let signature): signature.isMeaningful
    default: true
    }
  }

  /// Returns the range of a payload whose length is at `position`, and moves past it; nil if the event was dropped.
  private mutating func payload(
    at position: Int, _ delta: Int64, _ eventStart: Int, canBeCut: Bool
  ) -> Range<Int>? {
    switch number(at: position) {
    case .cut:
      cut(eventStart)
      return nil
    case .long:
      fail(.numberLong(usable: false), at: position, delta: delta, next: position + 1)
      return nil
    case .value(let value, let next):
      let length = Int(value)
      offset = next + length
      if offset <= end { return next..<offset }
      offset = eventStart
      if continuesBehindEnd(from: eventStart) || isFinished { return nil }
      report(.payloadCut(declared: length, available: end - next, isKept: canBeCut), at: position)
      offset = end
      if canBeCut { return next..<end }
      _ = advance(delta)
      return nil
    }
  }
}
