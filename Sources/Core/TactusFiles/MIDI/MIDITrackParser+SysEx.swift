/// System-exclusive messages in packets: `F0 length data`, then `F7 length data` until a packet ends with F7.
///
/// A message in one packet stays in the file. A message joined from several packets is copied to a buffer that belongs
/// to the parsed track. Its event is at the tick of its last packet, when the message is complete, and the events of
/// earlier packets are removed.
struct SysExAssembly {
  /// The index of the incomplete message's event.
  var openEvent = 0
  /// The offset of the incomplete message in the file, for diagnostics; nil if there is none.
  var openOffset: Int?
  /// Whether the incomplete message has reached the size limit, so that further packets are dropped.
  var isFull = false
  /// Whether any event is marked as removed.
  var hasRemoved = false
}

extension MIDITrackParser {
  /// Reads `F0`: a complete or incomplete message.
  mutating func openSysEx(_ range: Range<Int>, at tick: Int64, _ position: Int) {
    if let earlier = sysEx.openOffset { report(.sysExOpen, at: earlier) }
    let slice = MIDIFile.Slice(offset: range.lowerBound, count: range.count)
    append(MIDIFile.Event(tick: tick, .sysEx, slice))
    let isWhole = !range.isEmpty && bytes[range.upperBound - 1] == 0xF7
    sysEx.openOffset = isWhole ? nil : position
    sysEx.openEvent = track.events.count - 1
    sysEx.isFull = false
  }

  /// Reads `F7`: the next packet of the incomplete message, or bytes to be sent unchanged.
  mutating func continueSysEx(_ range: Range<Int>, at tick: Int64, _ position: Int) {
    let first = range.isEmpty ? 0 : bytes[range.lowerBound]
    guard sysEx.openOffset != nil, first < 0x80 || first == 0xF7 else {
      append(MIDIFile.Event(tick: tick, .escape, MIDIFile.Slice(offset: range.lowerBound, count: range.count)))
      return
    }
    guard !sysEx.isFull else { return }
    let slice = MIDIFile.Slice(packed: track.events[sysEx.openEvent].body)
    let limit = min(reading.options.limits.sysExBytes, MIDIFile.Slice.maxCount)
    guard slice.count + range.count <= limit else {
      report(.sysExLimit(limit), at: position)
      sysEx.isFull = true
      return
    }
    join(slice, range, at: tick)
    if !range.isEmpty, bytes[range.upperBound - 1] == 0xF7 { sysEx.openOffset = nil }
  }

  /// Appends a packet to the incomplete message, whose data is at the end of the track's buffer.
  private mutating func join(_ slice: MIDIFile.Slice, _ range: Range<Int>, at tick: Int64) {
    var offset = slice.offset
    if !slice.isOwned {
      offset = track.owned.count
      track.owned.append(contentsOf: bytes[slice.offset..<(slice.offset + slice.count)])
    }
    track.owned.append(contentsOf: bytes[range])
    track.events[sysEx.openEvent].head = UInt64(MIDIFile.Event.Kind.removed.rawValue) << 8
    sysEx.hasRemoved = true
    append(
      MIDIFile.Event(
        tick: tick, .sysEx, MIDIFile.Slice(offset: offset, count: slice.count + range.count, isOwned: true)))
    sysEx.openEvent = track.events.count - 1
  }
}
