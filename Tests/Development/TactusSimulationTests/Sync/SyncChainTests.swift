import TactusProcessors
import TactusRender
import TactusSimulation
import TestSupport
import Testing

/// A host, a clock sender that follows it, a clock follower behind the sender, and a sequencer that follows that.
@Suite("Sender, follower, sequencer") struct SyncChainTests {
  /// Onsets compared with the host's own beats, during tempo ramps, in cycles of several lengths.
  @Test("plays on the grid through tempo ramps", arguments: [64, 256, 1_000])
  func ramps(cycleLength: Int) {
    for slope in [0, 20_000, 50_000, -30_000] as [Int64] {  // 10⁻⁹ bpm each frame: to 84 … 180 bpm
      let tempo: Int64 = 120_000_000_000
      var standing = HostScene(
        at: .init(beat: 0), cycles: Array(repeating: cycleLength, count: 200_000 / cycleLength), tempo: tempo)
      standing.isMoving = false
      var moving = HostScene(
        at: .init(beat: 0), cycles: Array(repeating: cycleLength, count: 1_200_000 / cycleLength), tempo: tempo)
      (moving.slope, moving.report.hasSlope) = (slope, true)
      var host = SimulatedHost(sampleRate: 48_000, scenes: [standing, moving])
      let pattern = StepPattern()
      var sequencer = SequencerMethod(pattern, sampleRate: 48_000)
      var sender = MIDIClockSender(sampleRate: 48_000)
      sender.sendsWhileStopped = true
      var follower = MIDIClockFollower(sampleRate: 48_000)
      let (messages, events) = (
        UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 256),
        UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 2_048)
      )
      defer {
        messages.deallocate()
        events.deallocate()
      }
      var played = Array(repeating: [Int64](), count: pattern.steps)
      while let cycle = host.next() {
        let count = sender.render(cycle.cycle, into: messages)
        var followed = cycle.cycle
        followed.context = follower.follow(cycle.cycle, events: EventList(rebasing: messages[..<count]))
        for event in events.prefix(sequencer.render(followed, into: events))
        where event.message.kind == .noteOn && event.message.data2 > 0 {
          played[Int(event.message.data1)].append(cycle.firstFrame + Int64(event.offset))
        }
      }
      let due = pattern.dueFrames(host.segments)
      var measurement = OnsetMeasurement()
      for step in 0..<pattern.steps {
        measurement.add(due: due[step], played: played[step], reach: 2_000, end: 1_390_000)
      }
      #expect(measurement.wrong == 0, "\(slope) \(measurement.missed) \(measurement.doubled)")
      #expect(
        (measurement.error(ofThousand: 1_000) ?? 99) <= 1, "\(slope): \(measurement.error(ofThousand: 1_000) ?? 99)")
    }
  }
}
