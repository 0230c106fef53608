import TactusMIDI
import TactusProcessors
import TactusRender
import TactusTime
import TestSupport
import Testing

/// Senders and followers of sync, run where nothing may block.
@Suite(.serialized) struct SyncRealtimeTests {
  @Test func sendersAndFollowers() {
    var random = SeededGenerator(seed: 1_400)
    let clock = FrameClock(map: TempoMap(timeBase: .ticksPerQuarter(480)), sampleRate: 48_000)
    var (cursor, other) = (clock.makeCursor(), clock.makeCursor())
    var (clocks, codes) = (MIDIClockSender(sampleRate: 48_000), MTCSender(sampleRate: 48_000, rate: .drop29))
    clocks.sendsWhileStopped = true
    var (follower, coded) = (MIDIClockFollower(sampleRate: 48_000), MTCFollower(sampleRate: 48_000))
    let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 256)
    defer { buffer.deallocate() }
    var (beat, moving) = (0.0, 0)
    for cycle in 0..<3_000 as Range<Int64> {
      var context = MusicalContext(tempo: 100 + Double(cycle % 50), beat: beat)
      if Int.random(in: 0..<200, using: &random) == 0 { beat = Double.random(in: 0..<900, using: &random) }
      context.isMoving = cycle % 700 > 60
      (context.isCycling, context.cycleStart, context.cycleEnd) = (cycle % 2_000 > 1_000, 2, 4)
      beat += context.isMoving ? 64 * context.tempo / 2_880_000 : 0
      let render = RenderCycle(firstFrame: cycle * 64, frameCount: 64, context: context)
      realtime {
        let count = clocks.render(render, into: buffer)
        let found = follower.follow(render, events: EventList(rebasing: buffer[..<count]))
        let codeCount = codes.render(render, along: &cursor, ticksPerQuarter: 480, into: buffer)
        coded.begin(render)
        for index in 0..<codeCount { coded.receive(buffer[index].message, at: Double(cycle * 64)) }
        let position = coded.end(along: &other, ticksPerQuarter: 480)
        if found.isMoving, position.hasBeat { moving += 1 }
      }
    }
    withExtendedLifetime(clock) {}
    #expect(moving > 1_000)
  }
}
