import TactusMIDI
import TactusPlugin
import TactusProcessors
import TactusRealtime
import TactusRender
import TestSupport
import Testing

/// Regression tests for faults found in a review.
@Suite("Plug-ins in unusual hosts")
struct UnusualHostTests {
  @Test("a sampler that is switched off twice before it renders")
  func bypassTwice() {
    let host = PluginHost(Plugins.sampler)
    host.set("reverb", 0)
    host.set("chorus", 0)
    host.set("program1", 16)
    host.render(2_048) { $0.receive(.on(60), at: 0) }
    host.render(0) { $0.change(parameter: 0, to: 1, at: 0) }
    host.render(256) { $0.change(parameter: 0, to: 1, at: 0) }
    for _ in 0..<100 { host.render(2_048) }
    #expect(host.left.suffix(2_048).allSatisfy { $0 == 0 })
  }

  @Test("a sampler that is switched off and on again before it renders a frame", arguments: [0, 1, 2])
  func bypassBetweenFrames(kind: Int) {
    let host = PluginHost(Plugins.sampler)
    host.set("reverb", 0)
    host.set("chorus", 0)
    host.set("program1", 16)
    host.render(2_048) { $0.receive(.on(60), at: 0) }
    switch kind {
    case 0:
      host.render(0) { $0.change(parameter: 0, to: 1, at: 0) }
      host.render(0) { $0.change(parameter: 0, to: 0, at: 0) }
    case 1:
      host.render(64) { core in
        core.change(parameter: 0, to: 1, at: 8)
        core.change(parameter: 0, to: 0, at: 8)
      }
    default:
      host.render(64) { core in
        core.change(parameter: 0, to: 1, at: 8)
        core.receive(.on(64), at: 8)
        core.change(parameter: 0, to: 0, at: 9)
        core.receive(ChannelMessage(status: 0x80, 64, 0), at: 20)
      }
    }
    for _ in 0..<100 { host.render(2_048) }
    #expect(host.left.suffix(2_048).allSatisfy { $0 == 0 }, "kind \(kind)")
  }

  @Test("a sampler that is switched off while a pedal holds", arguments: [0, 1])
  func sostenuto(kind: Int) {
    let host = PluginHost(Plugins.sampler)
    host.set("reverb", 0)
    host.set("chorus", 0)
    host.set("program1", 16)
    host.render(2_048) { core in
      if kind == 2 {
        core.receive(ChannelMessage(status: 0xC0, 16, 0, port: 1), at: 0)
        core.receive(ChannelMessage(status: 0x90, 60, 100, port: 1), at: 0)
      } else {
        core.receive(.on(60), at: 0)
      }
    }
    if kind == 0 { host.render(64) { $0.receive(ChannelMessage(status: 0xB0, 66, 127), at: 0) } }
    host.render(256) { $0.change(parameter: 0, to: 1, at: 0) }
    for _ in 0..<100 { host.render(2_048) }
    #expect(host.left.suffix(2_048).allSatisfy { $0 == 0 }, "kind \(kind)")
  }

  @Test("a program that is set while a cycle is rendered")
  func programLost() {
    let host = PluginHost(Plugins.sampler)
    host.render(64)
    host.render(64) { _ in host.unit.setParameter(host.index("program1"), to: 40) }
    host.render(64)
    #expect(host.value("program1") == 40)
    #expect(host.told.isEmpty, "\(host.told)")
  }

  /// Whether a plug-in says in one of the next cycles that it is silent.
  private func isSilent(_ host: PluginHost, in cycles: Int) -> Bool {
    var isSilent = false
    for _ in 0..<cycles {
      host.render(512)
      if host.unit.core.pointee.isSilent { isSilent = true }
    }
    return isSilent
  }

  @Test("nothing is silent while something is to come")
  func silent() {
    let host = PluginHost(Plugins.sampler)
    host.set("arpOn", 1)
    host.set("arpRate", 0)
    host.set("arpGate", 1)
    host.set("reverb", 0)
    host.set("chorus", 0)
    host.set("program1", 115)
    host.render(512) { $0.receive(.on(60), at: 0) }
    var silent = isSilent(host, in: 180)
    #expect(!silent)
    let other = PluginHost(Plugins.sampler)
    other.set("echoOn", 1)
    other.set("echoRate", 0)
    other.set("program1", 115)
    other.set("reverb", 0)
    other.set("chorus", 0)
    other.render(512) {
      $0.receive(.on(60), at: 0); $0.receive(.off(60), at: 100)
    }
    silent = isSilent(other, in: 180)
    #expect(!silent, "echo")
    let delayed = PluginHost(Plugins.sampler)
    delayed.set("program1", 115)
    delayed.set("reverb", 0)
    delayed.set("chorus", 0)
    delayed.render(512) {
      $0.receive(ChannelMessage(status: 0xB0, 94, 127), at: 0)
      $0.receive(.on(60), at: 0); $0.receive(.off(60), at: 100)
    }
    silent = isSilent(delayed, in: 90)
    #expect(!silent, "GS delay")
    #expect(delayed.left.suffix(30_000).contains { $0 != 0 }, "GS delay")
    for _ in 0..<2_000 where !silent {
      delayed.render(512)
      silent = delayed.unit.core.pointee.isSilent
    }
    #expect(silent, "after the GS delay")
    let arp = PluginHost(Plugins.arpeggiator)
    arp.render(512) { $0.receive(.on(60), at: 0) }
    #expect(!arp.unit.core.pointee.isSilent, "arpeggiator with a key held")
  }

  @Test("a note-off that finds no room comes after its note-on")
  func overflow() {
    let memory = NoteOutputMemory(capacity: 4)
    var output = NoteOutput(memory.memory)
    var sent: [ChannelMessage] = []
    func cycle(_ m: [ChannelMessage]) {
      output.begin()
      let e = m.map { TimedEvent(offset: 0, message: $0) }
      e.withUnsafeBufferPointer { output.add($0, at: 0) }
      while let o = output.take() { sent.append(o.message) }
    }
    cycle([.on(60), .on(61), .on(62), .on(63), .off(60)])
    cycle([])
    cycle([.off(61), .off(62), .off(63)])
    var counts: [UInt8: Int] = [:]
    for m in sent { counts[m.data1, default: 0] += m.startsNote ? 1 : -1 }
    var sounding = Set<UInt8>()
    for m in sent { if m.startsNote { sounding.insert(m.data1) } else { sounding.remove(m.data1) } }
    #expect(sounding.isEmpty, "\(sounding) \(sent.map { [$0.startsNote ? 1 : 0, $0.data1] })")
  }

  @Test("a host that stops asking")
  func notDrained() {
    let memory = NoteOutputMemory(capacity: 64)
    var output = NoteOutput(memory.memory)
    var sounding = Set<UInt8>()
    func cycle(_ m: [ChannelMessage], _ most: Int) {
      output.begin()
      let e = m.map { TimedEvent(offset: 0, message: $0) }
      e.withUnsafeBufferPointer { output.add($0, at: 0) }
      var n = 0
      while n < most, let o = output.take() {
        n += 1
        if o.message.startsNote { sounding.insert(o.message.data1) } else { sounding.remove(o.message.data1) }
      }
    }
    cycle([.on(60), .on(61)], 9)
    cycle([.off(60), .off(61)], 1)
    cycle([], 9)
    #expect(sounding.isEmpty)
  }

  @Test("an overlong system-exclusive message after one that just fits")
  func sysex() {
    let memory = NoteOutputMemory(capacity: 64, byteCapacity: 22)
    var output = NoteOutput(memory.memory)
    func cycle(_ count: Int) -> [Int] {
      let packets = Array(SystemExclusivePackets((0..<count).map { UInt8($0 & 127) }))
      let e = packets.map { TimedEvent(offset: 5, message: $0) }
      output.begin()
      e.withUnsafeBufferPointer { output.add($0, at: 0) }
      var got: [Int] = []
      while let o = output.take() { got.append(o.count) }
      return got
    }
    #expect(cycle(20) == [22])
    #expect(cycle(40) == [])
  }

  @Test("a block shorter than its cycle")
  func shortBlock() {
    let host = PluginHost(Plugins.sampler)
    let core = host.unit.core
    core.pointee.begin(RenderCycle(firstFrame: 0, frameCount: 64))
    core.pointee.receive(.on(60), at: 0)
    core.pointee.receive(.off(60), at: 50)
    core.pointee.change(parameter: 1, to: -20, at: 50)
    var l = [Float](repeating: 0, count: 64), r = l
    l.withUnsafeMutableBufferPointer { l in
      r.withUnsafeMutableBufferPointer { r in
        let c = [l.baseAddress!, r.baseAddress!]
        c.withUnsafeBufferPointer {
          core.pointee.render(into: AudioBlock(channels: $0.baseAddress!, channelCount: 2, frameCount: 32))
        }
      }
    }
    #expect(host.value("gain") == -20)
  }

  @Test("parameters have room for what a chain says")
  func beyond() throws {
    var h = Humanise()
    h.timing = 400
    h.velocity = 100
    let host = PluginHost(Plugins.arpeggiator)
    var a = Arpeggiator()
    a.restart = .beats(128)
    try host.unit.publish(ProcessorChain([.arpeggiator(a), .humanise(h)]))
    #expect(host.value("humaniseTiming") == 400)
  }

  @Test("latency follows the parameters")
  func latency() throws {
    var h = Humanise()
    h.timing = 10
    h.looksAhead = true
    let host = PluginHost(Plugins.arpeggiator)
    try host.unit.publish(ProcessorChain([.humanise(h)]))
    #expect(host.unit.latency == 480)
    host.set("humaniseTiming", 50)
    #expect(host.unit.latency == 2_400)
    host.set("humaniseOn", 0)
    #expect(host.unit.latency == 0)
  }

  @Test("a preset does not switch on")
  func presetBypass() {
    let host = PluginHost(Plugins.sampler)
    host.set("bypass", 1)
    host.unit.loadPreset(1)
    #expect(host.value("bypass") == 1)
  }

  @Test("switched off and on at random, every note ends once", arguments: 0..<rounds(12))
  func bypasses(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let host = PluginHost(Plugins.all[1 + seed % 2])
    host.set("scaleOn", 1)
    if seed % 2 == 1 { host.set("chordOn", 1); host.set("arpOn", Double(seed / 2 % 2)) }
    host.set("transpose", 5)
    let transport = Transport()
    var held: [UInt8] = []
    for _ in 0..<200 {
      var ons: [UInt8] = [], offs: [UInt8] = []
      if Bool.random(using: &random), held.count < 6 {
        let k = UInt8.random(in: 40...80, using: &random); if !held.contains(k) { ons.append(k); held.append(k) }
      }
      if Bool.random(using: &random), let k = held.randomElement(using: &random), !ons.contains(k) {
        held.removeAll { $0 == k }; offs.append(k)
      }
      let at = Int.random(in: 0..<300, using: &random), v = Double.random(in: 0...1, using: &random)
      host.render(300, transport.context(at: host.frame)) { core in
        for k in ons { core.receive(.on(k), at: 20) }
        for k in offs { core.receive(.off(k), at: 220) }
        core.change(parameter: 0, to: v, at: at)
      }
    }
    host.render(300) { core in
      for k in held { core.receive(.off(k), at: 0) }; core.change(parameter: 0, to: 0, at: 299)
    }
    host.render(300)
    host.render(3000)
    #expect(host.uneven.filter { $0.value > 0 } == [:], "stuck")
    #expect(host.uneven.filter { $0.value < 0 } == [:], "too many offs")
  }
}
