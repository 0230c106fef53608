import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// A bank that has flattened only the presets with the programs of a score plays the score like the whole bank.
@Suite struct ProgramSetTests {
  /// A font with presets for all programs of three banks, each of another pitch, and drum kits. Some are missing.
  private static func font() throws -> SoundFont {
    try .made { font in
      for (index, bank) in ([0, 1, 8, 128] as [UInt16]).enumerated() {
        for program in 0..<128 as Range<UInt16> where bank == 0 || (program + bank) % 3 != 0 {
          let sample = font.add(.sine(points: 20 + index * 128 + Int(program)))
          font.addPreset(
            bank: bank, program: program,
            [.init(target: sample, generators: [.init(.sampleModes, 1), .init(.releaseVolEnv, 0)])])
        }
      }
    }
  }

  private static func programs(of score: Score) -> ProgramSet {
    var programs = ProgramSet()
    for event in score.events { programs.insert(event.message) }
    return programs
  }

  private static func bits(_ score: Score, _ bank: SoundBank) -> [UInt32] {
    let synth = SoundFontSynth(bank: bank)
    synth.prepare(sampleRate: 48_000, replicas: 1)
    return synth.bits(of: score, cycles: [score.length], perform: inOrder)
  }

  /// All messages that can select a program, among arbitrary others.
  private static func selection(_ random: inout SeededGenerator) -> [ChannelMessage] {
    let program = UInt8.random(in: 0...127, using: &random)
    let channel = random.pick([0, 1, 9] as [UInt8])
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return [.program(program, channel: channel)]
    case 1: return [.controller(random.pick([0, 32]), random.pick([0, 1, 8, 120, 121, 127]), channel: channel)]
    case 2:
      let status = 0x40C0_0000 | UInt32(channel) << 16 | UInt32.random(in: 0...1, using: &random)
      return [ChannelMessage(word0: status, word1: UInt32(program) << 24 | 0x0800)]
    case 3:
      let part = 0x10 | (channel == 9 ? 0 : channel + 1)
      return Array(SystemExclusivePackets(Exclusive.gs(0x40, part, 0, random.pick([0, 8]), program), port: 0))
    case 4: return Array(SystemExclusivePackets(Exclusive.xg(8, channel, 3, program), port: 0))
    default:
      let reset = random.pick([Exclusive.gmOn, Exclusive.gm2On, Exclusive.gsReset, Exclusive.xgOn])
      return Array(SystemExclusivePackets(reset, port: 0))
    }
  }

  @Test func playsLikeTheWholeBank() throws {
    var random = SeededGenerator(seed: seed(of: "playsLikeTheWholeBank"))
    let font = try Self.font()
    let whole = SoundBank(font)
    for _ in 0..<rounds(20) {
      let isWild = random.oneIn(4)
      var score = random.score(length: 20_000, density: 6, isWild: isWild)
      for _ in 0..<Int.random(in: 0...12, using: &random) {
        let frame = Int.random(in: 0..<score.length, using: &random)
        score.events += Self.selection(&random).map { (frame, $0) }
      }
      score.events = score.events.enumerated()
        .sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }.map { $0.element }
      let narrow = SoundBank([.init(font)], programs: Self.programs(of: score))
      #expect(isWild || narrow.regionCount < whole.regionCount)
      let isSame = Self.bits(score, narrow) == Self.bits(score, whole)
      #expect(isSame)
    }
  }

  /// Each kind of message that selects a program, alone, and program 0, which needs no message.
  @Test(arguments: [
    [.program(77)], [ChannelMessage(word0: 0x40C0_0000, word1: 77 << 24)],
    [ChannelMessage(word0: 0x40C0_0001, word1: 77 << 24 | 0x0001)],
    Array(SystemExclusivePackets(Exclusive.gs(0x40, 0x11, 0, 0, 77), port: 0)),
    Array(SystemExclusivePackets(Exclusive.xg(8, 0, 3, 77), port: 0)), [],
  ])
  func everySelectionIsHeard(_ selection: [ChannelMessage]) throws {
    let font = try Self.font()
    var score = Score(length: 500)
    score.events = (selection + [.noteOn(60), .noteOn(40, channel: 9)]).map { (0, $0) }
    let narrow = SoundBank([.init(font)], programs: Self.programs(of: score))
    let bits = Self.bits(score, narrow)
    let isSame = bits == Self.bits(score, SoundBank(font))
    #expect(isSame)
    score.events.removeFirst(selection.count)
    let isDifferent = bits != Self.bits(score, narrow)
    #expect(isDifferent == !selection.isEmpty)
    #expect(narrow.regionCount < 40)
    #expect(narrow.presetCount == SoundBank(font).presetCount)
  }

  private static func word(_ bytes: [UInt32]) -> UInt32 { bytes.reduce(0) { $0 << 8 | $1 } }

  /// A GS bulk dump contains a program as two nibbles, whatever its packets. The dump begins at part 1, or in the block
  /// of addresses before the dumps; the master volume, which it then contains, is 127.
  @Test(arguments: [false, true], [1, 6]) func programsOfDumpsAreHeard(isEarly: Bool, bytesPerPacket: Int) throws {
    let font = try Self.font()
    var body: [UInt8] = [0x48, 0x02, 0x70]
    if isEarly {
      body = [0x47, 0x7F, 0x7F, 0, 0, 4, 0, 0, 7, 15]
      body += [UInt8](repeating: 0, count: 362)
    }
    body += [0, 0, 77 >> 4, 77 & 15]
    let sum = body.reduce(UInt8(0)) { ($0 &+ $1) & 127 }
    var bytes: [UInt8] = [0x41, 0x10, 0x42, 0x12]
    bytes += body
    bytes.append((128 - sum) & 127)
    var packets: [ChannelMessage] = []
    for first in stride(from: 0, to: bytes.count, by: bytesPerPacket) {
      let part = bytes[first..<min(bytes.count, first + bytesPerPacket)]
      let form: UInt32 = first == 0 ? 1 : part.endIndex == bytes.count ? 3 : 2
      let data = (part + [UInt8](repeating: 0, count: 6 - part.count)).map { UInt32($0) }
      packets.append(
        ChannelMessage(
          word0: 0x3000_0000 | form << 20 | UInt32(part.count) << 16 | Self.word([0, 0, data[0], data[1]]),
          word1: Self.word([data[2], data[3], data[4], data[5]])))
    }
    var score = Score(length: 500)
    score.events = (packets + [.noteOn(60)]).map { (0, $0) }
    let whole = SoundBank(font)
    let narrow = SoundBank([.init(font)], programs: Self.programs(of: score))
    let bits = Self.bits(score, whole)
    let isSame = Self.bits(score, narrow) == bits
    score.events.removeFirst(packets.count)
    let isDifferent = bits != Self.bits(score, whole)
    #expect(isSame && isDifferent)
  }

  /// A bank so large that regions are omitted is the same for all scores.
  @Test func hugeBanksAreFlattenedAsAWhole() throws {
    let font = try SoundFont.made { bank in
      let sample = bank.add(.sine())
      let zones = [SoundFontBuilder.Zone](repeating: .init(target: sample), count: 2_000)
      let instrument = bank.add(.init(name: "instrument", zones: zones))
      for program in 0..<70 as Range<UInt16> {
        bank.add(.init(name: "preset", bank: 0, program: program, zones: [.init(target: instrument)]))
      }
    }
    let whole = SoundBank(font)
    #expect(whole.isCut)
    #expect(SoundBank([.init(font)], programs: ProgramSet()).regionCount == whole.regionCount)
  }

  /// The same for a bank whose lists of modulators could become too long, even if they do not, because they are equal.
  @Test func banksOfManyModulatorsAreFlattenedAsAWhole() throws {
    let font = try SoundFont.made { bank in
      let modulators = (0..<241 as Range<Int16>).map {
        SoundFont.Modulator(.init(controller: UInt8(1 + $0 % 5)), to: .pan, $0)
      }
      let sample = bank.add(.sine())
      let zones = [SoundFontBuilder.Zone](repeating: .init(target: sample, modulators: modulators), count: 34)
      let instrument = bank.add(.init(name: "instrument", zones: zones))
      for program in 0..<128 as Range<UInt16> {
        bank.add(.init(name: "preset", bank: 0, program: program, zones: [.init(target: instrument)]))
      }
    }
    #expect(!SoundBank(font).isCut)
    #expect(SoundBank([.init(font)], programs: ProgramSet()).regionCount == 128 * 34)
  }

  /// Compressed samples are numbered by the regions of the whole bank, which determines the order of decoding.
  @Test func compressedBanksAreFlattenedAsAWhole() throws {
    let font = try SoundFont.made { bank in
      bank.version = .v3_01
      var sample = SoundFontBuilder.Sample(name: "compressed", frames: [], sampleRate: 48_000)
      sample.stream = PlainOgg.stream([1, 2, 3])
      let index = bank.add(sample)
      for program in 0..<3 as Range<UInt16> { bank.addPreset(program: program, [.init(target: index)]) }
    }
    #expect(SoundBank([.init(font)], programs: ProgramSet()).regionCount == 3)
  }
}
