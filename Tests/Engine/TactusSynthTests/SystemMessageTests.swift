import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// How system-exclusive messages reach the synthesizer: packets, checksums, devices, limits.
@Suite struct SystemMessageTests {
  private func counts(_ stage: Stage) -> [Int] {
    stage.render(1)
    let counters = stage.synth.counters
    return [
      counters.systemMessages, counters.ignoredSystemMessages, counters.badChecksums, counters.longSystemMessages,
    ]
  }

  @Test func understoodAndIgnored() throws {
    let stage = try Stage(.sine())
    stage.send(exclusive: Exclusive.gmOn, Exclusive.gmOff, Exclusive.gm2On, Exclusive.gsReset, Exclusive.xgOn)
    #expect(counts(stage) == [5, 0, 0, 0])
    stage.send(exclusive: [0x7E, 0x7F, 6, 1], [0x7D, 1, 2, 3, 4], [0x41], [0x43, 0x10], [0x7F, 0x7F, 4, 1])
    #expect(counts(stage) == [5, 5, 0, 0])
    stage.send(exclusive: [0x7E, 0x10, 9, 1], [0x7E, 0x00, 9, 1])  // any device
    #expect(counts(stage) == [7, 5, 0, 0])
  }

  @Test func checksums() throws {
    let stage = try Stage(.sine())
    var wrong = Exclusive.gsReset
    wrong[wrong.count - 1] ^= 1
    stage.send(exclusive: wrong, Exclusive.gsReset)
    #expect(counts(stage) == [1, 0, 1, 0])
    // An XG dump: count, address, data, checksum.
    let dump: [UInt8] = [0x43, 0x00, 0x4C, 0, 2, 0x08, 0, 0x01, 5, 6]
    let sum = dump[3...].reduce(0) { $0 &+ $1 } & 127
    stage.send(exclusive: dump + [(128 - sum) & 127], dump + [(129 - sum) & 127])
    #expect(counts(stage) == [2, 0, 2, 0])
  }

  @Test func devices() throws {
    let stage = try Stage(.sine())
    for device in [UInt8(0x10), 0x7F, 0x11, 0x00] {
      stage.send(exclusive: Exclusive.gs(0x40, 0x11, 0x19, 90, device: device))
    }
    #expect(counts(stage) == [2, 2, 0, 0])
  }

  @Test func longMessages() throws {
    let stage = try Stage(.sine())
    // A dump of 512 bytes is accepted; one of 513 bytes is too long.
    for length in [512, 513] {
      let data = [UInt8](repeating: 64, count: length - 9)
      let head: [UInt8] = [0x43, 0x00, 0x4C, UInt8(data.count >> 7), UInt8(data.count & 127), 0x08, 0, 0x41]
      let sum = (head[3...] + data).reduce(0) { $0 &+ $1 } & 127
      stage.send(exclusive: head + data + [(128 - sum) & 127])
    }
    #expect(counts(stage) == [1, 0, 0, 1])
    stage.send(exclusive: [UInt8](repeating: 0x7E, count: 100_000))
    #expect(counts(stage) == [1, 0, 0, 2])
  }

  /// Packets of two ports may be interleaved; a new start discards an incomplete message; packets without a start are
  /// ignored.
  @Test func mixedAndBrokenPackets() throws {
    let stage = try Stage(.sine())
    let first = Array(SystemExclusivePackets(Exclusive.gsReset))
    let second = Array(SystemExclusivePackets(Exclusive.gsReset, port: 1))
    stage.send(first[0], second[0], first[1])
    #expect(counts(stage) == [1, 0, 0, 0])
    stage.send(second[1])
    #expect(counts(stage) == [2, 0, 0, 0])
    stage.send(first[1], first[0], first[0], first[1], first[1])
    #expect(counts(stage) == [3, 0, 0, 0])
    stage.send(first[0])
    stage.send(exclusive: Exclusive.gmOn)
    stage.send(first[1])
    #expect(counts(stage) == [4, 0, 0, 0])
    stage.send(ChannelMessage(word0: 0x3F7F_FFFF, word1: .max))
    #expect(counts(stage) == [4, 0, 0, 0])
  }

  /// Any bytes: nothing traps, everything is counted once, and the sound stays finite.
  @Test func randomBytes() throws {
    let seed: UInt64 = 6_100
    var random = SeededGenerator(seed: seed)
    let stage = try Stage(.sine(), settings: SynthSettings())
    var sent = 0
    for round in 0..<rounds(400) {
      for _ in 0..<4 {
        let bytes = random.exclusive(isWild: true)
        stage.send(exclusive: bytes, port: UInt8.random(in: 0...3, using: &random))
        sent += bytes.isEmpty ? 0 : 1
      }
      stage.send(
        .noteOn(UInt8.random(in: 0...127, using: &random)), .program(UInt8.random(in: 0...127, using: &random)))
      let sound = stage.render(20)
      let isFinite = sound.allSatisfy { $0.isFinite }
      #expect(isFinite, "round \(round), seed \(seed)")
    }
    #expect(counts(stage).reduce(0, +) == sent, "seed \(seed)")
  }
}
