import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// A bulk dump of GS does what the messages for its single parameters do.
@Suite struct GSDumpTests {
  /// A packet with the bytes from a nibble's address on.
  private func packet(_ address: Int, _ bytes: [UInt8], high: UInt8 = 0x48, withoutLast left: Int = 0) -> [UInt8] {
    let nibbles = bytes.flatMap { [$0 >> 4, $0 & 15] }.dropLast(left)
    let body: [UInt8] = [high, UInt8(address >> 7), UInt8(address & 127)] + nibbles
    let sum = body.reduce(0) { $0 &+ $1 } & 127
    return [0x41, 0x10, 0x42, 0x12] + body + [(128 - sum) & 127]
  }

  /// A packet that starts at a byte of a part. Block 0 is part 10.
  private func part(_ block: Int, _ index: Int, _ bytes: UInt8..., withoutLast left: Int = 0) -> [UInt8] {
    packet(0x90 + 224 * block + 2 * index, bytes, withoutLast: left)
  }

  /// Both sides of a note on channel 1 after messages.
  private func sound(
    _ exclusives: [[UInt8]], _ messages: [ChannelMessage] = [], note: UInt8 = 60
  ) throws -> [[Float]] {
    let stage = try Stage(.sine(), settings: SynthSettings())
    for bytes in exclusives { stage.send(exclusive: bytes) }
    stage.send(messages)
    stage.send(.noteOn(note, 100))
    stage.render(4_800)
    return [stage.left, stage.right]
  }

  private func counts(_ exclusives: [UInt8]...) throws -> [Int] {
    let stage = try Stage(.sine())
    for bytes in exclusives { stage.send(exclusive: bytes) }
    stage.render(1)
    let counters = stage.synth.counters
    return [counters.systemMessages, counters.ignoredSystemMessages, counters.badChecksums]
  }

  /// The number of a byte in a part, a value, and the last byte of the parameter's own address.
  @Test(
    arguments: [
      (4, 1, 0x02), (6, 71, 0x16), (8, 64, 0x19), (9, 127, 0x1C), (10, 32, 0x1A), (11, 80, 0x1B), (12, 61, 0x1D),
      (13, 59, 0x1E), (14, 100, 0x21), (15, 100, 0x22), (16, 80, 0x30), (17, 90, 0x31), (18, 40, 0x32), (19, 90, 0x33),
      (20, 100, 0x34), (21, 30, 0x35), (22, 90, 0x36), (23, 80, 0x37), (26, 84, 0x40), (37, 84, 0x4B),
    ] as [(Int, UInt8, UInt8)])
  func partParameters(_ index: Int, _ value: UInt8, _ low: UInt8) throws {
    let note: UInt8 = index == 37 ? 59 : 60
    let dumped = try sound([part(1, index, value)], note: note)
    let single = try sound([Exclusive.gs(0x40, 0x11, low, value)], note: note)
    let plain = try sound([], note: note)
    #expect(dumped == single)
    #expect(dumped != plain || (16...23).contains(index))
    #expect(try sound([part(2, index, value)], note: note) == plain || index == 4)
  }

  @Test func detuneAndBendRange() throws {
    let plain = try sound([])
    let detuned = try sound([part(1, 7, 0xE4)])
    #expect(try detuned == sound([Exclusive.gs(0x40, 0x11, 0x17, 14, 4)]) && detuned != plain)
    let bent = try sound([part(1, 52, 0x4C)], [.pitchBend(0)])
    #expect(try bent == sound([Exclusive.gs(0x40, 0x21, 0x10, 0x4C)], [.pitchBend(0)]))
    #expect(try bent != sound([], [.pitchBend(0)]))
  }

  @Test func toneNumber() throws {
    let bank = try SoundBank.made { bank in
      for (number, program, amplitude) in [(0, 0, 32_000), (8, 5, 8_000)] as [(UInt16, UInt16, Double)] {
        let wave = bank.add(.sine(amplitude: amplitude))
        bank.addPreset(
          bank: number, program: program,
          [.init(target: wave, generators: [.init(.sampleModes, 1)] + SoundFont.Generator.atOnce)])
      }
    }
    func peak(_ exclusives: [UInt8]...) -> Float {
      let stage = Stage(bank)
      for bytes in exclusives { stage.send(exclusive: bytes) }
      stage.send(.noteOn(60))
      return stage.render(4_800).peak
    }
    #expect(abs(peak(part(1, 0, 8, 5)) / peak() - 0.25) < 0.001)
    // the bank and the program may be in two packets
    #expect(peak(part(1, 0, 8), part(1, 1, 5)) == peak(part(1, 0, 8, 5)))
  }

  @Test func effectsAndMaster() throws {
    let plain = try sound([])
    let reverb = try sound([packet(0x54, [0, 0, 3, 80, 90, 0])])
    #expect(try reverb == sound([Exclusive.gs(0x40, 0x01, 0x30, 0, 0, 3, 80, 90, 0)]) && reverb != plain)
    let send = Exclusive.gs(0x40, 0x11, 0x21, 100)
    let chorus = try sound([send, packet(0x64, [3, 0, 100, 20, 60, 9, 24, 30])])
    #expect(try chorus == sound([send, Exclusive.gs(0x40, 0x01, 0x38, 3, 0, 100, 20, 60, 9, 24, 30)]))
    #expect(try chorus != sound([send]))
    let master = try sound([packet(0, [0x05, 0xE8, 64])])
    #expect(try master == sound([Exclusive.gs(0x40, 0, 0, 0, 5, 14, 8), Exclusive.gs(0x40, 0, 4, 64)]))
    #expect(master != plain)
  }

  /// A whole dump, as an instrument sends it, in packets that end within parts.
  @Test(arguments: [128, 64, 30])
  func wholeDump(_ size: Int) throws {
    var bytes: [UInt8] = [0x04, 0x00, 127, 0, 0, 64, 64, 0]
    bytes += [UInt8](repeating: 32, count: 16) + [UInt8](repeating: 2, count: 16) + [0, 0]
    bytes += [4, 4, 0, 64, 64, 0, 0, 0, 2, 0, 64, 8, 80, 3, 19, 0] + [UInt8](repeating: 0, count: 14)
    for block in 0..<16 { bytes += partBytes(block) }
    let packets =
      [packet(0, Array(bytes[..<8]))]
      + stride(from: 8, to: bytes.count, by: size / 2).map {
        packet(2 * $0, Array(bytes[$0..<min(bytes.count, $0 + size / 2)]))
      }
    let singles = [
      Exclusive.gs(0x40, 0x1A, 0x19, 64), Exclusive.gs(0x40, 0x1F, 0x16, 71), Exclusive.gs(0x40, 0x11, 0x02, 3),
    ]
    func left(_ exclusives: [[UInt8]], _ channel: UInt8) throws -> [Float] {
      let stage = try Stage(.sine(), isLoud: false)
      for bytes in exclusives { stage.send(exclusive: bytes) }
      stage.send(.noteOn(60, channel: channel))
      return stage.render(4_800)
    }
    for channel in [0, 3, 4, 10, 15] as [UInt8] {
      let (dumped, single) = try (left(packets, channel), left(singles, channel))
      #expect(dumped == single, "channel \(channel), packets of \(size) nibbles")
      #expect(try (dumped == left([], channel)) == (channel == 4))
    }
    let stage = try Stage(.sine())
    for bytes in packets { stage.send(exclusive: bytes) }
    stage.render(1)
    #expect(stage.synth.counters.badChecksums == 0 && stage.synth.counters.longSystemMessages == 0)
    if size == 128 { #expect(stage.synth.counters.systemMessages == 30) }
  }

  /// The bytes of a part with the defaults, except a level (part 11), a key shift (part 16), and a channel (part 1).
  private func partBytes(_ block: Int) -> [UInt8] {
    let channel = block == 0 ? 9 : block <= 9 ? block - 1 : block
    var bytes: [UInt8] = [0, 0, 0xFF, 0xFF, UInt8(block == 1 ? 3 : channel), 0xA1]
    bytes += [block == 15 ? 71 : 64, 0x80, block == 10 ? 64 : 100, 64, 64, 64, 0, 127, 0, 40]
    bytes += [UInt8](repeating: 64, count: 8) + [0, 0] + [UInt8](repeating: 64, count: 12) + [16, 17]
    bytes += [64, 64, 64, 0, 64, 10, 0, 0, 64, 0, 0, 0]
    bytes += [66, 64, 64, 0, 64, 0, 0, 0, 64, 0, 0, 0]
    for _ in 0..<4 { bytes += [64, 64, 64, 0, 64, 0, 0, 0, 64, 0, 0, 0] }
    return bytes
  }

  @Test func brokenDumps() throws {
    let plain = try sound([])
    var wrong = part(1, 8, 64)
    wrong[wrong.count - 1] ^= 1
    #expect(try sound([wrong]) == plain && counts(wrong) == [0, 0, 1])
    // The level is whole, the pan is not.
    let cut = part(1, 8, 64, 127, withoutLast: 1)
    #expect(try sound([cut]) == sound([part(1, 8, 64)]) && counts(cut) == [1, 0, 0])
    // The first nibble completes nothing.
    let odd = packet(0x90 + 224 + 2 * 8 - 1, [0x04, 0x00], withoutLast: 1)
    #expect(try sound([odd]) == sound([part(1, 8, 0x40)]) && counts(odd) == [1, 0, 0])
    // master tune without its second byte, and values above 127
    for bytes in [packet(0, [0x05]), part(1, 8, 0xFF), part(1, 0, 0x80), packet(4, [0xF0]), packet(0x54, [0xF0])] {
      #expect(try sound([bytes]) == plain && counts(bytes) == [0, 1, 0])
    }
  }

  /// What is not followed is counted: receive switches, the rhythm byte, drum setups, addresses beyond the last part.
  @Test func otherParts() throws {
    let plain = try sound([])
    let others = [
      part(1, 2, 0, 0), part(1, 5, 0), packet(0, [UInt8](repeating: 0, count: 64), high: 0x49), packet(0xE90, [0, 64]),
    ]
    for bytes in others { #expect(try sound([bytes]) == plain && counts(bytes) == [0, 1, 0]) }
  }

  /// Block 58 is the other port of a pair.
  @Test func otherPort() throws {
    func left(_ exclusive: [UInt8]) throws -> [Float] {
      let stage = try Stage(.sine())
      stage.send(exclusive: exclusive)
      stage.send(.noteOn(60, port: 1))
      return stage.render(4_800)
    }
    let dumped = try left(packet(0x90 + 224 + 2 * 8, [64], high: 0x58))
    #expect(try dumped == left(Exclusive.gs(0x50, 0x11, 0x19, 64)))
    #expect(try dumped != left(Exclusive.gs(0x50, 0x12, 0x19, 64)))
  }
}
