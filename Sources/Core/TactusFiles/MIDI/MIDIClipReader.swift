import TactusMIDI

/// Reads a MIDI Clip File: eight bytes `SMF2CLIP`, then the Universal MIDI Packets of one track, as big-endian words.
///
/// If several delta clockstamps precede a packet, their sum applies; a packet without a delta clockstamp occurs at the
/// time of the previous packet. Channel messages of MIDI 1.0 and 2.0 keep their words, and their group becomes the
/// port. Tempo packets become tempo events; time signatures and text become meta events; system messages become
/// escapes; and system-exclusive packets are joined into whole messages. 8-bit data packets, and other flex data and
/// stream packets, are kept unchanged.
///
/// Source: M2-116-U (clip file), M2-104-UM (packets).
struct MIDIClipReader {
  private let reading: MIDIReading
  private let bytes: UnsafeRawBufferPointer  // owned by the file in `reading`
  private var offset = 8
  private var track = MIDIFile.Track()
  private var tick: Int64 = 0
  private var ticksPerQuarter: Int?
  private var hasStarted = false
  private var hasEnded = false
  private var lastPort: UInt8 = 0
  /// The incomplete messages. The key of a system-exclusive message is its group; that of a text message is its first
  /// word without the form bits.
  private var open: [UInt32: [UInt8]] = [:]

  static func isClip(_ bytes: UnsafeRawBufferPointer) -> Bool {
    bytes.count >= 8 && bytes.prefix(8).elementsEqual("SMF2CLIP".utf8)
  }

  static func read(_ reading: MIDIReading) -> MIDIFile {
    var reader = MIDIClipReader(reading)
    return reader.read()
  }

  private init(_ reading: MIDIReading) {
    self.reading = reading
    bytes = reading.bytes
    track.source = reading.file
  }

  private mutating func read() -> MIDIFile {
    while offset < bytes.count, !hasEnded, !reading.isStopped {
      let size = bytes.count - offset < 4 ? 4 : UniversalPacket.wordCount(first: word(0)) * 4
      guard bytes.count - offset >= size else {
        reading.report(.packetCut, at: offset)
        break
      }
      guard track.events.count < reading.eventsLeft else {
        reading.report(.eventLimit(reading.options.limits.events), at: offset)
        break
      }
      readPacket(size)
      offset += size
    }
    return finish()
  }

  private mutating func finish() -> MIDIFile {
    if hasEnded {
      if offset < bytes.count { reading.report(.strayBytes(bytes.count - offset), at: offset) }
    } else {
      if !hasStarted { reading.report(.noStartOfClip, at: 8) }
      reading.report(.noEndOfClip, at: offset)
    }
    for key in open.keys.sorted() {
      reading.report(key < 16 ? .sysExOpen : .packetOrder(word: key), at: offset)
    }
    if ticksPerQuarter == nil { reading.report(.noTicksPerQuarter, at: 8) }
    track.endTick = tick
    let division = MIDIFile.Division.ticksPerQuarter(ticksPerQuarter ?? MIDIFile.assumedTicksPerQuarter)
    var file = MIDIFile(format: .single, division: division, tracks: [track])
    file.container = .clip
    file.portNumbers = Array(0...lastPort)
    return file
  }

  /// Returns a word of the current packet; 0 beyond the file.
  private func word(_ index: Int) -> UInt32 {
    let position = offset + index * 4
    guard bytes.count - position >= 4 else { return 0 }
    return UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self))
  }

  private mutating func readPacket(_ size: Int) {
    let word = word(0)
    switch word >> 28 {
    case 0x0: readUtility(word)
    case 0x1: readSystem(word)
    case 0x2: readChannelMessage(word)
    case 0x3: readSysEx(word)
    case 0x4: readChannelMessage2(word)
    case 0x5: keep(size)
    case 0xD: readFlexData(word, size)
    case 0xF: readStream(word, size)
    default: reading.report(.packetField(word: word), at: offset)
    }
  }

  private mutating func keep(_ size: Int) {
    track.events.append(.init(tick: tick, .packet, .init(offset: offset, count: size)))
  }

  private mutating func readUtility(_ word: UInt32) {
    switch word >> 20 & 15 {
    case 0...2: break  // no operation, jitter reduction clock and timestamp
    case 3 where ticksPerQuarter != nil: reading.report(.packetOrder(word: word), at: offset)
    case 3 where word & 0xFFFF != 0: ticksPerQuarter = Int(word & 0xFFFF)
    case 4:
      tick += Int64(word & 0xF_FFFF)
      if tick > MIDIFile.Event.maxTick {
        tick = MIDIFile.Event.maxTick
        reading.report(.tickLimit, at: offset)
      }
    default: reading.report(.packetField(word: word), at: offset)
    }
  }

  private mutating func readSystem(_ word: UInt32) {
    let status = word >> 16 & 0xFF
    let size = status == 0xF2 ? 3 : status == 0xF1 || status == 0xF3 ? 2 : 1
    guard status > 0xF0, status != 0xF7, word & 0x8080 == 0 else {
      return reading.report(.packetField(word: word), at: offset)
    }
    let port = UInt8(word >> 24 & 15)
    track.events.append(.init(tick: tick, .escape, type: port, .init(offset: offset + 1, count: size)))
  }

  private mutating func readChannelMessage(_ word: UInt32) {
    guard (8...14).contains(word >> 20 & 15), word & 0x8080 == 0 else {
      return reading.report(.packetField(word: word), at: offset)
    }
    append(ChannelMessage(word0: word, word1: 0))
  }

  private mutating func readChannelMessage2(_ word: UInt32) {
    guard word >> 20 & 15 != 7 else { return reading.report(.packetField(word: word), at: offset) }
    append(ChannelMessage(word0: word, word1: self.word(1)))
  }

  private mutating func append(_ message: ChannelMessage) {
    track.events.append(.init(tick: tick, message))
    lastPort = max(lastPort, message.port)
  }

  private mutating func readStream(_ word: UInt32, _ size: Int) {
    switch word >> 16 & 0x3FF {
    case 0x20:
      if hasStarted { reading.report(.packetOrder(word: word), at: offset) }
      hasStarted = true
    case 0x21:
      if !hasStarted { reading.report(.noStartOfClip, at: offset) }
      hasEnded = true
    default: keep(size)
    }
  }
}

extension MIDIClipReader {
  /// Reads a packet of 7-bit system-exclusive data: a whole message, or its first, middle or last part, of at most six
  /// bytes.
  private mutating func readSysEx(_ word: UInt32) {
    let count = Int(word >> 16 & 15)
    let data = bytes[(offset + 2)..<(offset + 2 + min(count, 6))]
    guard count <= 6, data.allSatisfy({ $0 < 0x80 }) else {
      return reading.report(.packetField(word: word), at: offset)
    }
    let group = word >> 24 & 15
    guard let whole = assemble(data, key: group, form: word >> 20 & 15, word) else { return }
    appendOwned(.sysEx, type: UInt8(group), whole + [0xF7])
  }

  /// Joins the parts of a message: form 0 whole, 1 first, 2 middle, 3 last. Returns the message when it is complete.
  private mutating func assemble(
    _ part: Slice<UnsafeRawBufferPointer>, key: UInt32, form: UInt32, _ word: UInt32
  ) -> [UInt8]? {
    let isOpen = open[key] != nil
    guard form <= 3, isOpen == (form >= 2) else {
      reading.report(.packetOrder(word: word), at: offset)
      if form <= 1 { open[key] = form == 1 ? Array(part) : nil }
      return form == 0 ? Array(part) : nil
    }
    guard (open[key]?.count ?? 0) + part.count <= reading.options.limits.sysExBytes else {
      reading.report(.sysExLimit(reading.options.limits.sysExBytes), at: offset)
      open[key] = nil
      return nil
    }
    open[key, default: []].append(contentsOf: part)
    return form == 0 || form == 3 ? open.removeValue(forKey: key) : nil
  }

  private mutating func appendOwned(_ kind: MIDIFile.Event.Kind, type: UInt8, _ payload: [UInt8]) {
    let slice = MIDIFile.Slice(offset: track.owned.count, count: payload.count, isOwned: true)
    track.owned.append(contentsOf: payload)
    track.events.append(.init(tick: tick, kind, type: type, slice))
  }

  /// Reads flex data: tempo, time signature and key signature (bank 0), text (banks 1 and 2). Other flex data is kept
  /// unchanged, also a key signature that only concerns one channel or that a meta event cannot express.
  private mutating func readFlexData(_ word: UInt32, _ size: Int) {
    let bank = word >> 8 & 0xFF
    let status = word & 0xFF
    switch (bank, status) {
    case (0, 0) where self.word(1) != 0: track.events.append(.init(tick: tick, tenNanoseconds: self.word(1)))
    case (0, 0): reading.report(.packetField(word: word), at: offset)
    case (0, 1):
      let value = self.word(1)
      let bytes = [value >> 24, value >> 16, 24, value >> 8].map { UInt8(truncatingIfNeeded: $0) }
      appendOwned(.meta, type: 0x58, bytes)
    case (0, 5):
      guard word >> 20 & 3 == 1, let key = MIDIFile.KeySignature(flexData: self.word(1)) else { return keep(size) }
      appendOwned(.meta, type: 0x59, [UInt8(bitPattern: key.sharps), key.isMinor ? 1 : 0])
    case (1...2, _): readText(word, type: MIDIClipText.metaType(bank: bank, status: status))
    default: keep(size)
    }
  }

  private mutating func readText(_ word: UInt32, type: UInt8) {
    let form = word >> 22 & 3
    let part = bytes[(offset + 4)..<(offset + 16)]
    guard let padded = assemble(part, key: word & ~0xC0_0000, form: form, word) else { return }
    let length = (padded.lastIndex { $0 != 0 } ?? -1) + 1
    appendOwned(.meta, type: type, Array(padded.prefix(length)))
  }
}

/// The correspondence between the text messages of clip files and text meta events. Messages without a counterpart
/// become FF 01.
enum MIDIClipText {
  private static let pairs: [(bank: UInt32, status: UInt32, type: UInt8)] = [
    (1, 0, 1), (1, 4, 2), (1, 3, 3), (2, 1, 5),
  ]

  static func metaType(bank: UInt32, status: UInt32) -> UInt8 {
    pairs.first { $0.bank == bank && $0.status == status }?.type ?? 1
  }

  static func position(of type: UInt8) -> (bank: UInt32, status: UInt32) {
    pairs.first { $0.type == type }.map { ($0.bank, $0.status) } ?? (1, 0)
  }
}
