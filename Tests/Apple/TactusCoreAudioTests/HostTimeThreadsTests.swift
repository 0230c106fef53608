import Synchronization
import TactusCoreAudio
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusTime
import TestSupport
import Testing

/// Messages between threads while both sides run: each once and in its sender's order, or counted.
@Suite struct HostTimeThreadsTests {
  private static let count = 4_000

  /// A message that contains its sender and its number.
  private func message(_ sender: Int, _ number: Int) -> ChannelMessage {
    ChannelMessage(status: 0xB0 | UInt8(sender), UInt8(number >> 7 & 127), UInt8(number & 127))
  }

  private func number(_ message: ChannelMessage) -> Int { Int(message.data1) << 7 | Int(message.data2) }

  @Test("Three threads send to one audio thread") func input() {
    var settings = HostEventSettings()
    (settings.capacity, settings.packetCapacity) = (256, 16)
    let input = HostTimeInput(settings: settings)
    let running = Atomic(3)
    let refused = Atomic(0)
    let sender: @Sendable (Int) -> Void = { [self] sender in
      for number in 0..<Self.count where !input.send(message(sender, number)) { refused.add(1, ordering: .relaxed) }
      running.subtract(1, ordering: .releasing)
    }
    let heard = Guarded<[[Int]]>([[], [], []])
    together(
      { sender(0) }, { sender(1) }, { sender(2) },
      { [self] in
        let memory = CycleClockMemory(sampleRate: 48_000, timeBase: .nanoseconds)
        var frame: Int64 = 0
        var (isOver, found) = (false, [[Int]](repeating: [], count: 3))
        while !isOver {
          isOver = running.load(ordering: .acquiring) == 0
          for _ in 0..<8 {
            let cycle = RenderCycle(firstFrame: frame, frameCount: 64)
            for event in input.receiver.pointee.render(cycle, by: memory.cycleClock.clock) {
              found[Int(event.message.channel)].append(number(event.message))
            }
            frame += 64
          }
        }
        heard.withLock { [found] in $0 = found }
      })
    let found = heard.withLock { $0 }
    #expect(found.allSatisfy { $0 == $0.sorted() && Set($0).count == $0.count })
    let dropped = input.counters.dropped
    #expect(found.joined().count + dropped == 3 * Self.count)
    #expect(dropped >= refused.load(ordering: .relaxed))
  }

  @Test("An audio thread sends to one that takes") func output() {
    let output = HostTimeOutput(capacity: 64)
    let isOver = Atomic(false)
    let taken = Guarded<[Int]>([])
    together(
      { [self] in
        let memory = CycleClockMemory(sampleRate: 48_000, timeBase: .nanoseconds)
        for number in 0..<Self.count {
          let events = [TimedEvent(offset: 0, message: message(0, number))]
          let cycle = RenderCycle(firstFrame: Int64(number), frameCount: 1)
          events.withUnsafeBufferPointer { output.sender.pointee.send($0, of: cycle, by: memory.cycleClock.clock) }
        }
        isOver.store(true, ordering: .releasing)
      },
      { [self] in
        var (isLast, found) = (false, [Int]())
        while !isLast {
          isLast = isOver.load(ordering: .acquiring)
          while let stamped = output.take() { found.append(number(stamped.message)) }
        }
        taken.withLock { [found] in $0 = found }
      })
    let found = taken.withLock { $0 }
    #expect(found == found.sorted() && Set(found).count == found.count)
    #expect(found.count + output.droppedCount == Self.count)
  }
}
