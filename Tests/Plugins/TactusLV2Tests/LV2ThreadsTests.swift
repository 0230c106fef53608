import CLV2
import Foundation
import Synchronization
import TactusLV2
import TactusPlugin
import TactusRealtime
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

  /// What a host's worker still has to do.
  private struct Task: @unchecked Sendable {  // the worker may use a handle that has been freed
    var worker: LV2_Worker_Interface?
    var handle: UnsafeMutableRawPointer
    var request: [UInt8]
  }

  @Test("instances are freed on one thread while a second one does their work")
  func freed() throws {
    let tasks = Guarded<[Task]>([])
    let isOver = Atomic(false)
    let worked = Atomic(0)
    let (stress, count) = (Stress(), rounds(60))
    together(
      {
        defer { isOver.store(true, ordering: .releasing) }
        for round in 0..<count {
          guard let host = SimulatedHost(Plugins.all[round % 3]) else { return }
          host.worksAfterCycles = false
          for _ in 0..<3 {
            host.input.addSet(LV2Names.document, path: "/no/such.json")
            host.run(64)
            let requests = host.features.requests.take()
            tasks.withLock { tasks in
              tasks += requests.map { Task(worker: host.descriptor.worker, handle: host.handle, request: $0) }
            }
          }
          // the last instance lives until some work has been done: a busy machine may run the second thread late
          withExtendedLifetime(host) {
            while round == count - 1, worked.load(ordering: .relaxed) == 0, stress.giveWay() {}
          }
        }
      },
      {
        while !isOver.load(ordering: .acquiring) {
          let next = tasks.withLock { tasks in
            defer { tasks = [] }
            return tasks
          }
          for task in next {
            let status = task.worker?.work?(
              task.handle, { _, _, _ in 0 }, nil, UInt32(task.request.count), task.request)
            if status == 0 { worked.add(1, ordering: .relaxed) }
          }
          sched_yield()
        }
      })
    #expect(worked.load(ordering: .relaxed) > 0)
  }
}
