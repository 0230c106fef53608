import Foundation
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Controllers in 14 bits, and the depth of the modulation wheel.
@Suite struct FineControllerTests {
  private func level(_ messages: ChannelMessage...) throws -> Double {
    let stage = try Stage(.sine())
    for message in messages { stage.send(message) }
    stage.send(.noteOn(60))
    return decibels(stage.render(400).peak / (Stage.unit * 32_000 / 32_768))
  }

  /// 40 · log10(x/127) dB with the low byte as 128ths of a step.
  @Test func volume() throws {
    for (high, low) in [(64, 64), (64, 1), (126, 127), (1, 100), (100, 0)] as [(UInt8, UInt8)] {
      let expected = 40 * log10((Double(high) + Double(low) / 128) / 127)
      let heard = try level(.controller(7, high), .controller(39, low))
      #expect(abs(heard - expected) < 0.01, "\(high), \(low): \(heard)")
    }
    #expect(abs(try level(.controller(7, 127), .controller(39, 127))) < 0.01, "127 is the end")
    let renewed = try level(.controller(7, 64), .controller(39, 127), .controller(7, 64))
    #expect(abs(renewed - -11.906) < 0.01, "a high byte clears the low one")
  }

  /// A pan one 128th of a step to the right of the middle: 500/63/128 units of 0.09°.
  @Test func pan() throws {
    let stage = try Stage(.sine())
    stage.send(.controller(10, 64), .controller(42, 32), .noteOn(60))
    stage.render(400)
    let angle = (500 + 500.0 / 63 * 32 / 128) / 1_000 * Double.pi / 2
    #expect(abs(Double(stage.right.peak / stage.left.peak) - tan(angle)) < 1e-5)
  }

  /// RPN 5 sets the vibrato at full modulation wheel: one semitone sounds like a bank with 100 cents of vibrato.
  @Test func modulationDepth() throws {
    func play(_ generators: [SoundFont.Generator], _ messages: [ChannelMessage]) throws -> [Float] {
      let stage = try Stage(.sine(generators))
      stage.send(messages)
      stage.send(.noteOn(60))
      return stage.render(4_000)
    }
    func expect(_ depth: Int16, _ messages: [ChannelMessage]) throws {
      let (asked, known) = try (play([], messages), play([.init(.vibLfoToPitch, depth)], []))
      #expect(decibels(zip(asked, known).map { abs($0 - $1) }.max()! / known.peak) < -100, "\(depth) cents")
    }
    try expect(100, ChannelMessage.registered(5, 1) + [.controller(1, 127)])
    try expect(250, ChannelMessage.registered(5, 2, 64) + [.controller(1, 127)])
    try expect(50, [.controller(1, 127)])
    try expect(0, ChannelMessage.registered(5, 0, 0) + [.controller(1, 127)])
    // An increment is a 128th of a semitone: 50 cents are 64 of them.
    let up = [ChannelMessage](repeating: .controller(96, 0), count: 64)
    try expect(100, [.controller(101, 0), .controller(100, 5)] + up + [.controller(1, 127)])
    try expect(100, ChannelMessage.registered(5, 1) + [.controller(121, 0), .program(0), .controller(1, 127)])
  }
}
