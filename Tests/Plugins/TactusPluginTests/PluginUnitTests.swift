import TactusMIDI
import TactusPlugin
import TactusProcessors
import TactusRender
import TactusSequencer
import TestSupport
import Testing

@Suite("Plug-ins")
struct PluginUnitTests {
  @Test("a note comes from the sampler on its frame, and a part's program from its parameter")
  func sampler() {
    let host = PluginHost(Plugins.sampler)
    host.set("reverb", 0)
    host.set("chorus", 0)
    host.set("program1", 40)
    host.render(256) { $0.receive(.on(60), at: 100) }
    #expect(host.left[..<100].allSatisfy { $0 == 0 })
    #expect(host.left.allSatisfy { !$0.isNaN })
    host.render(4_800)
    #expect(host.left.contains { abs($0) > 0.001 })
    host.render(64) { $0.receive(ChannelMessage(status: 0xC0, 17), at: 3) }
    #expect(host.value("program1") == 17)
    #expect(host.told.map { [$0.index, Int($0.value)] } == [[host.index("program1"), 17]])
  }

  /// The events and parameter changes of a random session.
  private struct Session {
    var events: [(frame: Int, message: ChannelMessage)] = []
    var changes: [(frame: Int, index: Int, value: Double)] = []

    init(_ descriptor: PluginDescriptor, seed: UInt64, frames: Int) {
      var random = SeededGenerator(seed: seed)
      let moving = descriptor.parameters.indices.filter {
        descriptor.parameters[$0].isAutomatable && !descriptor.parameters[$0].isBypass
      }
      for frame in 0..<frames where Int.random(in: 0..<400, using: &random) == 0 {
        let key = UInt8.random(in: 48...72, using: &random)
        events.append((frame, Bool.random(using: &random) ? .on(key) : .off(key)))
      }
      for frame in 0..<frames where Int.random(in: 0..<300, using: &random) == 0 {
        let index = moving.randomElement(using: &random)!
        let range = descriptor.parameters[index].range
        changes.append((frame, index, .random(in: range, using: &random)))
      }
    }
  }

  private func play(_ descriptor: PluginDescriptor, _ seed: UInt64, cuts: UInt64, frames: Int = 12_000) -> PluginHost {
    let session = Session(descriptor, seed: seed, frames: frames)
    let host = PluginHost(descriptor)
    let transport = Transport()
    var random = SeededGenerator(seed: cuts)
    var start = 0
    while start < frames {
      let count = cuts == 0 ? frames : min(frames - start, Int.random(in: 1...900, using: &random))
      let end = start + count
      host.render(count, transport.context(at: Int64(start))) { core in
        for event in session.events where (start..<end).contains(event.frame) {
          core.receive(event.message, at: event.frame - start)
        }
        for change in session.changes where (start..<end).contains(change.frame) {
          core.change(parameter: change.index, to: change.value, at: change.frame - start)
        }
      }
      start = end
    }
    return host
  }

  @Test("cycles of any lengths give the same, with parameters moving on their frames", arguments: [0, 1, 2])
  func partitions(index: Int) {
    let first = seed(of: "partitions of a plug-in")
    for round in 0..<UInt64(rounds(6)) {
      let whole = play(Plugins.all[index], first &+ round, cuts: 0)
      let cut = play(Plugins.all[index], first &+ round, cuts: first &+ round &+ 1)
      let isSame = whole.left == cut.left && whole.right == cut.right && whole.sent == cut.sent
      #expect(isSame, "seed \(first &+ round)")
    }
  }

  @Test("what a parameter sets is what a chain that says so does")
  func stages() throws {
    var settled = Arpeggiator(order: .down, octaves: 2, rate: StepLength(1, 8), gate: 50)
    settled.swing = 60
    settled.velocity = .fixed(90)
    settled.restart = .beats(3)
    var echo = Echo(.beats(0.25), repeats: 2, feedback: 0.5)
    echo.transpose = 7
    let chain = ProcessorChain([
      .quantise(Quantise(Scale("D dorian")!)), .chordMemory(ChordMemory([0, 3, 7])), .transpose(Transpose(0)),
      .arpeggiator(settled), .echo(echo), .velocity(VelocityMap()), .humanise(Humanise()),
    ])
    let byChain = PluginHost(Plugins.arpeggiator)
    try byChain.unit.publish(chain)
    let byParameters = PluginHost(Plugins.arpeggiator)
    let values: [String: Double] = [
      "arpOrder": 1, "arpOctaves": 2, "arpRate": 8, "arpGate": 50, "arpSwing": 60, "arpVelocity": 90, "arpRestart": 5,
      "scaleOn": 1, "scaleRoot": 2, "scaleKind": 5, "chordOn": 1, "chordKind": 1, "echoOn": 1,
      "echoRate": 11, "echoRepeats": 2, "echoFeedback": 50, "echoTranspose": 7, "humaniseOn": 1, "humaniseTiming": 0,
      "humaniseVelocity": 0,
    ]
    byChain.set("transpose", -5)
    byParameters.set("transpose", -5)
    for (symbol, value) in values { byParameters.set(symbol, value) }
    for (symbol, value) in values where !["chordKind", "transpose"].contains(symbol) {
      #expect(byChain.value(symbol) == value, "\(symbol): the parameter follows the chain")
    }
    for host in [byChain, byParameters] {
      let transport = Transport()
      for cycle in 0..<200 {
        host.render(480, transport.context(at: host.frame)) { core in
          if cycle == 3 { for key in [49, 54, 60] as [UInt8] { core.receive(.on(key), at: 17) } }
          if cycle == 150 { for key in [49, 54, 60] as [UInt8] { core.receive(.off(key), at: 40) } }
        }
      }
      #expect(host.uneven == [:])
    }
    #expect(byChain.sent.count > 30)
    #expect(byChain.sent == byParameters.sent)
  }

  @Test("every scale that a parameter offers is the scale of that name")
  func scales() {
    for (position, scale) in Scale.named.enumerated() {
      let host = PluginHost(Plugins.arpeggiator)
      host.set("arpOn", 0)
      host.set("scaleOn", 1)
      host.set("scaleRoot", 9)
      host.set("scaleKind", Double(position))
      host.render(128) { core in for key in UInt8(0)..<128 { core.receive(.on(key), at: Int(key)) } }
      let keys = (0..<128).filter { scale.intervals.contains(($0 + 3) % 12) }
      // of two equally near the lower one
      let nearest = (0..<128).map { key in keys.min { (abs($0 - key), $0) < (abs($1 - key), $1) } }
      let sent = host.sent.map(\.message).filter { $0.startsNote }
      #expect(sent.map { Int($0.data1) } == nearest, "\(scale.name)")
    }
  }

  @Test("steps of the sequencer lie on the exact frames of the host's beats")
  func sequencer() {
    let host = PluginHost(Plugins.sequencer)
    host.unit.loadPreset(1)
    let transport = Transport(tempo: 133)
    var random = SeededGenerator(seed: 7)
    while host.frame < 480_000 {
      host.render(.random(in: 1...3_000, using: &random), transport.context(at: host.frame))
    }
    let framesPerStep = 60 * 48_000 / 133.0 / 4
    let kicks = host.sent.filter { $0.message.startsNote && $0.message.data1 == 36 }.map { Double($0.frame) }
    let snares = host.sent.filter { $0.message.startsNote && $0.message.data1 == 38 }.map { Double($0.frame) }
    #expect(kicks.count == Int((480_000 / framesPerStep / 4).rounded(.up)))
    for (index, kick) in kicks.enumerated() { #expect(abs(kick - Double(index * 4) * framesPerStep) <= 0.51) }
    for (index, snare) in snares.enumerated() { #expect(abs(snare - Double(index * 4) * framesPerStep) <= 0.51) }
    host.render(256)
    host.render(256)
    #expect(host.uneven == [:])
  }

  @Test("a bypassed or deactivated plug-in leaves no note behind", arguments: [1, 2])
  func held(index: Int) {
    let host = PluginHost(Plugins.all[index])
    let transport = Transport()
    for _ in 0..<20 {
      host.render(500, transport.context(at: host.frame)) { core in
        for key in [60, 64, 67] as [UInt8] { core.receive(.on(key), at: 3) }
      }
    }
    #expect(!host.sent.isEmpty)
    host.unit.deactivate()
    host.unit.activate(sampleRate: 44_100, maximumFrameCount: 64)
    host.render(64)
    #expect(host.uneven == [:])
    for _ in 0..<20 {
      host.render(500, transport.context(at: host.frame)) { core in
        core.receive(.on(62), at: 1)
        core.receive(.off(62), at: 400)
      }
    }
    host.render(256) { $0.change(parameter: 0, to: 1, at: 100) }
    #expect(host.uneven == [:])
    host.render(256, transport.context(at: host.frame)) { $0.receive(.on(50), at: 7) }
    #expect(host.sent.last.map { [Int64($0.message.data1), $0.frame] } == [50, host.frame - 249])
  }

  @Test("a bypassed sampler falls silent and comes back as it was left")
  func bypassedSampler() {
    let host = PluginHost(Plugins.sampler)
    host.render(2_048) { $0.receive(.on(60), at: 0) }
    host.render(256) { $0.change(parameter: 0, to: 1, at: 0) }
    for _ in 0..<400 { host.render(2_048) { $0.receive(.on(64), at: 5) } }
    #expect(host.left.suffix(2_048).allSatisfy { $0 == 0 })
    #expect(host.unit.core.pointee.isSilent)
    host.set("bypass", 0)
    host.render(4_096) { $0.receive(.on(60), at: 0) }
    #expect(host.left.suffix(2_048).contains { $0 != 0 })
  }

  @Test("a flood of automation is obeyed in the end")
  func flood() {
    let host = PluginHost(Plugins.sampler)
    host.render(512) { core in
      for index in 0..<20_000 { core.change(parameter: 1 + index % 5, to: Double(index % 90), at: index % 512) }
      core.change(parameter: 1, to: -12, at: 511)
    }
    host.render(0)
    #expect(host.value("gain") == -12)
    host.render(64) { core in
      core.change(parameter: -1, to: 1, at: 0)
      core.change(parameter: 100_000, to: 1, at: 0)
      core.change(parameter: 1, to: .nan, at: .max)
      core.receive(.on(60), at: .min)
    }
    #expect(host.value("gain") == -12)
  }

  @Test("controllers move parameters where a controller map says so")
  func mapped() throws {
    let host = PluginHost(Plugins.arpeggiator)
    let octaves = host.index("arpOctaves")
    try host.unit.publish(
      ProcessorChain([
        .controllerMap(ControllerMap(.controller(21), to: .parameter(UInt8(octaves)))),
        .arpeggiator(Arpeggiator()),
      ]))
    host.render(64) { $0.receive(ChannelMessage(status: 0xB0, 21, 127), at: 5) }
    #expect(host.value("arpOctaves") == 8)
    #expect(host.told.map(\.index) == [octaves])
  }

  @Test("a mapped parameter takes effect on the frame of its controller, in blocks of any length")
  func mappedFrames() throws {
    func play(
      _ descriptor: PluginDescriptor, _ symbol: String, smoothing: Double, _ blocks: [Int]
    ) throws -> PluginHost {
      let host = PluginHost(descriptor)
      var map = ControllerMap(.controller(21), to: .parameter(UInt8(host.index(symbol))))
      map.smoothing = smoothing
      try host.unit.publish(ProcessorChain([.controllerMap(map), .arpeggiator(Arpeggiator())]))
      let events: [(Int64, ChannelMessage)] = [
        (0, .on(60)), (700, ChannelMessage(status: 0xB0, 21, 30)), (1_500, ChannelMessage(status: 0xB0, 21, 100)),
      ]
      for frames in blocks {
        let first = host.frame
        host.render(frames, Transport().context(at: first)) { core in
          for (frame, message) in events where frame >= first && frame < first + Int64(frames) {
            core.receive(message, at: Int(frame - first))
          }
        }
      }
      return host
    }
    for smoothing in [0.0, 20] {
      let short = [700] + Array(repeating: 212, count: 54) + [140]
      let whole = try play(Plugins.sampler, "gain", smoothing: smoothing, [4_096, 8_192])
      let parts = try play(Plugins.sampler, "gain", smoothing: smoothing, short)
      #expect(whole.frame == parts.frame && (whole.left == parts.left) as Bool)
      let panned = try play(Plugins.sampler, "pan", smoothing: smoothing, [4_096, 8_192])
      #expect((whole.left != panned.left) as Bool)
      let steps = try play(Plugins.arpeggiator, "arpOctaves", smoothing: smoothing, [4_096, 8_192])
      #expect(try play(Plugins.arpeggiator, "arpOctaves", smoothing: smoothing, short).sent == steps.sent)
    }
  }

  @Test("a controller of the sequencer's own sequence sets a parameter on its frame, too")
  func mappedFramesOfASequence() throws {
    func play(_ blocks: [Int]) throws -> [PluginHost.Sent] {
      let host = PluginHost(Plugins.sequencer)
      let map = ControllerMap(.controller(21), to: .parameter(UInt8(host.index("transpose"))))
      try host.unit.publish(ProcessorChain([.controllerMap(map), .transpose(Transpose(0))]))
      let controllers = [0, 3_000, 12_000].map { (tick: Int64) in
        ClipMessage.controller(21, tick == 3_000 ? 127 : 0, at: tick)
      }
      let pattern = Pattern([.hit, .hit], stepLength: 10_080, key: 60, messages: controllers)
      try host.unit.publish(MIDISequence([Track(pattern)]))
      for frames in blocks { host.render(frames, Transport().context(at: host.frame)) }
      return host.sent
    }
    let whole = try play(Array(repeating: 8_000, count: 8))
    #expect(Set(whole.map(\.message.data1)).count > 1)
    #expect(try play(Array(repeating: 500, count: 128)) == whole)
  }

  @Test("a host at a pulled sample rate hears every step on its exact frame")
  func pulledRates() throws {
    let rate = 48_000 / 1.001
    let host = PluginHost(Plugins.sequencer, sampleRate: rate)
    try host.unit.publish(MIDISequence([Track(Pattern([.hit], stepLength: 5_040, key: 70))]))
    let transport = Transport(tempo: 137, sampleRate: rate)
    for _ in 0..<900 { host.render(8_192, transport.context(at: host.frame)) }
    // a step is a quarter of a beat; a frame has 137 · 1.001 / (60 · 48,000) beats
    let (up, down) = (Int64(60 * 48_000_000), Int64(4 * 137 * 1_001))
    let expected = host.onsets.indices.map { (2 * Int64($0) * up + down) / (2 * down) }
    #expect(host.onsets.count > 1_300)
    #expect(host.onsets == expected)
  }
}
