import Foundation
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// The part settings of GS and XG messages, tested by the output.
@Suite struct PartTests {
  /// A sine on channel 1 after these messages.
  private func heard(_ messages: [UInt8]..., note: UInt8 = 60, velocity: UInt8 = 127, channel: UInt8 = 0) throws
    -> Stage
  {
    let stage = try Stage(.sine())
    for message in messages { stage.send(exclusive: message) }
    stage.send(.noteOn(note, velocity, channel: channel))
    stage.render(4_800)
    return stage
  }

  /// Cents above 480 Hz, from the first and the last rising passage through zero.
  private func cents(_ stage: Stage) -> Double { TestSupport.cents(of: stage.left[500..<4_800]) }

  private func level(_ stage: Stage) -> Double {
    decibels(Array(stage.left.suffix(1_000)).peak / (Stage.unit * 32_000 / 32_768))
  }

  private func expectCents(_ expected: Double, _ messages: [UInt8]..., note: UInt8 = 60, what: Comment) throws {
    let stage = try Stage(.sine())
    for message in messages { stage.send(exclusive: message) }
    stage.send(.noteOn(note))
    stage.render(4_800)
    let heard = cents(stage) - Double(Int(note) - 60) * 100
    #expect(abs(heard - expected) < 0.5, "\(what): \(heard) instead of \(expected) cents")
  }

  @Test func levels() throws {
    #expect(try abs(level(heard()) - 0) < 0.01)
    #expect(try abs(level(heard(Exclusive.gs(0x40, 0x11, 0x19, 64))) - -11.906) < 0.01)
    #expect(try abs(level(heard(Exclusive.xg(8, 0, 0x0B, 64))) - -11.906) < 0.01)
    // Velocity sense: half the depth, and an offset.
    #expect(
      try abs(level(heard(Exclusive.gs(0x40, 0x11, 0x1A, 32), velocity: 127)) - decibels(Float(63) / 127) * 2) < 0.01)
    // each step of the offset is 2
    #expect(try abs(level(heard(Exclusive.xg(8, 0, 0x0D, 84), velocity: 80)) - decibels(Float(120) / 127) * 2) < 0.01)
    #expect(
      try abs(level(heard(Exclusive.gs(0x40, 0x11, 0x1B, 48), velocity: 100)) - decibels(Float(68) / 127) * 2) < 0.01)
    #expect(try level(heard(Exclusive.gs(0x40, 0x11, 0x1B, 0), velocity: 10)) < -80)  // still a note
  }

  @Test func pan() throws {
    for message in [Exclusive.gs(0x40, 0x11, 0x1C, 127), Exclusive.xg(8, 0, 0x0E, 127)] {
      let stage = try heard(message)
      #expect(Array(stage.left.suffix(1_000)).peak < 1e-6 && stage.right.peak > 0.2)
    }
    let random = try heard(Exclusive.gs(0x40, 0x11, 0x1C, 0))
    #expect(abs(Array(random.left.suffix(1_000)).peak - Array(random.right.suffix(1_000)).peak) < 0.002)
  }

  @Test func keyRange() throws {
    for (low, high): ([UInt8], [UInt8]) in [
      (Exclusive.gs(0x40, 0x11, 0x1D, 60), Exclusive.gs(0x40, 0x11, 0x1E, 64)),
      (Exclusive.xg(8, 0, 0x0F, 60), Exclusive.xg(8, 0, 0x10, 64)),
    ] {
      for (note, sounds): (UInt8, Int) in [(59, 0), (60, 1), (64, 1), (65, 0)] {
        #expect(try heard(low, high, note: note).synth.voiceCount == sounds)
      }
    }
    // A sounding note is ended even if the range no longer contains it.
    let stage = try heard()
    stage.send(exclusive: Exclusive.gs(0x40, 0x11, 0x1D, 100))
    stage.send(.noteOff(60))
    stage.render(1_000)
    #expect(stage.synth.voiceCount == 0)
  }

  @Test func receiveChannel() throws {
    for message in [Exclusive.gs(0x40, 0x12, 0x02, 0), Exclusive.xg(8, 1, 4, 0)] {
      // Parts 1 and 2 both receive channel 1; no part receives channel 2.
      #expect(try heard(message).synth.voiceCount == 2)
      #expect(try heard(message, channel: 1).synth.voiceCount == 0)
    }
    for message in [Exclusive.gs(0x40, 0x11, 0x02, 16), Exclusive.xg(8, 0, 4, 127)] {
      #expect(try heard(message).synth.voiceCount == 0)
    }
    // A part's notes are released when it switches to another channel.
    let stage = try heard()
    stage.send(exclusive: Exclusive.gs(0x40, 0x11, 0x02, 5))
    stage.render(1_000)
    #expect(stage.synth.voiceCount == 0)
    // After switching back, messages need no routing.
    stage.send(exclusive: Exclusive.gs(0x40, 0x11, 0x02, 0))
    stage.send(.noteOn(60))
    stage.render(10)
    #expect(stage.synth.voiceCount == 1)
  }

  /// Each receive switch: with it off, the message has no effect; with it on again, it has.
  @Test func receiveSwitches() throws {
    let notes = Exclusive.gs(0x40, 0x11, 0x08, 0)
    #expect(try heard(notes).synth.voiceCount == 0)
    #expect(try heard(notes, Exclusive.gs(0x40, 0x11, 0x08, 1)).synth.voiceCount == 1)
    #expect(try heard(Exclusive.xg(8, 0, 0x35, 0)).synth.voiceCount == 0)
    func after(_ off: [UInt8], _ messages: ChannelMessage...) throws -> Stage {
      let stage = try Stage(.sine())
      stage.send(exclusive: off)
      for message in messages { stage.send(message) }
      stage.send(.noteOn(60))
      stage.render(4_800)
      return stage
    }
    #expect(try abs(cents(after(Exclusive.gs(0x40, 0x11, 0x03, 0), .pitchBend(0)))) < 0.1)
    #expect(try abs(cents(after(Exclusive.gs(0x40, 0x11, 0x04, 0), .pitchBend(0))) + 200) < 0.1)
    #expect(try abs(level(after(Exclusive.gs(0x40, 0x11, 0x0C, 0), .controller(7, 10)))) < 0.1)
    #expect(try abs(level(after(Exclusive.gs(0x40, 0x11, 0x06, 0), .controller(7, 10)))) < 0.1)
    #expect(try abs(level(after(Exclusive.xg(8, 0, 0x3B, 0), .controller(11, 10)))) < 0.1)
    #expect(try level(after(Exclusive.xg(8, 0, 0x3B, 0), .controller(7, 10))) < -20)
    let pedal = try after(Exclusive.gs(0x40, 0x11, 0x0F, 0), .controller(64, 127))
    pedal.send(.noteOff(60))
    pedal.render(1_000)
    #expect(pedal.synth.voiceCount == 0)
    let mode = try after(Exclusive.gs(0x40, 0x11, 0x06, 0))
    mode.send(.controller(120, 0))
    mode.render(1_000)
    #expect(mode.synth.voiceCount == 0)
  }

  @Test func keyShiftAndDetune() throws {
    try expectCents(700, Exclusive.gs(0x40, 0x11, 0x16, 71), what: "GS key shift")
    try expectCents(-1_200, Exclusive.xg(8, 0, 0x08, 52), what: "XG note shift")
    try expectCents(-2_400, Exclusive.gs(0x40, 0x11, 0x16, 0), what: "GS key shift, lowest")
    try expectCents(50, Exclusive.gs(0x40, 0x11, 0x2A, 0x60, 0), what: "GS fine tune")
    try expectCents(1_200 * log2(450 / 440), Exclusive.gs(0x40, 0x11, 0x17, 14, 4), what: "GS offset, 10 Hz")
    try expectCents(1_200 * log2(432 / 440), Exclusive.xg(8, 0, 0x09, 3, 0), what: "XG detune, −8 Hz")
    // Drums are not shifted.
    let drums = try Stage(.sine(bank: 128))
    drums.send(exclusive: Exclusive.gs(0x40, 0x11, 0x16, 71), Exclusive.gs(0x40, 0x11, 0x15, 1))
    drums.send(.noteOn(60))
    drums.render(4_800)
    #expect(abs(cents(drums)) < 0.1)
  }

  @Test func scaleTuning() throws {
    let gs = Exclusive.gs(0x40, 0x11, 0x40, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 0, 127)
    let xg = Exclusive.xg(8, 0, 0x41, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 0, 127)
    let universal: [UInt8] = [0x7F, 0x7F, 8, 8, 0, 0, 1, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 0, 127]
    for message in [gs, xg, universal] {
      for (note, expected): (UInt8, Double) in [(60, 0), (61, 1), (69, 9), (70, -64), (71, 63), (47, 63)] {
        try expectCents(expected, message, note: note, what: "key \(note)")
      }
    }
    var wide: [UInt8] = [0x7E, 0x7F, 8, 9, 3, 127, 127]
    for key in 0..<12 { wide += key == 2 ? [0, 0] : [96, 0] }
    try expectCents(50, wide, note: 60, what: "two bytes")
    try expectCents(-100, wide, note: 62, what: "two bytes, lowest")
    try expectCents(0, [0x7F, 0x7F, 8, 8, 0, 0, 2] + [UInt8](repeating: 0, count: 12), what: "another channel")
    try expectCents(0, gs, Exclusive.gsReset, Exclusive.gs(0x40, 0x11, 0x1C, 1), note: 71, what: "after a reset")
  }

  @Test func bendRange() throws {
    for (message, expected): ([UInt8], Double) in [
      (Exclusive.gs(0x40, 0x21, 0x10, 0x4C), -1_200), (Exclusive.xg(8, 0, 0x23, 0x47), -700),
      (Exclusive.gs(0x40, 0x21, 0x10, 0x40), 0),
    ] {
      let stage = try Stage(.sine())
      stage.send(exclusive: message)
      stage.send(.pitchBend(0), .noteOn(60))
      stage.render(4_800)
      #expect(abs(cents(stage) - expected) < 0.5)
    }
  }

  /// In GS, the vibrato of controller 1 has up to 600 cents; RPN 5 sets the same.
  @Test func modulationDepth() throws {
    func sound(_ exclusive: [UInt8]?, _ messages: [ChannelMessage] = []) throws -> [Float] {
      let stage = try Stage(.sine())
      if let exclusive { stage.send(exclusive: exclusive) }
      stage.send(messages)
      stage.send(.controller(1, 127), .noteOn(60))
      return stage.render(4_800)
    }
    let deep = try sound(Exclusive.gs(0x40, 0x21, 0x04, 127))
    let isSame = try deep == sound(nil, ChannelMessage.registered(5, 6))
    let isDeeper = try deep != sound(nil)
    let isFlat = try sound(Exclusive.gs(0x40, 0x21, 0x04, 0)) == sound(nil, ChannelMessage.registered(5, 0))
    #expect(isSame && isDeeper && isFlat)
  }

  /// A part that does not receive the number of a parameter ignores its data entry too.
  @Test func numbersOfUnreceivedParameters() throws {
    let numbers: [(off: [UInt8], messages: [ChannelMessage])] = [
      (Exclusive.gs(0x40, 0x11, 0x0A, 0), ChannelMessage.nonRegistered(1, 0x20, 24)),
      (Exclusive.xg(8, 0, 0x36, 0), ChannelMessage.registered(2, 70)),
    ]
    for (off, messages) in numbers {
      let stage = try Stage(.sine())
      stage.send(ChannelMessage.registered(0, 7))
      stage.send(exclusive: off)
      stage.send(messages)
      stage.send(.pitchBend(0), .noteOn(60))
      stage.render(4_800)
      #expect(abs(cents(stage) + 700) < 0.5)
    }
  }

  /// A tuning of channels applies to the parts that receive them.
  @Test func scaleTuningOfReceivedChannels() throws {
    let stage = try Stage(.sine())
    stage.send(exclusive: Exclusive.gs(0x40, 0x11, 0x02, 1), Exclusive.gs(0x40, 0x12, 0x02, 0))
    stage.send(exclusive: [0x7F, 0x7F, 8, 8, 0, 0, 1] + [UInt8](repeating: 114, count: 12))
    stage.send(.controller(7, 127), .controller(10, 0), .noteOn(60))
    stage.render(4_800)
    #expect(abs(cents(stage) - 50) < 0.5)
  }

  /// The sends are controllers 91 and 93: the same message, the same sound.
  @Test func sends() throws {
    func sound(_ send: (Stage) -> Void) throws -> [Float] {
      let stage = try Stage(.sine(), settings: SynthSettings())
      stage.send(.controller(91, 0))
      send(stage)
      stage.send(.noteOn(60))
      stage.render(6_000)
      return stage.left
    }
    let dry = try sound { _ in }
    for (number, gs, xg): (UInt8, UInt8, UInt8) in [(91, 0x22, 0x13), (93, 0x21, 0x12)] {
      let controller = try sound { $0.send(.controller(number, 100)) }
      #expect(controller != dry)
      #expect(try sound { $0.send(exclusive: Exclusive.gs(0x40, 0x11, gs, 100)) } == controller)
      #expect(try sound { $0.send(exclusive: Exclusive.xg(8, 0, xg, 100)) } == controller)
    }
  }

  /// Block 50 of GS and parts from 17 of XG are those of the other port.
  @Test func otherPort() throws {
    for message in [Exclusive.gs(0x50, 0x11, 0x19, 64), Exclusive.xg(8, 16, 0x0B, 64)] {
      let stage = try Stage(.sine())
      stage.send(exclusive: message)
      stage.send(.controller(10, 0, port: 1), .noteOn(60, port: 1))
      stage.render(4_800)
      #expect(abs(level(stage) - -11.906) < 0.01)
    }
  }
}
