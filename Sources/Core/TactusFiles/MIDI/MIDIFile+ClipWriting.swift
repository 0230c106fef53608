import TactusMIDI

extension MIDIFile {
  /// Returns the song as a MIDI Clip File (`SMF2CLIP`), with all tracks merged and ports written as groups.
  ///
  /// Channel messages, tempo, time signature, key signature, text, system-exclusive messages and system messages are
  /// written. Meta events without an equivalent packet (ports, time-code offset, sequencer-specific) are left out. So are
  /// system-exclusive messages without F7, which would be whole messages in the clip.
  /// - Thread: any
  public func writtenAsClip() throws(MIDIWriteError) -> [UInt8] {
    guard format != .independent || tracks.count <= 1 else { throw .independentTracks(tracks.count) }
    guard case .ticksPerQuarter(let ticks) = division, (1...0xFFFF).contains(ticks) else { throw .division(division) }
    let track = mergedTrack()
    var writer = MIDIClipWriter()
    writer.bytes.append(contentsOf: "SMF2CLIP".utf8)
    writer.append([0x0040_0000, 0x0030_0000 | UInt32(ticks), 0x0040_0000, 0xF020_0000, 0, 0, 0])
    for event in track.events { try writer.append(event, of: track) }
    try writer.append([0xF021_0000, 0, 0, 0], at: max(track.endTick, writer.tick))
    return writer.bytes
  }
}

/// Writes Universal MIDI Packets with delta clockstamps.
private struct MIDIClipWriter {
  var bytes: [UInt8] = []
  var tick: Int64 = 0

  mutating func append(_ words: [UInt32]) {
    for word in words { for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) } }
  }

  /// Appends a packet at its tick. A delta clockstamp has 20 bits; a longer delta time is split into several.
  mutating func append(_ words: [UInt32], at next: Int64) throws(MIDIWriteError) {
    var gap = next - tick
    guard gap <= MIDIFile.maxDelta else { throw .gap(track: 0, tick: next) }
    while gap > 0xF_FFFF {
      append([0x004F_FFFF])
      gap -= 0xF_FFFF
    }
    append([0x0040_0000 | UInt32(gap)])
    tick = next
    append(words)
  }

  mutating func append(_ event: MIDIFile.Event, of track: MIDIFile.Track) throws(MIDIWriteError) {
    let payload = track.payload(of: event)
    switch event.content {
    case .channel(let message):
      try append(message.isMIDI2 ? [message.word0, message.word1] : [message.word0], at: event.tick)
    case .tempo(let length): try append([0xD010_0000, length, 0, 0], at: event.tick)
    case .meta(let type, _): try append(type, payload, track.meaning(of: event), at: event.tick)
    case .sysEx: try appendSysEx(payload, group: UInt32(event.port), at: event.tick)
    // Some programs write a whole system-exclusive message as an escape.
    case .escape where payload.first == 0xF0:
      try appendSysEx(payload.dropFirst(), group: UInt32(event.port), at: event.tick)
    case .escape: try appendSystem(payload, group: UInt32(event.port), at: event.tick)
    case .packet: try append(words(payload), at: event.tick)
    }
  }

  private mutating func append(
    _ type: UInt8, _ payload: MIDIFile.Payload, _ meaning: MIDIFile.Meta?, at tick: Int64
  ) throws(MIDIWriteError) {
    switch meaning {
    case .tempo(let length): try append([0xD010_0000, length, 0, 0], at: tick)
    case .timeSignature(let signature):
      let numbers = [signature.rawNumerator, signature.denominatorPower, signature.thirtySecondsPerQuarter, 0]
      try append([0xD010_0001] + words(numbers) + [0, 0], at: tick)
    case .keySignature(let key): try append([0xD010_0005, key.flexData, 0, 0], at: tick)
    case .text: try appendText(payload, MIDIClipText.position(of: type), at: tick)
    default: break
    }
  }

  private mutating func appendText(
    _ text: MIDIFile.Payload, _ position: (bank: UInt32, status: UInt32), at tick: Int64
  ) throws(MIDIWriteError) {
    try appendParts(text, of: 12, at: tick) { form, part in
      let padded = Array(part) + [UInt8](repeating: 0, count: 12 - part.count)
      return [0xD010_0000 | form << 22 | position.bank << 8 | position.status] + words(padded)
    }
  }

  /// Appends a system-exclusive message. A message without F7 must not be sent, and one with a byte above 127 before
  /// its F7 does not fit 7-bit packets; both are left out.
  private mutating func appendSysEx(
    _ payload: some RandomAccessCollection<UInt8>, group: UInt32, at tick: Int64
  ) throws(MIDIWriteError) {
    let data = payload.dropLast()
    guard payload.last == 0xF7, data.allSatisfy({ $0 < 0x80 }) else { return }
    try appendParts(data, of: 6, at: tick) { form, part in
      let header = [0x30 | UInt8(group), UInt8(form) << 4 | UInt8(part.count)]
      return words(header + part + [UInt8](repeating: 0, count: 6 - part.count))
    }
  }

  /// Splits data into packets and appends them, each with its form: 0 whole, 1 first, 2 middle, 3 last.
  private mutating func appendParts(
    _ data: some RandomAccessCollection<UInt8>, of size: Int, at tick: Int64,
    _ packet: (UInt32, [UInt8]) -> [UInt32]
  ) throws(MIDIWriteError) {
    var rest = data[data.startIndex...]
    var isFirst = true
    repeat {
      let part = Array(rest.prefix(size))
      rest = rest.dropFirst(size)
      let form: UInt32 = rest.isEmpty ? (isFirst ? 0 : 3) : (isFirst ? 1 : 2)
      try append(packet(form, part), at: tick)
      isFirst = false
    } while !rest.isEmpty
  }

  /// Appends one system common or real-time message; other escapes are left out.
  private mutating func appendSystem(_ payload: MIDIFile.Payload, group: UInt32, at tick: Int64) throws(MIDIWriteError)
  {
    guard let status = payload.first, status > 0xF0, status != 0xF7 else { return }
    let size = status == 0xF2 ? 3 : status == 0xF1 || status == 0xF3 ? 2 : 1
    guard payload.count == size, payload.dropFirst().allSatisfy({ $0 < 0x80 }) else { return }
    let message = Array(payload) + [UInt8](repeating: 0, count: 3 - size)
    try append(words([0x10 | UInt8(group)] + message), at: tick)
  }
}

/// Converts bytes to big-endian words; up to three remaining bytes are left out.
private func words(_ bytes: some Collection<UInt8>) -> [UInt32] {
  var words = [UInt32](repeating: 0, count: bytes.count / 4)
  for (index, byte) in bytes.prefix(words.count * 4).enumerated() {
    words[index / 4] |= UInt32(byte) << (24 - UInt32(index % 4) * 8)
  }
  return words
}
