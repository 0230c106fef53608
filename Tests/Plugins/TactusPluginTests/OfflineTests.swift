import TactusFiles
import TactusMIDI
import TactusPlugin
import TactusRealtime
import TactusRender
import TactusSynth
import TestSupport
import Testing

/// What formats prepare for hosts that render offline.
@Suite("Offline rendering of plug-ins")
struct OfflineTests {
  /// A bank with compressed samples instead of the built-in bank.
  private struct CompressedBank: PluginBanks {
    let builtIn: SoundBank
    func bank(atPath path: String) throws(PluginStateError) -> PluginBank { throw .missingBank(path) }

    init() throws { builtIn = try SoundBank.compressed(programs: [0, 14]) }
  }

  private func host() throws -> PluginHost {
    let host = PluginHost(PluginUnit(Plugins.sampler, banks: try CompressedBank()))
    host.set("reverb", 0)
    host.set("chorus", 0)
    return host
  }

  @Test("the note after a program change sounds only if the preset has been prepared", arguments: [false, true])
  func programChange(isPrepared: Bool) throws {
    let host = try host()
    if isPrepared { host.unit.prepare(programs: [14]) }
    host.render(2_048) { core in
      core.receive(ChannelMessage(status: 0xC0, 14), at: 0)
      core.receive(.on(60), at: 0)
    }
    #expect(host.left.contains { $0 != 0 } == isPrepared)
  }

  @Test("an offline block prepares the presets that it selects")
  func offlineBlock() throws {
    let host = try host()
    host.unit.renderOffline(preparing: [14]) {
      host.render(2_048) { core in
        core.receive(ChannelMessage(status: 0xC0, 14), at: 0)
        core.receive(.on(60), at: 0)
      }
    }
    #expect(host.left.contains { $0 != 0 })
  }

  @Test("plug-ins other than instruments do not look for the programs of a block")
  func offlineBlockOfEffect() {
    var isEvaluated = false
    func programs() -> Set<Int> {
      isEvaluated = true
      return [14]
    }
    let result = PluginUnit(Plugins.arpeggiator).renderOffline(preparing: programs()) { 7 }
    #expect(result == 7 && !isEvaluated)
  }

  @Test("a request for the main thread is known until its tasks run")
  func request() {
    let unit = PluginUnit(Plugins.sampler)
    unit.activate(sampleRate: 48_000, maximumFrameCount: 64)
    let channels = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 1)
    defer { channels.deallocate() }
    unit.core.pointee.begin(RenderCycle(firstFrame: 0, frameCount: 0))
    unit.core.pointee.change(parameter: unit.descriptor.index(ofParameter: "voices")!, to: 100, at: 0)
    unit.core.pointee.render(into: AudioBlock(channels: channels, channelCount: 0, frameCount: 0))
    #expect(!unit.hasMainThreadRequest)
    let wants = unit.core.pointee.needsMainThread()
    #expect(wants && unit.hasMainThreadRequest)
    unit.runMainThreadTasks()
    #expect(!unit.hasMainThreadRequest)
  }

  @Test("messages and parameters that select a program")
  func programs() {
    #expect(PluginUnit.program(selectedBy: ChannelMessage(status: 0xC5, 14)) == 14)
    #expect(PluginUnit.program(selectedBy: ChannelMessage(word0: 0x40C3_0000, word1: 0x2A00_0000)) == 42)
    #expect(PluginUnit.program(selectedBy: .on(14)) == nil)
    let unit = PluginUnit(Plugins.sampler)
    func index(_ symbol: String) -> Int { unit.descriptor.index(ofParameter: symbol)! }
    unit.setParameter(index("program3"), to: 7)
    #expect(unit.program(ofParameter: index("program2"), 14.2) == 14)
    #expect(unit.program(ofParameter: index("bank3"), 128) == 7)
    #expect(unit.program(ofParameter: index("gain"), 1) == nil)
    #expect(unit.program(ofParameter: index("program2"), .nan) == nil)
    #expect(unit.program(ofParameter: -1, 1) == nil)
    // other plug-ins have nothing to prepare
    PluginUnit(Plugins.arpeggiator).prepare(programs: [1])
  }
}
