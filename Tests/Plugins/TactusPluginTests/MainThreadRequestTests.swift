import TactusMIDI
import TactusPlugin
import TactusRealtime
import TactusRender
import Testing

/// Hosts may queue each request for the main thread, and may still hold it when they free the unit.
@Suite("Requests for the main thread")
struct MainThreadRequestTests {
  /// Runs a cycle and leaves its request undone; returns whether there is one.
  private func asks(_ unit: PluginUnit, _ bring: (inout PluginCore) -> Void = { _ in }) -> Bool {
    let core = unit.core
    core.pointee.begin(RenderCycle(firstFrame: 0, frameCount: 64))
    bring(&core.pointee)
    let sides = (0..<2).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: 64) }
    defer { sides.forEach { $0.deallocate() } }
    sides.withUnsafeBufferPointer {
      let block = AudioBlock(
        channels: $0.baseAddress!, channelCount: unit.descriptor.audioOutputs, frameCount: 64)
      core.pointee.render(into: block)
    }
    while core.pointee.nextOutput() != nil {}
    return core.pointee.needsMainThread()
  }

  @Test("the first cycles request nothing", arguments: Plugins.all.map(\.identifier))
  func firstCycles(_ identifier: String) throws {
    let plugin = try #require(Plugins.all.first { $0.identifier == identifier })
    let unit = PluginUnit(plugin)
    unit.activate(sampleRate: 44_100, maximumFrameCount: 64)
    for cycle in 0..<3 { #expect(!asks(unit), "cycle \(cycle)") }
    let state = unit.state()
    unit.deactivate()
    unit.loadPreset(1)
    try unit.restore(state)
    for rate in [44_100, 1_000, 48_000 / 1.001] {
      unit.activate(sampleRate: rate, maximumFrameCount: 64)
      for cycle in 0..<3 { #expect(!asks(unit), "cycle \(cycle) at \(rate)") }
      unit.deactivate()
    }
  }

  @Test("lanes that are automated in every block request nothing")
  func automatedLanes() throws {
    let unit = PluginUnit(Plugins.sequencer)
    unit.activate(sampleRate: 48_000, maximumFrameCount: 64)
    let key = try #require(unit.descriptor.index(ofParameter: "lane1Key"))
    for block in 0..<50 { #expect(!asks(unit) { $0.change(parameter: key, to: Double(block), at: 5) }) }
  }

  @Test("a latency that is automated in every block requests one run until it begins")
  func automatedLatency() throws {
    let unit = PluginUnit(Plugins.sampler)
    unit.activate(sampleRate: 48_000, maximumFrameCount: 64)
    let timing = try #require(unit.descriptor.index(ofParameter: "humaniseTiming"))
    for round in 0..<3 {
      var count = 0
      for block in 0..<50 {
        if asks(unit, { $0.change(parameter: timing, to: Double(round * 40 + block % 40 + 1), at: 5) }) { count += 1 }
      }
      #expect(count == 1, "round \(round)")
      unit.runMainThreadTasks()
    }
    // the same value again changes nothing
    #expect(!asks(unit) { $0.change(parameter: timing, to: unit.value(ofParameter: timing), at: 0) })
  }

  @Test("other requests are made once, too, and again after the run")
  func otherRequests() throws {
    let unit = PluginUnit(Plugins.sampler)
    unit.activate(sampleRate: 48_000, maximumFrameCount: 64)
    for _ in 0..<3 {
      let counts = (0..<20).map { program in
        asks(unit) { $0.receive(ChannelMessage(status: 0xC0, UInt8(program), 0), at: 0) }
      }
      #expect(counts.filter { $0 }.count == 1)
      unit.runMainThreadTasks()
    }
    let humanise = try #require(unit.descriptor.index(ofParameter: "humaniseOn"))
    #expect(asks(unit) { $0.change(parameter: humanise, to: 1, at: 0) })
    unit.runMainThreadTasks()
    #expect(!asks(unit) { $0.change(parameter: humanise, to: 1, at: 0) })
  }

  @Test("the last values of a flood of changes are played")
  func flood() throws {
    let host = PluginHost(Plugins.sequencer)
    let key = host.index("lane1Key")
    host.render(64) { core in
      for index in 0..<5_000 { core.change(parameter: key + 1, to: Double(1 + index % 100), at: 0) }
      core.change(parameter: key, to: 77, at: 0)
    }
    for _ in 0..<3 { host.render(64) }
    let transport = Transport()
    for _ in 0..<100 { host.render(512, transport.context(at: host.frame)) }
    #expect(host.sent.contains { $0.message.startsNote && $0.message.data1 == 77 })
  }
}
