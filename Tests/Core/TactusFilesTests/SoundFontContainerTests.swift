import TactusFiles
import Testing

@Suite struct SoundFontContainerTests {
  private func kinds(_ change: (inout RawBank) -> Void) throws -> [SoundFontDiagnostic.Kind] {
    var raw = try RawBank(.tiny)
    change(&raw)
    let bank = try raw.read()
    #expect(bank.presets.count == 1 && bank.samples[0].loop == 0..<100)
    return bank.diagnostics.entries.map(\.kind)
  }

  @Test func unknownAndRepeatedChunksAreSkipped() throws {
    #expect(try kinds { $0.lists[0].chunks.append(.init(tag: "junk", body: [1, 2, 3])) } == [.unknownChunk])
    #expect(try kinds { $0.lists.insert(.init(form: "what", chunks: []), at: 0) } == [.unknownChunk])
    #expect(try kinds { $0.lists[2].chunks.append(.init(tag: "shdr", body: [])) } == [.repeatedChunk])
    #expect(try kinds { $0.lists[1].chunks.append(.init(tag: "shdr", body: [])) } == [.unknownChunk])
  }

  @Test func orderDoesNotMatter() throws {
    #expect(
      try kinds {
        $0.lists.reverse()
        $0.lists[0].chunks.reverse()
      }.isEmpty)
  }

  @Test(arguments: [0, 4, 100, 0x7FFF_FFFF, 0xFFFF_FFFF])
  func wrongRIFFSizeDoesNotHideTheBank(_ size: Int) throws {
    #expect(try kinds { $0.riffClaim = size } == [.riffSize])
  }

  @Test func wrongSizeOfTheLastListIsCut() throws {
    #expect(try kinds { $0.lists[2].claimedSize = 0xFFFF_FFFF } == [.chunkCut])
  }

  @Test func trailingBytesAreNotRead() throws {
    let bytes = try SoundFontBuilder.tiny.write() + Array("LISTjunkjunkjunk".utf8)
    #expect(try SoundFont(bytes: bytes).diagnostics.counts == [.riffSize: 1])
  }

  /// As MuseScore's SF3 banks have it: an odd `smpl` without padding.
  @Test func missingPaddingIsNoticed() throws {
    var bytes = try SoundFontBuilder.tiny.write()
    let smpl = RawBank.offset(of: "smpl", in: bytes)
    bytes.remove(at: smpl + 8 + 292 - 1)
    for offset in [4, RawBank.offset(of: "sdta", in: bytes) - 4, smpl + 4] {
      let size = Int(bytes[offset]) + Int(bytes[offset + 1]) << 8 - 1
      bytes[offset] = UInt8(size & 255)
      bytes[offset + 1] = UInt8(size >> 8)
    }
    let bank = try SoundFont(bytes: bytes)
    #expect(bank.diagnostics.counts == [.missingPad: 1])
    #expect(bank.pool.frameCount == 145)
  }

  @Test func versions() throws {
    #expect(try kinds { $0.remove("ifil") } == [.versionMissing])
    #expect(try kinds { $0["ifil"] = [2] } == [.versionMissing])
    #expect(try kinds { $0.set16("ifil", 2, 5) } == [.versionUnknown])
    // the sample records of version 1 have another size
    var raw = try RawBank(.tiny)
    raw.set16("ifil", 0, 1)
    #expect(throws: SoundFontError.self) { try raw.read() }
  }

  @Test func infoIsRead() throws {
    var builder = SoundFontBuilder.tiny
    builder.info.romName = "1MGM"
    builder.info.romVersion = .init(2, 15)
    builder.info.comments = "Zwei Zeilen,\nüber alles"
    builder.info.tools = String(repeating: "x", count: 300)
    let info = try SoundFont(bytes: builder.write()).info
    #expect(info.romVersion == .init(2, 15) && info.comments == builder.info.comments && info.soundEngine == "EMU8000")
    #expect(info.tools.count == 254)
  }

  @Test func namesNeedNotBeUTF8() throws {
    var raw = try RawBank(.tiny)
    raw["phdr"][0] = 0xC4
    let bank = try raw.read()
    #expect(bank.name(of: bank.presets[0]) == "Äone")
  }

  @Test(arguments: [
    ("", "the file is empty"), ("MThd\0\0\0\u{6}", "a MIDI file"), ("PNG", "a PNG picture"), ("fLaC....", "a FLAC"),
    ("RIFF....WAVEfmt ", "a WAVE audio file"),
    ("RIFF....RMIDdata", "a MIDI file in a RIFF wrapper"), ("// piano\n<region> sample=a.wav", "an SFZ instrument"),
    ("RIFF", "expected \"RIFF\" at offset 0"), ("RIFX....sfbk", "big-endian"), ("hello", "not a SoundFont 2 bank"),
    ("RIFF\0\0\0\0sfbk", "no \"pdta\" chunk"), ("PK\u{3}\u{4}", "a ZIP archive; unpack it first"),
  ])
  func saysWhatItIsInstead(_ text: String, _ words: String) {
    let bytes = (text == "PNG" ? [0x89] : []) + Array(text.utf8)
    let error = #expect(throws: SoundFontError.self) { try SoundFont(bytes: bytes) }
    #expect(error?.description.contains(words) == true, "\(error.map { "\($0)" } ?? "")")
    #expect(error?.description.hasPrefix("test.sf2: ") == true)
  }

  @Test func describesWhatIsThere() throws {
    var builder = SoundFontBuilder.tiny
    builder.presets[0].name = "Bell\u{7}"
    builder.instruments[0].zones[0].modulators = [.velocityToAttenuation, .pitchWheelToPitch]
    builder.samples[0].originalKey = 200
    var text = ""
    try SoundFont(bytes: builder.write()).describe([.summary, .presets, .zones, .samples, .diagnostics], to: &text)
    #expect(
      text == """
        Tiny: SoundFont 2.01
        1 presets, 1 instruments, 1 samples (1 usable), 146 frames of 16 bits
        000:000 Bell· (1 zone)
          keys 0–127 velocities 0–127 → tone
        instrument 0 tone
          keys 0–127 velocities 0–127 → saw sampleModes=1
            velocity concave negative → initialAttenuation 960
            pitchWheel linear bipolar × pitchWheelSensitivity linear → fineTune 12700
        sample 0 saw: 44100 Hz, key 60 +0 cents, mono, 100 frames at 0, loop 0–100
        shdr record 0 at offset \(try builder.write().count - 92): the original key is neither 0 to 127 nor 255; 60 was taken

        """)
  }
}
