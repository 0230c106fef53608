import TactusFiles
import Testing

/// Invalid files: each kind of damage that real files have, and how it is handled.
@Suite struct MIDIRecoveryTests {
  private let note = ["0 90 3C 40", "0 end"]

  @Test func runningStatusAcrossMetaAndSystemExclusive() throws {
    let song = try readSong(
      MIDIBytes.song([0, 0x90, 60, 64, 0, 0xFF, 1, 1, 65, 1, 61, 64, 0, 0xF0, 1, 0xF7, 1, 62, 64, 0, 63, 1]))
    #expect(
      song.lines == [
        "0 90 3C 40", "0 FF 01 41", "1 90 3D 40", "1 F0 F7", "2 90 3E 40", "2 90 3F 01", "2 end",
      ])
    #expect(song.defects == [.runningStatusLost, .runningStatusLost])
    #expect(song.diagnostics.kept.map(\.offset) == [22 + 10, 22 + 17])
  }

  @Test func runningStatusDoesNotLeakIntoTheNextTrack() throws {
    let song = try readSong(MIDIBytes.song([0, 0x90, 60, 64], [0, 60, 64]))
    #expect(song.tracks[1].lines == ["0 end"])
    #expect(song.diagnostics.kept.map(\.track) == [1])
  }

  @Test func dataBytesWithoutStatusAreSkipped() throws {
    let song = try readSong(MIDIBytes.song([5, 60, 64, 2, 0x90, 60, 64, 3, 0x80, 60, 0]))
    #expect(song.lines == ["7 90 3C 40", "10 80 3C 00", "10 end"] && song.defects == [.noStatus(byte: 60)])
  }

  @Test func dataBytesAbove127() throws {
    let bytes = MIDIBytes.song([0, 0x90, 60, 0x85, 4, 0xB0, 0xF8, 64, 0, 0xC0, 0xFF])
    let clamped = try readSong(bytes)
    #expect(clamped.lines == ["0 90 3C 7F", "4 B0 7F 40", "4 C0 7F", "4 end"])
    #expect(clamped.defects == [.dataByte(0x85, .clamp), .dataByte(0xF8, .clamp), .dataByte(0xFF, .clamp)])
    let restarted = try readSong(MIDIBytes.song([7, 0x90, 60, 0x80, 61, 64, 1, 0x90, 0xFF, 1, 1, 65])) {
      $0.badData = .restart
    }
    #expect(restarted.lines == ["7 80 3D 40", "8 FF 01 41", "8 end"])
    #expect(restarted.defects == [.dataByte(0x80, .restart), .dataByte(0xFF, .restart)])
  }

  @Test func systemMessagesAreSkippedWithTheirData() throws {
    let song = try readSong(
      MIDIBytes.song([
        1, 0xF1, 5, 1, 0xF2, 5, 6, 1, 0xF3, 7, 1, 0xF4, 1, 0xF6, 1, 0xF8, 1, 0xFE, 0, 0x90, 60, 64, 0, 0xF8, 0, 61, 64,
      ]))
    #expect(song.lines == ["7 90 3C 40", "7 90 3D 40", "7 end"])
    #expect(song.defects == [0xF1, 0xF2, 0xF3, 0xF4, 0xF6, 0xF8, 0xFE, 0xF8].map { .systemMessage(status: $0) })
  }

  @Test func metaPayloadsNeverFailAFile() throws {
    let song = try readSong(
      MIDIBytes.song([
        0, 0xFF, 0x59, 2, 0, 0xFF, 0, 0xFF, 0x59, 2, 9, 0, 0, 0xFF, 0x59, 0, 0, 0xFF, 0x58, 4, 0, 2, 24, 8, 0, 0xFF,
        0x58,
        4, 4, 9, 24, 8, 0, 0xFF, 0x58, 2, 3, 2, 0, 0xFF, 0x54, 1, 1, 0, 0xFF, 0x51, 0, 0, 0xFF, 0x51, 2, 1, 0, 0, 0xFF,
        0x51, 8, 9, 9, 9, 9, 9, 1, 2, 3, 0, 0xFF, 0x21, 0, 0, 0xFF, 0x20, 1, 16, 0, 0x90, 60, 64,
      ]))
    let track = song.tracks[0]
    #expect(track.events.count == 13 && track.lines.suffix(2) == ["0 90 3C 40", "0 end"])
    #expect(song.tempoChanges().map(\.tenNanoseconds) == [0x1_0203 * 100])
    #expect(track.meaning(of: track.events[8]) == .tempo(tenNanoseconds: 256 * 100))
    #expect(song.meterChanges().map(\.signature.rawNumerator) == [3])
    #expect(
      song.defects == [
        .metaPayload(type: 0x59, length: 2), .metaPayload(type: 0x59, length: 2), .metaPayload(type: 0x59, length: 0),
        .metaPayload(type: 0x58, length: 4), .metaPayload(type: 0x58, length: 4), .metaLength(type: 0x58, length: 2),
        .metaPayload(type: 0x54, length: 1), .metaPayload(type: 0x51, length: 0), .metaLength(type: 0x51, length: 2),
        .metaLength(type: 0x51, length: 8), .metaPayload(type: 0x21, length: 0), .metaPayload(type: 0x20, length: 1),
      ])
    guard case .timeSignature(let signature) = track.meaning(of: track.events[3]) else { return #expect(Bool(false)) }
    #expect(signature.numerator == 4 && signature.denominator == 4 && !signature.isMeaningful)
  }

  @Test func endOfTrackIsMissing() throws {
    let song = try readSong(MIDIBytes.raw([0, 0x90, 60, 64]))
    #expect(song.lines == note && song.defects == [.noEndOfTrack])
    let cut = try readSong(MIDIBytes.raw([0, 0x90, 60, 64, 0, 0xFF, 0x2F]))
    #expect(cut.lines == note && cut.defects == [.eventCut])
    let half = try readSong(MIDIBytes.raw([0, 0x90, 60, 64, 9, 0x80, 60]))
    #expect(half.lines == note && half.defects == [.eventCut, .noEndOfTrack])
  }

  @Test func bytesAfterEndOfTrackAreSkipped() throws {
    let first = MIDIBytes.chunk("MTrk", [0, 0x90, 60, 64, 0, 0xFF, 0x2F, 0, 1, 2, 3])
    let song = try readSong(MIDIBytes.header(tracks: 2) + first + MIDIBytes.track([0, 0x91, 1, 1]))
    #expect(song.tracks.map(\.lines) == [note, ["0 91 01 01", "0 end"]])
    #expect(song.defects == [.bytesAfterEnd(3)])
  }

  @Test func chunkLengthIsTooLong() throws {
    let body = [0, 0x90, 60, 64] + MIDIBytes.endOfTrack
    let second = MIDIBytes.track([0, 0x91, 1, 1])
    for length in [body.count + 3, body.count + second.count, 0xFFFF, 0xFFFF_FFFF] {
      let song = try readSong(MIDIBytes.header(tracks: 2) + MIDIBytes.chunk("MTrk", body, length: length) + second)
      #expect(song.tracks.map(\.lines) == [note, ["0 91 01 01", "0 end"]], "length \(length)")
      #expect(song.defects.contains(.trackShorter(declared: length, actual: body.count)))
    }
    let open = Array(body.dropLast(4))
    let song = try readSong(MIDIBytes.header(tracks: 2) + MIDIBytes.chunk("MTrk", open, length: 6) + second)
    #expect(song.tracks.map(\.lines) == [note, ["0 91 01 01", "0 end"]])
  }

  @Test func chunkLengthIsTooShort() throws {
    let body = [0, 0x90, 60, 64, 0, 0xFF, 1, 5, 65, 66, 67, 68, 69, 0, 61, 64] + MIDIBytes.endOfTrack
    for length in 0..<body.count {
      let bytes =
        MIDIBytes.header(tracks: 2) + MIDIBytes.chunk("MTrk", body, length: length) + MIDIBytes.track([0, 0x91, 1, 1])
      let song = try readSong(bytes)
      #expect(song.tracks.count == 2, "length \(length)")
      #expect(song.lines == ["0 90 3C 40", "0 FF 01 41 42 43 44 45", "0 90 3D 40", "0 end"], "length \(length)")
      #expect(song.defects.contains(.trackLonger(declared: length)))
    }
  }

  @Test func trackIsLongerThanTheFile() throws {
    let song = try readSong(MIDIBytes.raw([0, 0x90, 60, 64, 1, 0x80], length: 1000))
    #expect(song.lines == note)
    #expect(song.defects == [.trackCut(declared: 1000, available: 6), .eventCut, .noEndOfTrack])
  }

  @Test func payloadIsLongerThanTheTrack() throws {
    let text = try readSong(MIDIBytes.raw([0, 0xFF, 1, 100, 65, 66]))
    #expect(text.lines == ["0 FF 01 41 42", "0 end"])
    #expect(text.defects == [.payloadCut(declared: 100, available: 2, isKept: true), .noEndOfTrack])
    let tempo = try readSong(MIDIBytes.raw([0, 0xFF, 0x51, 3, 7]))
    #expect(tempo.lines == ["0 end"])
    #expect(tempo.defects == [.payloadCut(declared: 3, available: 1, isKept: false), .noEndOfTrack])
  }

  @Test func paddedAndOverlongNumbers() throws {
    let padded = try readSong(MIDIBytes.song([0x80, 0x81, 0, 0x90, 60, 64, 0x80, 0x80, 0x80, 5, 61, 1]))
    #expect(padded.lines == ["128 90 3C 40", "133 90 3D 01", "133 end"])
    #expect(padded.defects == [.numberPadded, .numberPadded])
    let long = try readSong(MIDIBytes.song([0x80, 0x80, 0x80, 0x80, 5, 0x90, 60, 64]))
    #expect(long.lines == ["5 90 3C 40", "5 end"] && long.defects == [.numberLong(usable: true)])
    let lost = try readSong(MIDIBytes.song([0, 0x90, 60, 64, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 60, 0]))
    #expect(lost.lines.first == "0 90 3C 40" && lost.defects.contains(.numberLong(usable: false)))
  }

  @Test func systemExclusiveWithoutEnd() throws {
    let song = try readSong(MIDIBytes.song([0, 0xF0, 2, 1, 2, 0, 0xF0, 2, 3, 0xF7, 0, 0xF0, 0, 0, 0x90, 60, 64]))
    #expect(song.lines == ["0 F0 01 02", "0 F0 03 F7", "0 F0", "0 90 3C 40", "0 end"])
    #expect(song.defects == [.sysExOpen, .sysExOpen])
    #expect(song.diagnostics.kept.map(\.offset) == [23, 33])
  }

  @Test func garbageEndsATrackNotTheFile() throws {
    let garbage = [UInt8](repeating: 1, count: 300)
    let song = try readSong(MIDIBytes.song([0, 0xFF, 1, 0] + garbage, [0, 0x90, 60, 64]))
    #expect(song.tracks.map(\.lines) == [["0 FF 01", "1 end"], note])
    #expect(song.defects.filter { $0 == .noStatus(byte: 1) }.count == 64)
    #expect(song.defects.contains(.gaveUp(failures: 64)))
  }
}
