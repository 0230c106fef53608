extension MIDIFile.Track {
  /// Decodes an event as a meta event or tempo; nil for the other kinds.
  ///
  /// A payload of the wrong length is not an error: if its meaning cannot be determined, the result is
  /// ``MIDIFile/Meta/other(type:)``. A tempo of 1…8 bytes is read as the low 24 bits of a big-endian number; a tempo of
  /// zero also results in `other`.
  public func meaning(of event: MIDIFile.Event) -> MIDIFile.Meta? {
    switch event.content {
    case .tempo(let units): return .tempo(tenNanoseconds: units)
    case .meta(let type, let slice): return meaning(type, payload(slice))
    case .channel, .sysEx, .escape, .packet: return nil
    }
  }

  private func meaning(_ type: UInt8, _ bytes: MIDIFile.Payload) -> MIDIFile.Meta {
    switch type {
    case 0x00 where bytes.count <= 2: .sequenceNumber(bytes.isEmpty ? nil : UInt16(bytes.bigEndian))
    case 0x01...0x0F: MIDIFile.TextKind(rawValue: type).map { .text($0) } ?? .other(type: type)
    case 0x20 where bytes.count >= 1 && bytes[0] < 16: .channelPrefix(bytes[0])
    case 0x21 where bytes.count >= 1 && bytes[0] < 128: .port(bytes[0])
    case 0x51: tempo(bytes) ?? .other(type: type)
    case 0x54 where bytes.count == 5:
      .smpteOffset(
        .init(rateAndHours: bytes[0], minutes: bytes[1], seconds: bytes[2], frames: bytes[3], subframes: bytes[4]))
    case 0x58 where bytes.count >= 2:
      .timeSignature(
        .init(
          rawNumerator: bytes[0], denominatorPower: bytes[1], clocksPerClick: bytes.count > 2 ? bytes[2] : 24,
          thirtySecondsPerQuarter: bytes.count > 3 ? bytes[3] : 8))
    case 0x59 where bytes.count == 2: key(Int8(bitPattern: bytes[0]), mode: bytes[1]) ?? .other(type: type)
    case 0x7F: .sequencerSpecific
    default: .other(type: type)
    }
  }

  private func tempo(_ bytes: MIDIFile.Payload) -> MIDIFile.Meta? {
    guard (1...8).contains(bytes.count) else { return nil }
    let microseconds = bytes.bigEndian & 0xFF_FFFF
    return microseconds == 0 ? nil : .tempo(tenNanoseconds: UInt32(microseconds) * 100)
  }

  private func key(_ sharps: Int8, mode: UInt8) -> MIDIFile.Meta? {
    (-7...7).contains(sharps) && mode <= 1 ? .keySignature(.init(sharps: sharps, isMinor: mode == 1)) : nil
  }
}

extension MIDIFile.Payload {
  /// The bytes as one big-endian number; if there are more than eight, the last eight.
  var bigEndian: UInt64 { reduce(0) { $0 << 8 | UInt64($1) } }
}
