import TactusMIDI
import TactusPlugin
import TactusRender
import TestSupport
import Testing

@Suite("MIDI learn")
struct MIDILearnTests {
  func cc(_ number: UInt8, _ value: UInt8, channel: UInt8 = 0) -> ChannelMessage {
    ChannelMessage(status: 0xB0 | channel, number, value)
  }

  @Test("the next controller that moves is learned, and then sets the parameter and is reported")
  func learning() throws {
    let host = PluginHost(Plugins.sampler)
    let (learn, cutoff) = (host.unit.midiLearn, host.index("cutoff1"))
    learn.begin(cutoff)
    #expect(learn.learning == cutoff)
    host.render(64) { core in
      core.receive(.on(60), at: 0)
      core.receive(ChannelMessage(status: 0xC0, 5), at: 0)
      core.receive(self.cc(100, 1), at: 1)  // the number of a parameter has no value of its own
      core.receive(self.cc(21, 64, channel: 2), at: 2)
      core.receive(self.cc(22, 64, channel: 2), at: 3)
    }
    #expect(learn.learning == nil)
    let assignment = try #require(learn.assignment(of: cutoff))
    #expect(assignment.controller == MIDIController(.controller(21), channel: 2))
    #expect(assignment.from == -8 && assignment.to == 8 && learn.assignments.count == 1)
    #expect(host.value("cutoff1") == 0, "the movement that was learned changes nothing yet")
    host.render(64) { $0.receive(self.cc(21, 127, channel: 2), at: 5) }
    #expect(host.value("cutoff1") == 8)
    #expect(host.told.contains { $0.index == cutoff && $0.value == 8 })
    host.render(64) { core in
      let bytes: [UInt8] = [0xB2, 21, 0]
      core.receive(bytes, count: 3, at: 5)
    }
    #expect(host.value("cutoff1") == -8)
    learn.forget(cutoff)
    #expect(learn.assignments.isEmpty)
    host.render(64) { $0.receive(self.cc(21, 127, channel: 2), at: 5) }
    #expect(host.value("cutoff1") == -8)
  }

  @Test("changes of the assignments are reported once, and those of a restored state never")
  func reporting() throws {
    let host = PluginHost(Plugins.sampler)
    let (unit, learn, cutoff) = (host.unit, host.unit.midiLearn, host.index("cutoff1"))
    #expect(!unit.takeAssignmentChange())
    learn.begin(cutoff)
    #expect(!unit.takeAssignmentChange(), "nothing is learned yet")
    host.render(64) { $0.receive(self.cc(21, 64), at: 0) }
    let state = unit.state()
    #expect(unit.takeAssignmentChange() && !unit.takeAssignmentChange())
    learn.forget(cutoff)
    #expect(unit.takeAssignmentChange())
    learn.forget(cutoff)
    #expect(!unit.takeAssignmentChange(), "it was forgotten already")
    try unit.restore(state)
    #expect(learn.assignments.count == 1 && !unit.takeAssignmentChange())
  }

  @Test("without a window: what is touched waits for a controller, or forgets its own")
  func touching() {
    let host = PluginHost(Plugins.arpeggiator)
    let gate = host.index("arpGate")
    host.set("midiLearn", 1)
    host.render(64) { $0.change(parameter: gate, to: 50, at: 3) }
    host.render(64) { $0.receive(ChannelMessage(status: 0xE3, 0, 64), at: 0) }
    host.set("midiLearn", 0)
    let expected = MIDIController(.pitchBend, channel: 3)
    #expect(host.unit.midiLearn.assignment(of: gate)?.controller == expected)
    host.set("arpGate", 70)
    #expect(host.unit.midiLearn.learning == nil)
    host.set("midiLearn", 2)
    host.set("arpGate", 80)
    #expect(host.unit.midiLearn.assignments.isEmpty)
  }

  @Test("a controller may have 14 bits, and may be pressure or pitch bend, of MIDI 1.0 or 2.0")
  func resolutions() throws {
    let host = PluginHost(Plugins.sampler)
    let gain = host.index("gain")
    func assign(_ source: MIDIController.Source) throws {
      let controller = try #require(MIDIController(source, channel: 0))
      host.unit.midiLearn.assign(ControllerAssignment(parameter: gain, controller: controller, from: 0, to: -16.383))
    }
    func value(_ messages: ChannelMessage...) -> Double {
      host.render(16) { core in for message in messages { core.receive(message, at: 4) } }
      return -host.value("gain") * 1_000
    }
    try assign(.controller(7))
    #expect(abs(value(cc(7, 127)) - 16_383) < 1e-6)
    #expect(abs(value(cc(7, 3), cc(39, 5)) - 389) < 1e-6)
    #expect(abs(value(cc(7, 3)) - 384) < 1e-6)
    try assign(.pitchBend)
    #expect(abs(value(ChannelMessage(status: 0xE0, 1, 64)) - 8_193) < 1e-6)
    #expect(abs(value(ChannelMessage(word0: 0x40E0_0000, word1: .max)) - 16_383) < 1e-6)
    try assign(.channelPressure)
    #expect(value(ChannelMessage(status: 0xD0, 0)) == 0)
    #expect(MIDIController(.controller(98), channel: 0) == nil && MIDIController(.controller(1), channel: 16) == nil)
    #expect(
      !host.unit.midiLearn.assign(
        ControllerAssignment(
          parameter: 9_999, controller: try #require(MIDIController(.pitchBend, channel: 0)), from: 0, to: 1)))
  }

  /// Plays with an assigned controller, or with the parameter automated on the same frames.
  func play(_ seed: UInt64, controls: Bool, passesOn: Bool = false, _ sizes: (inout SeededGenerator) -> Int) -> [Float]
  {
    var (random, lengths) = (SeededGenerator(seed: seed), SeededGenerator(seed: seed &+ 1))
    let host = PluginHost(Plugins.sampler)
    let (cutoff, length) = (host.index("cutoff1"), 20_000)
    let moves = (0..<50).map { _ in
      (frame: Int.random(in: 0..<length, using: &random), value: UInt8.random(in: 0...127, using: &random))
    }.sorted { $0.frame < $1.frame }
    if controls, let controller = MIDIController(.controller(21), channel: 0) {
      host.unit.midiLearn.assign(
        ControllerAssignment(parameter: cutoff, controller: controller, from: -6, to: 2, isPassedOn: passesOn))
    }
    while host.frame < length {
      let (start, count) = (Int(host.frame), min(sizes(&lengths), length - Int(host.frame)))
      host.render(count) { core in
        if start == 0 { for key in [48, 60, 67] as [UInt8] { core.receive(.on(key), at: 0) } }
        for move in moves where move.frame >= start && move.frame < start + count {
          if controls {
            core.receive(self.cc(21, move.value), at: move.frame - start)
          } else {
            core.change(parameter: cutoff, to: -6 + Double(move.value) / 127 * 8, at: move.frame - start)
          }
        }
      }
    }
    return host.left
  }

  @Test("a controller takes effect on its frame, as automation does, in cycles of any length")
  func frames() {
    let seed = seed(of: "controllers that were learned")
    for round in 0..<UInt64(rounds(3)) {
      let automated = play(seed &+ round, controls: false) { _ in 4_096 }
      let whole = play(seed &+ round, controls: true) { _ in 4_096 }
      let divided = play(seed &+ round, controls: true) { Int.random(in: 1...600, using: &$0) }
      let (isSame, isUndivided) = (whole == automated, whole == divided)
      #expect(isSame && isUndivided, "seed \(seed &+ round)")
    }
  }

  @Test("an event of a later cycle waits for it")
  func laterCycles() throws {
    let host = PluginHost(Plugins.sampler)
    let controller = try #require(MIDIController(.controller(21), channel: 0))
    host.unit.midiLearn.assign(
      ControllerAssignment(parameter: host.index("cutoff1"), controller: controller, from: 0, to: 8))
    host.render(100) { core in
      core.receive(self.cc(21, 127), at: 150)
      core.receive(self.cc(21, 0), at: 250)
    }
    #expect(host.value("cutoff1") == 0)
    host.render(100)
    #expect(host.value("cutoff1") == 8)
    host.render(100)
    #expect(host.value("cutoff1") == 0)
  }

  @Test("an assigned controller does not reach the MIDI effects, unless it is passed on")
  func passingOn() throws {
    let controller = try #require(MIDIController(.controller(74), channel: 0))
    for isPassedOn in [false, true] {
      let host = PluginHost(Plugins.arpeggiator)
      host.unit.midiLearn.assign(
        ControllerAssignment(
          parameter: host.index("velocity"), controller: controller, from: 0, to: 100, isPassedOn: isPassedOn))
      host.render(64) { core in
        core.receive(self.cc(74, 127), at: 3)
        core.receive(self.cc(75, 1), at: 4)
      }
      #expect(host.sent.map { $0.bytes[1] } == (isPassedOn ? [74, 75] : [75]))
    }
  }

  @Test("assignments are in the state, and older states have none")
  func states() throws {
    let unit = PluginUnit(Plugins.sampler)
    let plain = unit.state()
    let sources: [MIDIController.Source] = [.controller(1), .controller(74), .channelPressure, .pitchBend]
    for (index, source) in sources.enumerated() {
      let controller = try #require(MIDIController(source, channel: UInt8(index * 5)))
      #expect(
        unit.midiLearn.assign(
          ControllerAssignment(parameter: 70 + index, controller: controller, from: 1, to: -1, isPassedOn: index == 1)))
    }
    let other = PluginUnit(Plugins.sampler)
    try other.restore(unit.state())
    #expect(other.midiLearn.assignments == unit.midiLearn.assignments && other.state() == unit.state())
    try other.restore(plain)
    #expect(other.midiLearn.assignments.isEmpty)
    let strange = """
      {"plugin": "tactus.sampler", "learned": [{"parameter": "unheardOf", "controller": 3}, {"parameter": "gain",
       "source": "breath"}, {"parameter": "pan", "controller": 100}, {"parameter": "pan", "controller": 1000},
       {"parameter": "gain", "source": {"of": "the future"}}, 7, {"parameter": "tuning", "controller": 9,
       "from": -1e300, "later": 1}]}
      """
    try other.restore(Array(strange.utf8))
    #expect(other.midiLearn.assignments.map { $0.from } == [-1200])
  }

  @Test("floods of controllers and assignments while another thread plays do no harm")
  func hostile() {
    let host = PluginHost(Plugins.sampler)
    var random = SeededGenerator(seed: seed(of: "floods of controllers"))
    for round in 0..<rounds(60) {
      for _ in 0..<10 {
        let number = UInt8.random(in: 0...127, using: &random)
        guard let controller = MIDIController(.controller(number), channel: UInt8.random(in: 0...15, using: &random))
        else { continue }
        host.unit.midiLearn.assign(
          ControllerAssignment(
            parameter: Int.random(in: -3...400, using: &random), controller: controller,
            from: .random(in: -1e9...1e9, using: &random), to: .random(in: -1e9...1e9, using: &random)))
      }
      if round % 7 == 0 { host.unit.midiLearn.begin(Int.random(in: -3...400, using: &random)) }
      if round % 20 == 19 { host.unit.midiLearn.forgetAll() }
      host.render(Int.random(in: 0...64, using: &random)) { core in
        for _ in 0..<300 {
          let status = [0xB0, 0xD0, 0xE0][Int.random(in: 0..<3, using: &random)] as UInt8
          core.receive(
            ChannelMessage(
              status: status | UInt8.random(in: 0...15, using: &random), UInt8.random(in: 0...127, using: &random),
              UInt8.random(in: 0...127, using: &random)), at: Int.random(in: -5...500, using: &random))
        }
      }
    }
    #expect(host.unit.midiLearn.assignments.count <= MIDILearn.mostAssignments)
    #expect(host.left.allSatisfy { $0.isFinite })
  }

  @Test("controllers 32 to 63 are low bits only after their partners, and can be learned")
  func lowBitsOrControllers() throws {
    let host = PluginHost(Plugins.sampler)
    let gain = host.index("gain")
    host.unit.midiLearn.begin(gain)
    host.render(16) { $0.receive(self.cc(40, 100), at: 0) }
    #expect(host.unit.midiLearn.assignment(of: gain)?.controller == MIDIController(.controller(40), channel: 0))
    host.unit.midiLearn.begin(gain)
    host.render(16) { core in
      core.receive(self.cc(16, 1), at: 0)
      core.receive(self.cc(48, 1), at: 0)
    }
    let assignment = try #require(host.unit.midiLearn.assignment(of: gain))
    #expect(assignment.controller == MIDIController(.controller(16), channel: 0))
    // a button that sends controller 50, of which nothing else is heard, is no part of controller 18
    host.unit.midiLearn.assign(
      ControllerAssignment(
        parameter: gain, controller: try #require(MIDIController(.controller(18), channel: 0)), from: -20, to: 20))
    host.set("gain", 3)
    host.render(16) { $0.receive(self.cc(50, 127), at: 0) }
    #expect(host.value("gain") == 3)
    // low bits that have come once do not lower the highest value for good
    for message in [cc(18, 100), cc(50, 5), cc(18, 126), cc(18, 127)] {
      host.render(16) { $0.receive(message, at: 0) }
    }
    #expect(host.value("gain") == 20)
  }
}
