import Foundation
import Synchronization
import TactusLV2
import TactusPlugin
import TestSupport
import Testing

@Suite("LV2 Threads")
struct LV2ThreadsTests {
  @Test("cycles on one thread, the worker on a second, states on a third", arguments: Plugins.all.map(\.identifier))
  func atOnce(_ identifier: String) throws {
    let plugin = try #require(Plugins.all.first { $0.identifier == identifier })
    let host = try #require(SimulatedHost(plugin))
    host.worksAfterCycles = false
    let isOver = Atomic(false)
    let saved = Atomic(0)
    together(
      {
        var generator = SeededGenerator(seed: seed(of: "atOnce"))
        host.input.addPosition(frame: 0, transport: 0, beat: 0, tempo: 300)
        for cycle in 0..<rounds(200) {
          let index = Int.random(in: plugin.parameters.indices, using: &generator)
          let value = Double.random(in: plugin.parameters[index].range, using: &generator)
          if !plugin.parameters[index].isBypass {
            host.setControl(index, Float(plugin.parameters[index].clamped(value)))
          }
          host.input.addMIDI([cycle % 2 == 0 ? 0x90 : 0x80, UInt8(40 + cycle / 2 % 40), 100], at: cycle % 64)
          if cycle % 16 == 0 { host.input.addSet(LV2Names.bank, path: cycle % 32 == 0 ? "" : "/no/such.sf2") }
          host.run(64)
          if cycle % 8 == 0 { sched_yield() }
        }
        isOver.store(true, ordering: .releasing)
      },
      {
        while !isOver.load(ordering: .acquiring) {
          host.doWork()
          sched_yield()
        }
      },
      {
        repeat {
          if HostState().save(host) == 0 { saved.add(1, ordering: .relaxed) }
        } while !isOver.load(ordering: .acquiring)
      })
    #expect(saved.load(ordering: .relaxed) > 0)
    host.worksAfterCycles = true
    host.restart()
    for _ in 0..<3 { host.run(256) }
    #expect(host.sent.soundingNotes.isEmpty)
  }
}
