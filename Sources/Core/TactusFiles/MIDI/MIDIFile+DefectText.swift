import TactusTime

extension MIDIFile.Defect {
  /// The defect in words.
  public var found: String {
    switch self {
    case .headerLate(let bytes): "\(bytes) bytes before the header"
    case .headerLength(let length): "header of \(length) bytes, should be 6"
    case .headerCut: "the file ends inside the header"
    case .format(let format): "format \(format), should be 0, 1 or 2"
    case .singleWithTracks(let count): "format 0 with \(count) tracks"
    case .divisionZero: "a division of 0"
    case .divisionRate(let frames, let ticks): "time code of \(frames) frames a second, \(ticks) ticks a frame"
    case .trackCount(let declared, let found): "\(found) tracks, the header says \(declared)"
    case .alienChunk(let name, let length): "chunk \"\(name)\" of \(length) bytes"
    case .strayBytes(let count): "\(count) bytes that belong to no chunk"
    case .anotherSong(let bytes): "another song of \(bytes) bytes after the last track"
    case .riffCut(let name, let length, let available): "\"\(name)\" of \(length) bytes, \(available) are there"
    case .trackLimit(let limit): "more than \(limit) tracks"
    case .eventLimit(let limit): "more than \(limit) events"
    case .portLimit(let count): "\(count) ports"
    case .trackCut(let declared, let available): "track of \(declared) bytes, \(available) are there"
    case .trackLonger(let declared): "the track continues after its \(declared) bytes"
    case .trackShorter(let declared, let actual): "the next track begins after \(actual) of \(declared) bytes"
    case .bytesAfterEnd(let count): "\(count) bytes after End of Track"
    case .earlyEnd(let bytes): "\(bytes) bytes of events between End of Track and another End of Track"
    case .noEndOfTrack: "no End of Track"
    case .privateTrack: "a track in excess of the declared number, without MIDI data"
    case .staleTrack: "a track in excess of the declared number, after bytes that belong to no chunk"
    case .longDelta(let seconds, let isAfterDamage, _):
      "a delta time of \(DurationText.text(seconds: Double(seconds))) "
        + (isAfterDamage ? "after damaged data" : "far beyond all other events")
    case .gaveUp(let failures): "\(failures) undecodable bytes in a row"
    case .eventCut: "the track ends inside an event"
    case .numberPadded: "a variable-length number with leading zeros"
    case .numberLong: "a variable-length number of more than 4 bytes"
    case .noStatus(let byte): "data byte \(hex(byte)) where a status is expected"
    case .runningStatusLost: "running status across a meta event or system-exclusive message"
    case .systemMessage(let status): "message \(hex(status)), which does not belong in a file"
    case .dataByte(let byte, _): "data byte \(hex(byte)), should be below 80"
    case .metaType(let type): "meta event FF \(hex(type)), whose type should be below 80"
    case .metaLength(let type, let length): "meta event FF \(hex(type)) of \(length) bytes, an unusual length"
    case .metaPayload(let type, let length):
      "meta event FF \(hex(type)) with \(length) bytes that cannot be interpreted"
    case .payloadCut(let declared, let available, _): "payload of \(declared) bytes, \(available) are there"
    case .sysExOpen: "system-exclusive message without F7"
    case .sysExLimit(let limit): "system-exclusive message of more than \(limit) bytes"
    case .tickLimit: "a tick beyond 2^53"
    case .noTicksPerQuarter: "no ticks per quarter note"
    case .noStartOfClip: "no Start of Clip"
    case .noEndOfClip: "no End of Clip"
    case .packetCut: "the file ends inside a packet"
    case .packetOrder(let word): "packet \(hex(word)) out of order"
    case .packetField(let word): "packet \(hex(word)) with a field out of range"
    }
  }

  /// How the reader handled the defect, in words.
  public var done: String {
    switch self {
    case .headerLate, .alienChunk, .strayBytes, .bytesAfterEnd, .noStatus, .systemMessage: "skipped"
    case .headerLength: "read as stated where possible"
    case .headerCut, .divisionZero, .noTicksPerQuarter:
      "\(MIDIFile.assumedTicksPerQuarter) ticks per quarter note assumed"
    case .format, .singleWithTracks: "read as format 1"
    case .divisionRate: "used as stated"
    case .trackCount: "the tracks that are there were read"
    case .riffCut, .trackCut: "read to the end of the file"
    case .trackLimit, .eventLimit: "the rest was left out"
    case .portLimit: "those beyond 16 share ports"
    case .trackLonger: "read beyond the stated size"
    case .trackShorter: "read as the next track"
    case .metaLength: "read as far as it makes sense"
    case .noEndOfTrack, .noEndOfClip: "the track ends with its last event"
    case .privateTrack, .staleTrack, .anotherSong: "left out"
    case .earlyEnd: "read as part of the track"
    case .longDelta(_, _, 0): "the track ends before it"
    case .longDelta(_, _, let events): "the track ends before it, without \(events) event\(events == 1 ? "" : "s")"
    case .gaveUp: "the rest of the track was left out"
    case .eventCut, .packetCut: "the rest was left out"
    case .numberPadded, .numberLong(usable: true), .runningStatusLost, .metaType, .noStartOfClip: "accepted"
    case .numberLong(usable: false): "skipped a byte"
    case .dataByte(_, .clamp): "read as 7F"
    case .dataByte(_, .restart): "read as the next status"
    case .metaPayload, .sysExOpen: "kept as bytes"
    case .payloadCut(_, _, isKept: true): "kept what is there"
    case .payloadCut(_, _, isKept: false), .packetOrder, .packetField: "left out"
    case .sysExLimit: "the rest of it was left out"
    case .tickLimit: "set to the last possible tick"
    }
  }

  /// The severity of the defect.
  var severity: MIDIFile.Severity {
    switch self {
    case .alienChunk, .numberPadded: .note
    case .headerLate, .headerLength, .format, .singleWithTracks, .divisionRate, .trackCount, .riffCut, .trackCut,
      .trackLonger, .trackShorter, .bytesAfterEnd, .noEndOfTrack, .privateTrack, .numberLong(usable: true),
      .runningStatusLost, .metaType, .metaLength, .metaPayload, .sysExOpen, .portLimit, .noTicksPerQuarter,
      .noStartOfClip, .noEndOfClip, .strayBytes, .anotherSong, .earlyEnd, .staleTrack, .longDelta(_, _, 0):
      .warning
    case .headerCut, .divisionZero, .trackLimit, .eventLimit, .gaveUp, .eventCut, .numberLong(usable: false), .noStatus,
      .systemMessage, .dataByte, .payloadCut, .sysExLimit, .tickLimit, .packetCut, .packetOrder, .packetField,
      .longDelta:
      .error
    }
  }
}

/// Returns two or eight upper-case hexadecimal digits.
private func hex<T: FixedWidthInteger & UnsignedInteger>(_ value: T) -> String {
  let digits = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: T.bitWidth / 4 - digits.count) + digits
}
