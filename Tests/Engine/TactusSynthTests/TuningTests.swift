import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// The MIDI Tuning Standard (MIDI 1.0, updated 1999): semitone and a 14-bit fraction, octaves in one and two bytes.
@Suite struct TuningTests {
  private func stage() throws -> Stage { try Stage(.sine()) }

  /// Cents above key 60's own pitch of a key struck now.
  private func pitch(_ stage: Stage, _ key: UInt8 = 60) -> Double {
    stage.send(.controller(120, 0))
    stage.render(700)
    stage.send(.noteOn(key))
    let heard = cents(of: stage.render(9_600).dropFirst(100))
    stage.send(.controller(120, 0))
    stage.render(700)
    return heard
  }

  private func isNear(_ heard: Double, _ expected: Double) -> Bool { abs(heard - expected) < 0.2 }

  /// A pitch as three bytes.
  private func bytes(_ cents: Double) -> [UInt8] {
    let value = max(0, Int((cents / 100 * 16_384).rounded()))
    return [UInt8(value >> 14), UInt8(value >> 7 & 127), UInt8(value & 127)]
  }

  private func single(_ program: UInt8, _ key: UInt8, _ cents: Double) -> [UInt8] {
    [0xF0, 0x7F, 0x7F, 8, 2, program, 1, key] + bytes(cents) + [0xF7]
  }

  private func dump(_ head: [UInt8], _ cents: (Int) -> Double) -> [UInt8] {
    [0xF0, 0x7E, 0x10, 8] + head + Array("a name of sixteen".utf8.prefix(16))
      + (0..<128).flatMap { bytes(cents($0)) } + [0, 0xF7]
  }

  @Test func singleNoteAtOnce() throws {
    let stage = try stage()
    stage.send(.noteOn(60))
    stage.render(100)
    #expect(stage.tune(single(0, 60, 6_050)))
    stage.render(9_600)
    // On frame 100 the ramp to +50 cents begins; at the grid point 192 it is complete.
    let path = { (frame: Int) in frame < 100 ? 0 : min(50, Double(frame - 100) * 50 / 92) }
    #expect(deviation(of: stage.left, level: Stage.unit * 32_000 / 32_768, cents: path) < -60)
    #expect(isNear(pitch(stage, 61), 100))
    #expect(isNear(pitch(stage, 60), 50))
    #expect(stage.tune([0x7F, 0, 8, 2, 0, 2, 60, 127, 127, 127, 61] + bytes(5_000)))
    #expect(isNear(pitch(stage, 60), 50), "127 127 127 is no change")
    #expect(isNear(pitch(stage, 61), -1_000))
  }

  /// A zone whose key a generator sets has the tuning of that key, whichever key is played.
  @Test func fixedKeys() throws {
    let stage = try Stage(.sine([.init(.keynum, 60)]))
    #expect(stage.tune(single(0, 61, 6_150)))
    #expect(isNear(pitch(stage, 61), 0))
    stage.send(.noteOn(61))
    stage.render(100)
    #expect(stage.tune(single(0, 60, 6_020)))
    #expect(isNear(cents(of: stage.render(9_600).dropFirst(200)), 20), "a sounding note follows")
    #expect(isNear(pitch(stage, 61), 20))
  }

  /// A device's reply to a tuning request is interpreted as that tuning.
  @Test func dumpsThatAreAnsweredAreUnderstood() throws {
    let stage = try stage()
    let cents = [60: 50.0, 61: -33.3, 62: 1_200]
    #expect(stage.tune(TuningDump(program: 0, name: "Odd") { cents[$0] ?? 0 }.bytes))
    for (key, offset) in cents {
      #expect(isNear(pitch(stage, UInt8(key)), Double(key - 60) * 100 + offset))
    }
    #expect(isNear(pitch(stage, 63), 300))
    #expect(stage.tune(TuningDump(bank: 0, program: 0, name: "") { _ in 10 }.bytes))
    #expect(isNear(pitch(stage, 60), 10))
  }

  @Test func singleNoteLater() throws {
    let stage = try stage()
    stage.send(.noteOn(60))
    stage.render(100)
    #expect(stage.tune([0xF0, 0x7E, 0x7F, 8, 7, 0, 0, 1, 60] + bytes(6_025) + [0xF7]))
    #expect(isNear(cents(of: stage.render(9_600)), 0))
    stage.send(.controller(7, 126))
    #expect(isNear(cents(of: stage.render(9_600)), 0), "not by another controller either")
    #expect(isNear(pitch(stage), 25))
    #expect(stage.tune([0xF0, 0x7F, 0x7F, 8, 7, 0, 0, 1, 60] + bytes(6_075) + [0xF7]))
    #expect(isNear(pitch(stage), 75))
  }

  @Test func programs() throws {
    let stage = try stage()
    #expect(stage.tune(dump([1, 5]) { Double($0) * 50 + 3_000 }))
    #expect(stage.tune(dump([4, 2, 5]) { Double($0) * 100 - 30 }))
    #expect(isNear(pitch(stage, 70), 1_000), "program 0 is nobody's")
    stage.send(ChannelMessage.registered(3, 5))
    #expect(isNear(pitch(stage, 70), 500))
    stage.send(ChannelMessage.registered(4, 2))
    #expect(isNear(pitch(stage, 70), 970))
    stage.send(.controller(97, 0))
    #expect(isNear(pitch(stage, 70), 1_000), "bank 1")
    stage.send([.controller(97, 0)], ChannelMessage.registered(3, 4), [.controller(96, 0)])
    #expect(isNear(pitch(stage, 70), 500))
  }

  @Test func octaveOfAProgram() throws {
    let stage = try stage()
    let name = [UInt8](repeating: 32, count: 16)
    #expect(stage.tune([0xF0, 0x7E, 1, 8, 5, 0, 3] + name + (0..<12).map { 64 + $0 } + [0, 0xF7]))
    stage.send(ChannelMessage.registered(3, 3))
    #expect(isNear(pitch(stage, 71), 1_111))
    #expect(isNear(pitch(stage, 51), -897))
    #expect(stage.tune([0xF0, 0x7E, 1, 8, 6, 0, 3] + name + (0..<12).flatMap { [64, $0] } + [0, 0xF7]))
    #expect(abs(pitch(stage, 71) - (1_100 + 1_100.0 / 8_192)) < 0.1)
  }

  @Test func octavesOfChannels() throws {
    let stage = try stage()
    stage.send(.noteOn(69))
    stage.render(128)
    // Channels 1, 8 and 16.
    let meantone: [UInt8] = [64, 40, 57, 74, 50, 67, 43, 60, 37, 54, 71, 47]
    #expect(stage.tune([0xF0, 0x7E, 0x7F, 8, 8, 2, 1, 1] + meantone + [0xF7]))
    #expect(isNear(cents(of: stage.render(9_600)), 900))
    #expect(isNear(pitch(stage, 69), 890))
    #expect(isNear(pitch(stage, 61), 76))
    let fine: [UInt8] = (0..<12).flatMap { _ in [UInt8(96), 0] }
    stage.send(.noteOn(69))
    stage.render(100)
    #expect(stage.tune([0xF0, 0x7F, 0x7F, 8, 9, 0, 0, 1] + fine + [0xF7]))
    stage.render(64)
    #expect(isNear(cents(of: stage.render(9_600)), 950))
    stage.send(.controller(120, 0))
    stage.render(700)
    for (channel, expected) in [(0, 950.0), (1, 900), (7, 890), (15, 890)] as [(UInt8, Double)] {
      stage.send(.controller(7, 127, channel: channel), .controller(10, 0, channel: channel))
      stage.send(.noteOn(69, channel: channel))
      let heard = cents(of: stage.render(9_600))
      #expect(isNear(heard, expected), "channel \(channel + 1): \(heard)")
      stage.send(.controller(120, 0, channel: channel))
      stage.render(700)
    }
  }

  /// Messages that are not tuning messages, or are truncated, change nothing beyond their contents, and never cause a
  /// trap.
  @Test func badMessages() throws {
    let stage = try stage()
    let others: [[UInt8]] = [
      [], [0xF0, 0xF7], [0xF0, 0x7F, 1, 8, 2], [0xF0, 0x7E, 1, 9, 1, 0xF7], [0x7F, 0, 8, 2, 0, 1, 60, 200, 0, 0],
    ]
    for bytes in others {
      #expect(!stage.tune(bytes))
    }
    #expect(stage.tune([0x7F, 0, 8, 2, 0, 127, 60] + bytes(6_010) + [62, 60]), "more is announced than there is")
    #expect(isNear(pitch(stage, 60), 10))
    #expect(isNear(pitch(stage, 62), 200))
    var random = SeededGenerator(seed: 1)
    for _ in 0..<rounds(2_000) {
      var message: [UInt8] = [0xF0, UInt8.random(in: 0x7E...0x7F, using: &random), 0x7F, 8]
      message += (0..<Int.random(in: 0...420, using: &random)).map { _ in UInt8.random(in: 0...127, using: &random) }
      if message.count > 4 { message[4] = UInt8.random(in: 0...10, using: &random) }
      message.removeLast(Int.random(in: 0...2, using: &random))
      stage.tune(message + [0xF7], port: Int.random(in: 0...15, using: &random))
    }
    stage.send(.noteOn(60))
    let sound = stage.render(1_000)
    #expect(sound.allSatisfy { $0.isFinite })
  }
}
