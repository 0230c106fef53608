import Foundation
import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// Compressed samples (SF3): decoded once, on request, and then treated like all others.
@Suite struct CompressedSampleTests {
  /// Three presets with a sample each, 100, 200 and 300 points long, looped.
  private let plain: SoundFontBuilder = {
    var bank = SoundFontBuilder(name: "three")
    bank.version = .v2_04
    for program in 0..<3 {
      let points = 100 * (program + 1)
      let wave = bank.add(.sine(points: points, periods: program + 1))
      bank.addPreset(
        program: UInt16(program),
        [.init(target: wave, generators: [.init(.sampleModes, 1)] + SoundFont.Generator.atOnce)])
    }
    return bank
  }()

  private func font(_ builder: SoundFontBuilder) throws -> SoundFont {
    try SoundFont(FileBytes(copying: builder.write(), name: "three.sf3"))
  }

  private func sound(_ bank: SoundBank) -> [Float] {
    let stage = Stage(bank)
    for program: UInt8 in 0..<3 {
      stage.send(.program(program), .noteOn(60 + 7 * program))
      stage.render(777)
    }
    return stage.left
  }

  @Test func decodedSamplesSoundLikeFramesInPlace() throws {
    let decoded = try SoundBank(font(plain.asPlainOgg), decoder: PlainOgg.Decoder())
    #expect(try decoded.prepareAll().isEmpty)
    let expected = try sound(SoundBank(font(plain)))
    #expect(expected.peak > 0.1)
    #expect(sound(decoded) == expected)
  }

  /// A bank of version 3 whose sample types lack the compression flag, with addresses in bytes or in frames: it is
  /// decoded nevertheless, with a diagnostic, and the stream is never played as frames.
  @Test(arguments: [1, 2] as [UInt32]) func unmarkedStreamsAreDecoded(step: UInt32) throws {
    var bytes = try plain.asPlainOgg.write()
    let headers = try #require(bytes.indices.dropLast(8).first { bytes[$0..<$0 + 4].elementsEqual("shdr".utf8) }) + 8
    func number(_ position: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[position + $1]) << (8 * UInt32($1)) }
    }
    func write(_ number: UInt32, _ position: Int) {
      for index in 0..<4 { bytes[position + index] = UInt8(truncatingIfNeeded: number >> (8 * UInt32(index))) }
    }
    for record in 0..<plain.samples.count {
      let position = headers + 46 * record
      let start = number(position + 20)
      bytes[position + 44] &= ~0x10
      guard step == 2 else { continue }
      for field in [20, 24] { write((number(position + field) + 1) / 2, position + field) }
      for field in [28, 32] { write(number(position + field) + start / 2, position + field) }
    }
    let font = try SoundFont(FileBytes(copying: bytes, name: "unmarked.sf3"))
    #expect(font.diagnostics.counts == [.compressionUnmarked: plain.samples.count])
    let bank = SoundBank(font, decoder: PlainOgg.Decoder())
    #expect(try bank.prepareAll().isEmpty)
    let isSame = try sound(bank) == sound(SoundBank(self.font(plain)))
    #expect(isSame)
    #expect(throws: SoundFontError.self) {
      try SoundFont(FileBytes(copying: bytes, name: "unmarked.sf3"), strictness: .strict)
    }
  }

  @Test func loopsBeyondTheSampleAreCut() throws {
    var long = plain
    for index in long.samples.indices { long.samples[index].loop = 10..<long.samples[index].frames.count }
    var wrong = long.asPlainOgg
    for index in wrong.samples.indices { wrong.samples[index].loop = 10..<1_000_000 }
    let bank = try SoundBank(font(wrong), decoder: PlainOgg.Decoder())
    try bank.prepareAll()
    #expect(try sound(bank) == sound(SoundBank(font(long))))
  }

  /// The low bytes of a bank's 24-bit samples belong only to these: a decoded sample has none, and may be longer.
  @Test func lowBytesOfOtherSamplesDoNotCount() throws {
    func bank(lowByte: UInt8?) throws -> SoundBank {
      var bank = SoundFontBuilder(name: "mixed")
      bank.version = .v3_01
      bank.add(
        .init(
          name: "wide", frames: Array(repeating: 0, count: 60),
          lowBytes: lowByte.map { Array(repeating: $0, count: 60) } ?? [], sampleRate: 48_000))
      var wave = SoundFontBuilder.Sample.sine(points: 2_000, periods: 20)
      (wave.stream, wave.frames) = (PlainOgg.stream(wave.frames), [])
      bank.addPreset([.init(target: bank.add(wave), generators: SoundFont.Generator.atOnce)])
      let made = try SoundBank(font(bank), decoder: PlainOgg.Decoder())
      try made.prepareAll()
      return made
    }
    func sound(_ bank: SoundBank) -> [Float] {
      let stage = Stage(bank)
      stage.send(.noteOn(60))
      return stage.render(1_500)
    }
    let (mixed, narrow) = try (bank(lowByte: 255), bank(lowByte: nil))
    #expect(mixed.layers[0].font.pool.lowBytes != nil && narrow.layers[0].font.pool.lowBytes == nil)
    #expect(sound(narrow).peak > 0.1)
    let isSame = sound(mixed) == sound(narrow)
    #expect(isSame)
  }

  @Test func onlyWhatIsAskedForIsDecodedAndOnlyOnce() throws {
    let decoder = PlainOgg.Decoder()
    let bank = try SoundBank(font(plain.asPlainOgg), decoder: decoder)
    #expect(bank.hasCompressedSamples && decoder.asked.isEmpty)
    try bank.prepare(bank: 0, program: 1)
    try bank.prepare(bank: 0, program: 1)
    try bank.prepare(bank: .max, program: .min)
    #expect(decoder.asked == [PlainOgg.stream(plain.samples[1].frames).count])
    try bank.prepareAll()
    #expect(decoder.asked == plain.samples.map { PlainOgg.stream($0.frames).count })
  }

  @Test func severalThreadsMayAsk() throws {
    let decoder = PlainOgg.Decoder()
    let bank = try SoundBank(font(plain.asPlainOgg), decoder: decoder)
    DispatchQueue.concurrentPerform(iterations: 12) { _ = try? bank.prepare(bank: 0, program: $0 % 3) }
    #expect(decoder.asked.count == 3)
    #expect(try sound(bank) == sound(SoundBank(font(plain))))
  }

  @Test func whatIsNotDecodedIsSilentAndCounted() throws {
    let bank = try SoundBank(font(plain.asPlainOgg), decoder: PlainOgg.Decoder())
    let stage = Stage(bank)
    stage.send(.noteOn(60))
    #expect(stage.render(200).peak == 0)
    #expect(stage.synth.counters.undecodedVoices == 1 && stage.synth.counters.voicesStarted == 0)
    try bank.prepare(bank: 0, program: 0)
    stage.send(.noteOn(60))
    #expect(stage.render(200).peak > 0.1)
    #expect(stage.synth.counters.undecodedVoices == 1)
  }

  @Test func withoutADecoderTheErrorSaysWhatToDo() throws {
    let bank = try SoundBank(font(plain.asPlainOgg))
    let error = try #require(throws: SampleDecoderMissing.self) { try bank.prepareAll() }
    #expect("\(error)".contains("three.sf3") && "\(error)".contains("VorbisDecoder"))
    #expect(throws: Never.self) { try SoundBank(font(plain)).prepareAll() }
  }

  @Test func damagedStreamsAreSilentAndNamed() throws {
    var bank = plain.asPlainOgg
    bank.samples[0].stream[0] = 0
    bank.samples[1].stream[14] = 8
    bank.samples[2].stream = PlainOgg.stream(plain.samples[2].frames, claim: 1 << 60)
    let font = try font(bank)
    let failures = try SoundBank(font, decoder: PlainOgg.Decoder()).prepareAll()
    #expect(failures.map(\.reason) == [.notOgg, .unreadable, .tooLong(frames: 1 << 60)])
    #expect(failures.map(\.offset) == font.samples.map { $0.stream!.lowerBound })
    #expect("\(failures[0])".contains("three.sf3: sample \"sine\" at offset"))
    let soundBank = SoundBank(font, decoder: PlainOgg.Decoder())
    try soundBank.prepareAll()
    #expect(sound(soundBank).peak == 0)
  }

  /// A short file in which every sample declares the maximum length for one sample.
  @Test func claimsTogetherAreBounded() throws {
    var bank = SoundFontBuilder(name: "bomb")
    bank.version = .v3_01
    for number in 0..<40 {
      var sample = SoundFontBuilder.Sample(name: "\(number)", frames: [], sampleRate: 44_100)
      sample.stream = PlainOgg.stream(Array(repeating: Int16(number), count: 2_500), claim: 128 * 2_500 * 2)
      bank.add(sample)
    }
    bank.addPreset(bank.samples.indices.map { .init(target: $0) })
    let font = try font(bank)
    let failures = try SoundBank(font, decoder: PlainOgg.Decoder()).prepareAll()
    let decoded = 40 - failures.count
    #expect(decoded > 0 && decoded * 640_000 <= 1 << 22 + 32 * font.file.bytes.count)
    #expect(failures.count > 20)
  }

  /// 2,000 sample headers of the same long stream, each with another end: only some of them are read.
  @Test func overlappingStreamsAreBounded() throws {
    var builder = SoundFontBuilder(name: "overlap")
    builder.version = .v3_01
    var wave = SoundFontBuilder.Sample(name: "wave", frames: [], sampleRate: 44_100)
    wave.stream = PlainOgg.stream([1, 2, 3]) + [UInt8](repeating: 0, count: 20_000)
    let zones = (0..<2_000).map { _ in SoundFontBuilder.Zone(target: builder.add(wave)) }
    builder.addPreset(zones)
    var bytes = try builder.write()
    let headers = try #require(bytes.indices.dropLast(8).first { bytes[$0..<$0 + 4].elementsEqual("shdr".utf8) }) + 8
    for record in 0..<2_000 {
      let end = UInt32(wave.stream.count - record)
      for index in 0..<4 { bytes[headers + 46 * record + 24 + index] = UInt8(truncatingIfNeeded: end >> (8 * index)) }
    }
    let font = try SoundFont(FileBytes(copying: bytes, name: "overlap.sf3"))
    let decoder = PlainOgg.Decoder()
    let failures = try SoundBank(font, decoder: decoder).prepareAll()
    #expect(Set(failures.map(\.reason)) == [.overlapping] && failures.count + decoder.asked.count == 2_000)
    let read = decoder.asked.reduce(0, +)
    #expect(read > 1 << 22 && read <= 1 << 22 + 4 * bytes.count)
  }

  @Test func randomDamageNeverTraps() throws {
    let bytes = try plain.asPlainOgg.write()
    let mark = Array("OggS".utf8)
    let first = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
    for seed in 0..<UInt64(rounds(60)) {
      var random = SeededGenerator(seed: seed)
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let position = Bool.random(using: &random) ? first..<first + 60 : first..<bytes.count
        damaged[.random(in: position, using: &random)] = .random(in: 0...255, using: &random)
      }
      guard let font = try? SoundFont(FileBytes(copying: damaged, name: "damaged")) else { continue }
      let bank = SoundBank(font, decoder: PlainOgg.Decoder())
      try bank.prepareAll()
      #expect(sound(bank).allSatisfy { $0.isFinite }, "seed \(seed)")
    }
  }
}
