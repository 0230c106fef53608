import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Banks in RMID files: the song's bank numbers and the bank's own differ by DBNK, by 1 where it is missing, or by
/// nothing, as in songs with DLS banks.
@Suite struct EmbeddedBankTests {
  /// A bank with presets in banks 0 and 2, and a drum kit.
  private func font() throws -> SoundFont {
    try .made { bank in
      let wave = bank.add(.sine())
      for (number, program) in [(0, 5), (0, 7), (2, 5), (128, 0)] as [(UInt16, UInt16)] {
        bank.addPreset(bank: number, program: program, [.init(target: wave)])
      }
    }
  }

  /// The same bank as a DLS bank.
  private func downloadable() throws -> SoundFont {
    var bank = DLSBuilder(name: "embedded")
    bank.waves = [.init(name: "wave", frames: Array(repeating: 1_000, count: 100), sampleRate: 22_050)]
    for (locale, program) in [(0, 5), (0, 7), (2 << 8, 5), (1 << 31, 0)] as [(UInt32, UInt32)] {
      bank.instruments.append(.init(name: "tone", locale: locale, program: program, regions: [.init(wave: 0)]))
    }
    return try SoundFont(FileBytes(copying: bank.write(), name: "embedded.dls"))
  }

  /// A song that uses the bank's presets, counted from `first`, and a drum.
  ///
  /// - Parameters:
  ///   - reset: a system-exclusive message at the beginning, without F0.
  ///   - msb: the value of controller 0 if controller 32 selects the bank.
  private func song(from first: UInt8, offset: Int?, reset: [UInt8] = [], msb: UInt8? = nil) throws -> MIDIFile {
    var track: [UInt8] = reset.isEmpty ? [] : [0, 0xF0, UInt8(reset.count)] + reset
    for (channel, bank, program) in [(0, 0, 5), (1, 0, 7), (2, 2, 5)] as [(UInt8, UInt8, UInt8)] {
      track += [0, 0xB0 | channel, 0, msb ?? (bank + first)]
      if msb != nil { track += [0, 0xB0 | channel, 32, bank + first] }
      track += [0, 0xC0 | channel, program, 0, 0x90 | channel, 60, 100]
    }
    track += [0, 0x99, 36, 100, 96, 0x89, 36, 0, 0, 0xFF, 0x2F, 0]
    let midi = chunk("MThd", [0, 0, 0, 1, 0, 96], isBig: true) + chunk("MTrk", track, isBig: true)
    var parts = Array("RMID".utf8) + chunk("data", midi)
    if let offset { parts += chunk("LIST", Array("INFO".utf8) + chunk("DBNK", [UInt8(offset), 0])) }
    return try MIDIFile(reading: FileBytes(copying: chunk("RIFF", parts), name: "song.rmi"))
  }

  private func chunk(_ name: String, _ body: [UInt8], isBig: Bool = false) -> [UInt8] {
    let size = (0..<4).map { UInt8(truncatingIfNeeded: body.count >> (8 * (isBig ? 3 - $0 : $0))) }
    return Array(name.utf8) + size + body + Array(repeating: 0, count: isBig ? 0 : body.count & 1)
  }

  @Test(arguments: [(0, 0), (1, 1), (3, 3), (0, nil), (1, nil)] as [(UInt8, Int?)])
  func nothingIsMissing(first: UInt8, said: Int?) throws {
    let song = try song(from: first, offset: said)
    let layer = SoundBank.Layer(try font(), embeddedIn: song)
    #expect(layer.bankOffset == said ?? Int(first) && !layer.movesDrums)
    let stage = Stage(SoundBank([layer]))
    for event in song.mergedTrack().events { if let message = event.channelMessage { stage.send(message) } }
    stage.render(640)
    #expect(stage.synth.missingPresets.isEmpty && stage.synth.counters.voicesStarted == 4)
  }

  /// The specification's default for files without DBNK, if nothing else decides.
  @Test func theDefaultIsOne() throws {
    let layer = SoundBank.Layer(try font(), embeddedIn: try song(from: 50, offset: nil))
    #expect(layer.bankOffset == 1)
  }

  /// DLS knows no DBNK: the numbers of a DLS bank are those of the song, unless that would miss presets.
  @Test(arguments: [(0, nil, 0), (0, 5, 0), (50, nil, 0), (50, 1, 0), (1, nil, 1)] as [(UInt8, Int?, Int)])
  func downloadableBanksKeepTheirNumbers(first: UInt8, said: Int?, offset: Int) throws {
    let layer = SoundBank.Layer(try downloadable(), embeddedIn: try song(from: first, offset: said))
    #expect(layer.bankOffset == offset && !layer.movesDrums)
  }

  /// A DLS instrument that is selected by MSB and LSB is found by both; an offset is one of the MSB.
  @Test(arguments: [0, 1] as [UInt8]) func instrumentsSelectedByBothBytes(offset: UInt8) throws {
    let selects: [(msb: UInt8, lsb: UInt8, bank: Int)] =
      offset == 0
      ? [(0, 0, 0), (1, 8, 136), (8, 0, 1_024), (1, 0, 16_512)]
      : [(1, 0, 1), (2, 8, 264), (9, 0, 1_152), (2, 0, 256)]
    var bank = DLSBuilder(name: "embedded")
    bank.waves = [.init(name: "wave", frames: Array(repeating: 1_000, count: 100), sampleRate: 22_050)]
    // instruments of MSB 0 have the numbers 8 and 1 before those of MSB 8 and 1
    for locale: UInt32 in [0, 8, 1, 1 << 8 | 8, 8 << 8, 1 << 8] {
      bank.instruments.append(.init(name: "tone", locale: locale, program: 5, regions: [.init(wave: 0)]))
    }
    let font = try SoundFont(FileBytes(copying: bank.write(), name: "embedded.dls"))
    let layer = SoundBank.Layer(font, embeddedIn: try song(selecting: selects.map { ($0.msb, $0.lsb) }))
    #expect(layer.bankOffset == Int(offset))
    let sounds = SoundBank([layer])
    for select in selects {
      let channels = ChannelInterpreter(bank: sounds, bankSelect: .gs, voices: NoVoices())
      for message: ChannelMessage in [.controller(0, select.msb), .controller(32, select.lsb), .program(5)] {
        channels.receive(message)
      }
      #expect(channels.sound(port: 0, channel: 0).played == PartProgram(bank: select.bank, program: 5))
    }
  }

  /// A song that selects program 5 of banks by MSB and LSB.
  private func song(selecting banks: [(UInt8, UInt8)]) throws -> MIDIFile {
    var track: [UInt8] = []
    for (msb, lsb) in banks {
      track += [0, 0xB0, 0, msb, 0, 0xB0, 32, lsb, 0, 0xC0, 5, 0, 0x90, 60, 100, 9, 0x80, 60, 0]
    }
    let midi =
      chunk("MThd", [0, 0, 0, 1, 0, 96], isBig: true) + chunk("MTrk", track + [0, 0xFF, 0x2F, 0], isBig: true)
    let bytes = chunk("RIFF", Array("RMID".utf8) + chunk("data", midi))
    return try MIDIFile(reading: FileBytes(copying: bytes, name: "song.rmi"))
  }

  /// In XG and GM2, controller 32 selects the bank.
  @Test(arguments: [0, 1] as [UInt8]) func banksOfOtherSystems(first: UInt8) throws {
    let (xg, gm2): ([UInt8], [UInt8]) = (
      [0x43, 0x10, 0x4C, 0, 0, 0x7E, 0, 0xF7], [0x7E, 0x7F, 9, 3, 0xF7]
    )
    for (reset, msb) in [(xg, 0), (gm2, 121)] as [([UInt8], UInt8)] {
      let song = try song(from: first, offset: nil, reset: reset, msb: msb)
      #expect(SoundBank.Layer(try font(), embeddedIn: song).bankOffset == Int(first), "controller 0 is \(msb)")
    }
  }

  /// With the offset 0, a missing bank falls back to the embedded bank's first preset with the program, and a missing
  /// program to the bank below.
  @Test(arguments: [(0, [0, 1]), (1, [0, 0])] as [(Int, [Int])])
  func missingBanksFallBack(offset: Int, layers: [Int]) throws {
    let main: SoundFont = try .made { bank in
      let wave = bank.add(.sine())
      for (number, program) in [(0, 5), (8, 5), (8, 9), (128, 0)] as [(UInt16, UInt16)] {
        bank.addPreset(bank: number, program: program, [.init(target: wave)])
      }
    }
    let own = SoundBank.Layer(try font(), embeddedIn: try song(from: UInt8(offset), offset: offset))
    let presets = SoundBank([.init(main), own]).presets
    func layer(_ bank: Int, _ program: Int) -> Int? {
      presets.first { $0.bank == bank && $0.program == program }?.layer
    }
    // bank 8 of program 9 is only in the bank below, bank 8 of program 5 in both, or hidden by the embedded bank
    #expect(layer(8, 9) == layers[0])
    #expect(layer(8, 5) == (offset == 0 ? nil : 0) && layer(0, 5) == layers[1])
    #expect(layer(2 + offset, 5) == 1 && layer(128, 0) == 1)
  }

  /// A bank that is not embedded moves its drums with the rest.
  @Test func drumsMoveWhereTheyAreAsked() throws {
    let bank = SoundBank([.init(try font(), bankOffset: 1)])
    let stage = Stage(bank)
    stage.send(.program(0, channel: 9), .noteOn(36, channel: 9))
    stage.render(64)
    #expect(stage.synth.missingPresets.map(\.bank) == [128])
  }
}
