import CAllocationCounter
import TactusCoreAudio
import TactusMIDI
import TactusRender
import TactusTime
import TestSupport
import Testing

/// Messages are converted from a driver's list to events, and from events to a list, without heap allocation.
@Suite struct HostTimeHeapTests {
  @Test(.enabled(if: counts_allocations() && isOptimized, "counts in optimized code, with glibc only"))
  func nothingIsAllocated() {
    let (input, output) = (HostTimeInput(latency: 64), HostTimeOutput())
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: 4_096)
    defer { memory.deallocate() }
    var writer = EventListWriter(memory, capacity: 4_096, protocolID: 1)
    let clocks = CycleClockMemory(sampleRate: 48_000, timeBase: .nanoseconds)
    var clock = clocks.cycleClock
    let exclusive = Array(SystemExclusivePackets([UInt8](repeating: 7, count: 100)))
    var (found, asked) = (0, 0)
    for round in 0..<10 {
      start_counting_allocations()
      let frame = Int64(round * 64)
      clock.begin(HostStamp(frame: frame, hostTime: 1_000 + frame * 20_833))
      writer.reset()
      _ = writer.add(ChannelMessage(status: 0x90, 60, UInt8(1 + round)), at: 1_000 + UInt64(frame) * 20_833)
      for packet in exclusive { _ = writer.add(packet, at: 1_000 + UInt64(frame) * 20_833) }
      _ = input.send(listAt: writer.list)
      let cycle = RenderCycle(firstFrame: frame, frameCount: 64)
      let events = input.receiver.pointee.render(cycle, by: clock.clock)
      output.sender.pointee.send(events, of: cycle, by: clock.clock)
      while let stamped = output.take() { found += stamped.message.startsNote ? 1 : 0 }
      // Swift creates type metadata when a type is first used
      asked += round < 2 ? 0 : stop_counting_allocations()
    }
    #expect(asked == 0)
    #expect(found == 9, "the last is due in the next cycle")
  }
}
