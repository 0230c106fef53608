/// System-exclusive messages that come in packets: `F0 length data`, then `F7 length data` until one ends with F7.
///
/// A whole message stays in place. One that is put together lies in the track's own bytes, at the tick of its last
/// packet, because only then is it complete; its earlier packets disappear.
struct SysExAssembly {
  /// The open message: its event, and its offset in the file for messages to the user.
  var openEvent = 0
  var openOffset: Int?
  /// The open message has met the size limit: further packets are dropped.
  var isFull = false
  /// Some events are marked as removed.
  var hasRemoved = false
}

extension MIDITrackParser {
  /// `F0`: a message, complete or not.
  mutating func openSysEx(_ range: Range<Int>, at tick: Int64, _ position: Int) {
    if let earlier = sysEx.openOffset { report(.sysExOpen, at: earlier) }
    let slice = MIDIFile.Slice(offset: range.lowerBound, count: range.count)
    append(MIDIFile.Event(tick: tick, .sysEx, slice))
    let isWhole = !range.isEmpty && bytes[range.upperBound - 1] == 0xF7
    sysEx.openOffset = isWhole ? nil : position
    sysEx.openEvent = track.events.count - 1
    sysEx.isFull = false
  }

  /// `F7`: the next packet of the open message, or bytes to be sent as they are.
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

  /// Puts a packet behind the open message, which then is the last thing among the track's own bytes.
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
