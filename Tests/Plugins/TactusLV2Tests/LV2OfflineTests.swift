import TactusSynth
import TestSupport
import Testing

@testable import TactusLV2
@testable import TactusPlugin

/// What a host that is free-wheeling hears in the block that selects a preset. Its worker waits, so these tests do not
/// run under RealtimeSanitizer.
@Suite("LV2: offline rendering", .enabled(if: !isRealtimeChecked))
struct LV2OfflineTests {
  /// A host whose bank has samples that are decoded for one preset at a time.
  private func host(without missing: Set<String> = []) throws -> SimulatedHost {
    let host = try #require(SimulatedHost(Plugins.sampler, without: missing))
    let bank = PluginBank(path: "compressed.sf3", bank: try SoundBank.compressed(programs: [0, 14, 100]))
    let instance = try #require(LV2Instances.instance(withHandle: host.handle))
    instance.unit.contents.withLock { $0.play(bank) }
    instance.runMainThreadTasks()
    return host
  }

  private func sounds(_ host: SimulatedHost) -> Bool {
    host.input.addMIDI([0x90, 60, 100], at: 0)
    host.run(2_048)
    return host.audio[0].contains { $0 != 0 }
  }

  @Test("a program change and a note in one block", arguments: [false, true], [14, 100] as [UInt8])
  func message(isFreeWheeling: Bool, program: UInt8) throws {
    let host = try host()
    host.isFreeWheeling = isFreeWheeling
    host.input.addMIDI([0xC0, program], at: 0)
    #expect(sounds(host) == isFreeWheeling)
  }

  @Test("a new value of a program's port and a note in one block", arguments: [false, true])
  func port(isFreeWheeling: Bool) throws {
    let host = try host()
    host.isFreeWheeling = isFreeWheeling
    host["program1"] = 14
    #expect(sounds(host) == isFreeWheeling)
  }

  @Test("without a worker, a block is rendered as in real time")
  func withoutWorker() throws {
    let host = try host(without: ["http://lv2plug.in/ns/ext/worker#schedule"])
    host.isFreeWheeling = true
    host.input.addMIDI([0xC0, 14], at: 0)
    #expect(!sounds(host))
  }

  @Test("only blocks that select presets, and only offline, request their preparation")
  func requests() throws {
    let host = try host()
    (host.worksAtOnce, host.worksAfterCycles) = (false, false)
    for (isFreeWheeling, messages, isRequested) in [
      (true, [[0x90, 60, 100]], false), (true, [[0xC3, 14]], true), (true, [[0xF0, 0x7E, 14, 0xF7]], true),
      (true, [[0xB0, 0, 14], [0xE0, 14, 14], [0xC0]], false), (false, [[0xC3, 14]], false),
    ] as [(Bool, [[UInt8]], Bool)] {
      _ = host.features.requests.take()
      host.isFreeWheeling = isFreeWheeling
      for message in messages { host.input.addMIDI(message, at: 0) }
      host.run(64)
      let kinds = host.features.requests.take().map { $0[0] }
      #expect(kinds.contains(LV2Properties.Work.programs.rawValue) == isRequested, "\(messages)")
    }
  }
}
