import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Banks in RMID files: the song's bank numbers and the bank's own differ by DBNK, by 1 where it is missing, or by nothing.
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

  /// A song that uses the bank's presets, counted from `first`, and a drum.
  private func song(from first: UInt8, offset: Int?) throws -> MIDIFile {
    var track: [UInt8] = []
    for (channel, bank, program) in [(0, 0, 5), (1, 0, 7), (2, 2, 5)] as [(UInt8, UInt8, UInt8)] {
      track += [0, 0xB0 | channel, 0, bank + first, 0, 0xC0 | channel, program, 0, 0x90 | channel, 60, 100]
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

  /// A bank that is not embedded moves its drums with the rest.
  @Test func drumsMoveWhereTheyAreAsked() throws {
    let bank = SoundBank([.init(try font(), bankOffset: 1)])
    let stage = Stage(bank)
    stage.send(.program(0, channel: 9), .noteOn(36, channel: 9))
    stage.render(64)
    #expect(stage.synth.missingPresets.map(\.bank) == [128])
  }
}
