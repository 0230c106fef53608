import CLV2
import TactusPlugin
import TestSupport
import Testing

@testable import TactusLV2

/// What a window changes besides ports, in a host that lets it use the instance.
@Suite("LV2: contents that a window changes")
struct WindowContentsTests {
  private static let stateChanged = Array(
    SequenceText.bytes(of: UInt32(0)) + SequenceText.bytes(of: urid("http://lv2plug.in/ns/ext/state#StateChanged")))

  private func window(of host: SimulatedHost) throws -> LV2WindowHost {
    let instance = try #require(LV2Instances.instance(withHandle: host.handle))
    return LV2WindowHost(
      instance.unit, instance: instance, controller: nil, write: { _, _, _, _, _ in }, touch: nil)
  }

  /// Restores a state with a bank that is missing, whose path the instance keeps.
  private func choose(bank: String, in host: SimulatedHost) throws {
    let instance = try #require(LV2Instances.instance(withHandle: host.handle))
    let document = #"{"plugin": "\#(instance.unit.descriptor.stateIdentifier)", "bank": "\#(bank)"}"#
    try instance.unit.restore(Array(document.utf8))
  }

  @Test("a new bank changes the state, is reported by its property, and has new names", arguments: [true, false])
  func bank(hasWorker: Bool) throws {
    let missing: Set<String> = hasWorker ? [] : ["http://lv2plug.in/ns/ext/worker#schedule"]
    let host = try #require(SimulatedHost(Plugins.sampler, without: missing))
    for _ in 0..<3 { host.run(64) }
    #expect(host.told.isEmpty && host.features.nameRequests.take().isEmpty)
    try choose(bank: "/no/such/window.sf2", in: host)
    try window(of: host).contentsChanged()
    for _ in 0..<3 { host.run(64) }
    #expect(host.told.filter { $0 == Self.stateChanged }.count == 1)
    if !hasWorker {
      host.restart()
      host.run(64)
    }
    #expect(host.told.contains { $0.contains(Array("/no/such/window.sf2".utf8)) })
    #expect(host.features.nameRequests.take().count == 1)
    let told = host.told.count
    for _ in 0..<3 { host.run(64) }
    #expect(host.told.count == told, "once")
  }

  @Test("a plug-in without a bank reports its state only", arguments: [0, 1])
  func withoutBank(index: Int) throws {
    let host = try #require(SimulatedHost([Plugins.sequencer, Plugins.arpeggiator][index]))
    host.run(64)
    try window(of: host).contentsChanged()
    for _ in 0..<3 { host.run(64) }
    #expect(host.told == [Self.stateChanged])
    #expect(host.features.nameRequests.take().isEmpty)
  }

  @Test("a request that does not fit into the worker's queue is repeated")
  func fullQueue() throws {
    let host = try #require(SimulatedHost(Plugins.sampler))
    host.run(64)
    try choose(bank: "/no/such/window.sf2", in: host)
    try window(of: host).contentsChanged()
    host.features.requests.room = 0
    for _ in 0..<3 { host.run(64) }
    #expect(host.told.isEmpty)
    host.features.requests.room = 64
    for _ in 0..<3 { host.run(64) }
    #expect(host.told.filter { $0 == Self.stateChanged }.count == 1)
    #expect(host.told.contains { $0.contains(Array("/no/such/window.sf2".utf8)) })
  }

  @Test("after a restore, the host is asked to read the names again")
  func restored() throws {
    let host = try #require(SimulatedHost(Plugins.sampler))
    let state = HostState()
    #expect(state.save(host) == 0)
    host.run(64)
    #expect(host.features.nameRequests.take().isEmpty)
    #expect(state.restore(host) == 0)
    for _ in 0..<3 { host.run(64) }
    #expect(host.features.nameRequests.take().count == 1)
  }
}
