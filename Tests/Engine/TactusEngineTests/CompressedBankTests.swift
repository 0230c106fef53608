import TactusEngine
import TactusFiles
import TactusSynth
import TactusThreads
import TestSupport
import Testing

/// A bounce decodes what its song plays, and nothing else.
@Suite struct CompressedBankTests {
  /// Two presets; the first has a sample for low keys and another for high ones. Lengths 100, 200 and 300.
  private let plain: SoundFontBuilder = {
    var bank = SoundFontBuilder(name: "keys")
    bank.version = .v2_04
    let loop: [SoundFont.Generator] = [.init(.sampleModes, 1)]
    let waves = (1...3).map { bank.add(.sine(points: 100 * $0)) }
    bank.addPreset([
      .init(target: waves[0], keyRange: .init(0...59), generators: loop),
      .init(target: waves[1], keyRange: .init(60...127), generators: loop),
    ])
    bank.addPreset(program: 1, [.init(target: waves[2], generators: loop)])
    return bank
  }()

  /// The notes of a song, and the samples that they need.
  struct Use: Sendable {
    let program: UInt8
    let keys: [UInt8]
    let samples: [Int]

    init(_ program: UInt8, _ keys: [UInt8], samples: [Int]) {
      self.program = program
      self.keys = keys
      self.samples = samples
    }
  }

  private func song(program: UInt8, keys: [UInt8]) -> MIDIFile {
    var score = Score(length: 4_000)
    score.events.append((0, .program(program)))
    for (index, key) in keys.enumerated() { score.events.append((100 * index, .noteOn(key))) }
    return score.song
  }

  private func bits(
    _ song: MIDIFile, _ bank: SoundBank, width: Int = 1, range: SongRange? = nil
  ) throws -> [UInt32] {
    var bits: [UInt32] = []
    var settings = BounceSettings()
    settings.range = range
    _ = try Bouncer(song, bank: bank, settings: settings).render(with: WorkerPool(width: width)) { block in
      for frame in 0..<block.frameCount { bits += [block[0][frame].bitPattern, block[1][frame].bitPattern] }
    }
    return bits
  }

  private func font(_ builder: SoundFontBuilder) throws -> SoundFont {
    try SoundFont(FileBytes(copying: builder.write(), name: "keys.sf3"))
  }

  @Test func anyNumberOfThreadsGivesWhatPlainFramesGive() throws {
    let song = song(program: 0, keys: [50, 62, 70])
    let expected = try bits(song, SoundBank(font(plain)))
    #expect(Set(expected).count > 1_000)
    for width in 1...4 {
      #expect(try bits(song, SoundBank(font(plain.asPlainOgg), decoder: PlainOgg.Decoder()), width: width) == expected)
    }
  }

  @Test(arguments: [
    Use(0, [50], samples: [0]), Use(0, [60, 61], samples: [1]), Use(0, [1, 127], samples: [0, 1]),
    Use(1, [64], samples: [2]), Use(1, [], samples: []),
  ])
  func onlyWhatTheSongPlays(use: Use) throws {
    let decoder = PlainOgg.Decoder()
    _ = try bits(song(program: use.program, keys: use.keys), SoundBank(font(plain.asPlainOgg), decoder: decoder))
    #expect(decoder.asked == use.samples.map { PlainOgg.stream(plain.samples[$0].frames).count })
  }

  /// A note that is held while the program changes, and struck anew with the other preset.
  @Test(arguments: [
    (SongRange.HeldNotes.leftOut, [Int]()), (.struck, [2]), (.sounding, [0]),
  ])
  func onlyWhatARangePlays(held: SongRange.HeldNotes, samples: [Int]) throws {
    var score = Score(length: 4_000)
    score.events = [(0, .program(0)), (0, .noteOn(50)), (1_000, .program(1)), (3_900, .noteOff(50))]
    let range = SongRange(from: .seconds(2_000 / 48_000), heldNotes: held)
    let decoder = PlainOgg.Decoder()
    let packed = try bits(score.song, SoundBank(font(plain.asPlainOgg), decoder: decoder), range: range)
    #expect(decoder.asked == samples.map { PlainOgg.stream(plain.samples[$0].frames).count })
    let isSame = try packed == bits(score.song, SoundBank(font(plain)), range: range)
    #expect(isSame && (Set(packed).count > 100) == !samples.isEmpty)
  }

  @Test func withoutADecoderASongThatNeedsOneIsRefused() throws {
    let bank = try SoundBank(font(plain.asPlainOgg))
    #expect(throws: BounceError.self) { try bits(song(program: 0, keys: [60]), bank) }
    #expect(throws: Never.self) { try bits(song(program: 0, keys: []), bank) }
  }

  @Test func theReportNamesWhatWasSilent() throws {
    var broken = plain.asPlainOgg
    for index in [0, 2] { broken.samples[index].stream[3] = 0 }
    let bank = try SoundBank(font(broken), decoder: PlainOgg.Decoder())
    try bank.prepareAll()
    let report = try Bouncer(song(program: 0, keys: [50, 60]), bank: bank).render { _ in }
    #expect(report.unreadableSamples.map(\.reason) == [.notOgg], "only that of this song")
    #expect(report.peak > 0)
  }
}
