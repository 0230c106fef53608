import TactusMIDI
import TactusRender
import TactusSequencer
import TestSupport
import Testing

/// The exactly-once law for a timeline: for any cycles, each event is played once, on its frame, in order.
@Suite struct SequencePlayerTests {
  private func play(
    _ timeline: EventTimeline, from start: Int64 = 0, capacity: Int, _ frameCount: () -> Int
  ) -> [TimelineEvent] {
    var player = SequencePlayer(timeline)
    if start != 0 { player.seek(toFrame: start) }
    let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: capacity)
    defer { buffer.deallocate() }
    var (frame, played) = (start, [TimelineEvent]())
    while !player.isAtEnd {
      let cycle = RenderCycle(firstFrame: frame, frameCount: frameCount())
      let end = frame + Int64(cycle.frameCount)
      while frame < end {
        let part = RenderCycle(firstFrame: frame, frameCount: Int(end - frame))
        let got = player.render(part, into: buffer)
        var last: Int32 = 0
        for event in buffer.prefix(got.count) {
          #expect(event.offset >= last && (frame + Int64(event.offset) < got.endFrame || got.endFrame == frame))
          last = event.offset
          played.append(TimelineEvent(frame: frame + Int64(event.offset), message: event.message))
        }
        #expect(got.endFrame > frame || got.count == capacity)
        if capacity >= timeline.mostEventsInOneFrame { #expect(got.endFrame > frame) }
        frame = got.endFrame
      }
      #expect(frame == end)
    }
    return played
  }

  @Test func exactlyOnceInAnyPartition() {
    let seed: UInt64 = 61
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(30) {
      let largest = [1, 16, 64, 512, 8192][round % 5]
      let timeline = SequenceCompiler(sampleRate: largest < 100 ? 1000 : 48_000).compile(random.song())
      let events = Array(timeline)
      let sizes: () -> Int = { largest == 1 ? 700 : Int(random.number(1...Int64(largest))) }
      for capacity in [1, 2, max(1, timeline.mostEventsInOneFrame), 1000] {
        #expect(
          play(timeline, capacity: capacity, sizes) == events, "capacity \(capacity), round \(round), seed \(seed)")
      }
    }
  }

  @Test func seekFindsTheFirstEventAtAFrame() {
    let seed: UInt64 = 62
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(30) {
      let timeline = SequenceCompiler(sampleRate: 44_100).compile(random.song())
      let frame = random.number(0...10) == 0 ? timeline.endFrame + 1 : random.number(0...max(1, timeline.endFrame))
      let expected = timeline.filter { $0.frame >= frame }
      #expect(
        play(timeline, from: frame, capacity: 8) { 4096 } == expected, "frame \(frame), round \(round), seed \(seed)")
    }
  }

  @Test func lateEventsComeAtOnce() {
    var random = SeededGenerator(seed: 63)
    let timeline = SequenceCompiler(sampleRate: 48_000).compile(random.song(.single, events: 200))
    var player = SequencePlayer(timeline)
    let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 1000)
    defer { buffer.deallocate() }
    let got = player.render(RenderCycle(firstFrame: timeline.endFrame, frameCount: 1), into: buffer)
    #expect(got.count == timeline.count && player.isAtEnd)
    #expect(buffer.prefix(got.count).allSatisfy { $0.offset == 0 })
  }

  @Test func strangeCyclesDoNotTrap() {
    var random = SeededGenerator(seed: 64)
    let timeline = SequenceCompiler(sampleRate: 48_000).compile(random.song(.single))
    let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 3)
    defer { buffer.deallocate() }
    for first in [Int64.min, -1, 0, .max - 1, .max] {
      for count in [Int.min, -1, 0, 1, .max] {
        var player = SequencePlayer(timeline)
        _ = player.render(RenderCycle(firstFrame: first, frameCount: count), into: buffer)
        _ = player.render(
          RenderCycle(firstFrame: first, frameCount: count), into: UnsafeMutableBufferPointer(start: nil, count: 0))
      }
    }
    withExtendedLifetime(timeline) {}
  }
}
