import Foundation
import TactusBuiltins
import TactusEngine
import TactusFiles
import TactusMIDI
import TactusSynth
import TactusThreads
import TestSupport
import Testing

/// The built-in bank with samples that are generated when a song first plays them.
@Suite struct OnDemandBankTests {
  private func bits(_ song: MIDIFile, _ font: SoundFont, threads: Int = 1) throws -> [UInt32] {
    var bits: [UInt32] = []
    _ = try Bouncer(song, bank: SoundBank(font)).render(with: WorkerPool(width: threads)) { block in
      for frame in 0..<block.frameCount { bits += [block[0][frame].bitPattern, block[1][frame].bitPattern] }
    }
    return bits
  }

  private func song(_ messages: [ChannelMessage]) -> MIDIFile {
    var score = Score(length: 24_000)
    for (index, message) in messages.enumerated() { score.events.append((index * 200, message)) }
    return score.song
  }

  /// Returns the samples of a font whose data is not all zero.
  private func generated(_ font: SoundFont) -> [Int] {
    font.samples.indices.filter { index in
      font.samples[index].frames.contains { font.pool.frames[$0] != 0 }
    }
  }

  @Test func aSongSoundsAsWithTheWholeBank() throws {
    let whole = try SoundFont(Builtins.bank)
    let seed = seed(of: "on-demand bank")
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(4, unoptimized: 2) {
      var messages: [ChannelMessage] = []
      for channel in UInt8(0)..<10 {
        messages.append(ChannelMessage(status: 0xC0 | channel, .random(in: 0...127, using: &random)))
        for _ in 0..<3 {
          let (key, velocity) = (UInt8.random(in: 20...108, using: &random), UInt8.random(in: 1...127, using: &random))
          messages.append(ChannelMessage(status: 0x90 | channel, key, velocity))
        }
      }
      let song = song(messages)
      let isSame = try bits(song, Builtins.makeOnDemandFont(), threads: round % 4 + 1) == bits(song, whole)
      #expect(isSame, "seed \(seed), round \(round)")
    }
  }

  @Test func onlyWhatASongPlaysIsGenerated() throws {
    let font = Builtins.makeOnDemandFont()
    #expect(generated(font) == [])
    let bank = SoundBank(font)
    _ = try Bouncer(song([.noteOn(60)]), bank: bank).audio()
    let names = generated(font).map { font.name(of: font.samples[$0]) }
    #expect(names == ["Piano 57", "Piano 64"])
  }

  @Test func onlyWhatARangePlaysIsGenerated() throws {
    let font = Builtins.makeOnDemandFont()
    var settings = BounceSettings()
    settings.range = SongRange(to: .tick(300))
    let song = song([.noteOn(60), .noteOff(60), ChannelMessage(status: 0xC0, 73), .noteOn(72)])
    _ = try Bouncer(song, bank: SoundBank(font), settings: settings).audio()
    #expect(generated(font).map { font.name(of: font.samples[$0]) } == ["Piano 57", "Piano 64"])
  }

  /// A font's samples are generated once for all of its banks and threads.
  @Test func severalThreadsMayAsk() throws {
    let font = Builtins.makeOnDemandFont()
    let banks = [SoundBank(font), SoundBank(font)]
    DispatchQueue.concurrentPerform(iterations: 40) { _ = try? banks[$0 % 2].prepare(bank: 0, program: $0 / 4 * 11) }
    let (whole, asked) = try (SoundFont(Builtins.bank), generated(font))
    #expect(asked.count > 10)
    for index in asked {
      let isSame = font.samples[index].frames.allSatisfy { font.pool.frames[$0] == whole.pool.frames[$0] }
      #expect(isSame, "\(font.name(of: font.samples[index]))")
    }
    guard isOptimized else { return }  // all of it takes long in code that is not optimized
    try banks[0].prepareAll()
    #expect(areEqual(font.file.bytes, Builtins.bank.bytes))
  }

  /// A live synthesizer generates all samples of the bank, so every preset sounds without preparation.
  @Test func liveSynthesizersGetTheWholeBank() {
    let font = Builtins.makeOnDemandFont()
    let synth = LiveSynth(sampleRate: 48_000)
    synth.publish(SoundBank(font))
    #expect(areEqual(font.file.bytes, Builtins.bank.bytes))
  }

  /// A note whose samples have not been prepared is silent and counted.
  @Test func whatIsNotGeneratedIsSilentAndCounted() {
    let stage = Stage(SoundBank(Builtins.makeOnDemandFont()))
    stage.send(.noteOn(60))
    #expect(stage.render(1_000).peak == 0)
    #expect(stage.synth.counters.undecodedVoices == 2)
  }

  @Test(.enabled(if: isOptimized, "takes long in code that is not optimized"))
  func aCopyForEditingIsWhole() throws {
    #expect(try areEqual(SoundFontBuilder(Builtins.makeOnDemandFont()).write(), Builtins.bank.bytes))
  }

  @Test(.enabled(if: isOptimized, "takes minutes in code that is not optimized"))
  func firstNoteTakesLittleTime() throws {
    let song = song([.noteOn(60)])
    let times = try (0..<5).map { _ in
      try processorSeconds { _ = try Bouncer(song, bank: SoundBank(Builtins.makeOnDemandFont())).audio() }
    }
    // a hundredth of the whole bank
    let whole = processorSeconds { _ = Builtins.makeBank() }
    #expect(times.min() ?? 0 < whole / 5, "\(times), the whole bank \(whole)")
  }
}
