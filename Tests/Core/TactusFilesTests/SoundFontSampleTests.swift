import TactusFiles
import Testing

@Suite struct SoundFontSampleTests {
  /// The tiny bank (100 frames, 146 in the pool) after a change to its sample header.
  private func sample(
    _ change: (inout RawBank) -> Void
  ) throws -> (SoundFont.SampleHeader, [SoundFontDiagnostic.Kind]) {
    var raw = try RawBank(.tiny)
    change(&raw)
    let bank = try raw.read()
    return (bank.samples[0], bank.diagnostics.entries.map(\.kind))
  }

  private func loop(_ start: Int, _ end: Int) throws -> (SoundFont.SampleHeader, [SoundFontDiagnostic.Kind]) {
    try sample {
      $0.set32("shdr", 28, start)
      $0.set32("shdr", 32, end)
    }
  }

  @Test func framesAreReadInPlace() throws {
    let file = FileBytes(copying: try SoundFontBuilder.tiny.write(), name: "tiny")
    let bank = try SoundFont(file)
    let pool = UnsafeRawPointer(bank.pool.frames)
    #expect(pool > file.bytes.baseAddress! && pool < file.bytes.baseAddress! + file.bytes.count)
    #expect((0..<100).map { bank.pool.frames[$0] } == SoundFontBuilder.tiny.samples[0].frames)
    #expect(bank.pool.lowBytes == nil)
  }

  @Test(arguments: [(20, 80, 20..<80), (0, 100, 0..<100), (60, 68, 60..<68)])
  func shortLoopsArePlayed(_ start: Int, _ end: Int, _ expected: Range<Int>) throws {
    let (sample, found) = try loop(start, end)
    #expect(sample.loop == expected && found.isEmpty)
  }

  @Test func equalLoopPointsMeanNoLoop() throws {
    for point in [0, 50, 100] {
      let (sample, found) = try loop(point, point)
      #expect(sample.loop == nil && found.isEmpty)
    }
  }

  @Test func backwardLoopIsTurned() throws {
    let (sample, found) = try loop(80, 20)
    #expect(sample.loop == 20..<80 && found == [.loopMended])
  }

  /// A sample end that is too early by at most the guard is moved to the loop's end, because shortening the loop would
  /// change the pitch.
  @Test func loopIntoTheGuardPullsTheEnd() throws {
    let (sample, found) = try loop(20, 101)
    #expect(sample.loop == 20..<101 && sample.end == 101 && found == [.loopMended])
  }

  @Test func loopFarBeyondIsCut() throws {
    var (sample, found) = try loop(20, 147)
    #expect(sample.loop == 20..<100 && sample.end == 100 && found == [.loopMended])
    (sample, found) = try loop(1 << 31, 1 << 32 - 1)
    #expect(sample.loop == nil && sample.frames == 0..<100 && found == [.loopMended])
  }

  @Test func sampleThatEndsTooLateIsCut() throws {
    let (sample, found) = try sample { $0.set32("shdr", 24, 0xFFFF_FFFF) }
    #expect(sample.frames == 0..<146 && sample.loop == 0..<100 && sample.isUsable && found == [.sampleCut])
  }

  @Test func unusableSamplesSayWhy() throws {
    var (sample, found) = try sample { $0.set32("shdr", 20, 100) }
    #expect(sample.fault == .empty && sample.frames.isEmpty && found == [.sampleEmpty])
    (sample, found) = try self.sample {
      $0.set32("shdr", 20, 146)
      $0.set32("shdr", 24, 200)
    }
    #expect(sample.fault == .beyondPool && found == [.sampleBeyondPool])
    (sample, found) = try self.sample { $0.set16("shdr", 44, 0x8001) }
    #expect(sample.fault == .inROM && sample.isROM && found == [.sampleInROM, .zoneInROM])
    (sample, found) = try self.sample { $0.set16("shdr", 44, 0x11) }
    #expect(
      sample.isUsable && sample.isCompressed && sample.stream?.count == 100 && sample.frames.isEmpty && found == [])
    (sample, found) = try self.sample {
      $0.set16("shdr", 44, 0x11)
      $0.set32("shdr", 24, 1 << 30)
    }
    #expect(sample.stream?.count == 292 && found == [.sampleCut])
    (sample, found) = try self.sample { $0.remove("smpl") }
    #expect(sample.fault == .beyondPool && found == [.sampleBeyondPool, .sampleDataMissing])
  }

  @Test(arguments: [(0, 44_100), (399, 400), (400, 400), (96_000, 96_000), (0xFFFF_FFFF, 768_000)])
  func impracticalRatesAreMended(_ rate: Int, _ expected: Int) throws {
    let (sample, found) = try sample { $0.set32("shdr", 36, rate) }
    #expect(sample.sampleRate == expected && found == (rate == expected ? [] : [.rateMended]))
  }

  @Test(arguments: [(0, 0), (127, 127), (128, 60), (254, 60), (255, 60)])
  func invalidKeysBecome60(_ key: Int, _ expected: Int) throws {
    let (sample, found) = try sample { $0["shdr"][40] = UInt8(key) }
    #expect(sample.rootKey == UInt8(expected) && sample.originalKey == UInt8(key))
    #expect(found == (128...254 ~= key ? [.keyInvalid] : []))
  }

  @Test func stereoPartners() throws {
    var builder = SoundFontBuilder.tiny
    builder.samples[0].channel = .left
    builder.samples[0].link = 1
    builder.add(builder.samples[0])
    builder.samples[1].channel = .right
    builder.samples[1].link = 0
    let bank = try SoundFont(bytes: builder.write())
    #expect(bank.stereoPartner(ofSample: 0) == 1 && bank.stereoPartner(ofSample: 1) == 0)
    let (sample, found) = try sample {
      $0.set16("shdr", 44, 4)
      $0.set16("shdr", 42, 1)
    }
    #expect(sample.channel == .left && found == [.linkBroken])
  }

  /// 2.04 §6.2: the low bytes count only from version 2.04 and where their number is right.
  @Test func lowBytesOnlyWhereTheyFit() throws {
    var builder = SoundFontBuilder.tiny
    builder.version = .v2_04
    builder.samples[0].lowBytes = (0..<100).map { UInt8($0) }
    for (version, size, fits) in [(4, 146, true), (4, 145, false), (4, 147, false), (4, 0, false), (1, 146, false)] {
      var raw = try RawBank(builder)
      raw.set16("ifil", 2, version)
      raw["sm24"] = Array((raw["sm24"] + [0]).prefix(size))
      let bank = try raw.read()
      #expect((bank.pool.lowBytes != nil) == fits)
      #expect(bank.diagnostics.entries.map(\.kind) == (fits ? [] : [.lowBytesIgnored]))
      if fits { #expect(bank.pool.lowBytes![99] == 99) }
    }
  }

  /// An odd number of frames leaves one byte of padding, whether it is counted or not.
  @Test func oddLowBytes() throws {
    var builder = SoundFontBuilder.tiny
    builder.version = .v2_04
    builder.samples[0].frames.append(5)
    builder.samples[0].lowBytes = Array(repeating: 3, count: 101)
    var raw = try RawBank(builder)
    #expect(raw["sm24"].count == 147)
    #expect(try raw.read().pool.lowBytes != nil)
    raw["sm24"].append(0)
    #expect(try raw.read().pool.lowBytes != nil)
  }

  @Test func oddAddressIsCopied() throws {
    let bytes = [0] + (try SoundFontBuilder.tiny.write())
    let bank = try SoundFont(FileBytes(copying: bytes, name: "odd"), range: 1..<bytes.count)
    #expect(bank.diagnostics.entries.map(\.kind) == [.sampleDataCopied])
    #expect(try SoundFontBuilder(bank) == .tiny)
  }

  /// Of a compressed sample start and end count bytes, and the loop counts from its own first frame.
  @Test func compressedSamplesStayWhereTheyAre() throws {
    var builder = SoundFontBuilder.tiny
    builder.version = .v3_01
    var wave = builder.samples[0]
    wave.frames = []
    wave.stream = Array(1...77)
    wave.loop = 5..<1_000_000
    builder.add(wave)
    let bank = try SoundFont(bytes: builder.write())
    #expect(bank.version == .v3_01 && bank.diagnostics.entries.isEmpty)
    #expect(bank.samples[1].stream.map { Array(bank.file.bytes[$0]) } == Array(1...77))
    #expect(bank.samples[1].loop == 5..<1_000_000 && bank.samples[0].stream == nil && bank.samples[0].frames == 0..<100)
    #expect(try SoundFontBuilder(bank) == builder)
    builder.version = .v2_04
    #expect(throws: SoundFontWriteError.streamsNeedVersion301) { try builder.write() }
  }
}
