import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

/// A clock that pauses, falls silent, arrives late, or arrives on two inputs.
@Suite("MIDI clock, interrupted") struct ClockInterruptionTests {
  @Test("keeps a song position that has come before silence")
  func positionBeforeSilence() {
    var following = ClockFollowing()
    let messages = [(0, .begin)] + clocks(0..<48) + [(47_500, .position(64))]
    following.play(messages, cycles: Array(repeating: 1_000, count: 200))
    #expect(!following.last.isMoving && following.last.beat == 16)
  }

  @Test("finds the same silence in any cycles")
  func silencePartition() {
    // clocks come back after the freewheel, within one long cycle; then it continues
    let messages = [(0, .begin)] + clocks(0..<48) + clocks(150..<170) + [(169_500, .goOn)] + clocks(170..<200)
    var (long, short) = (ClockFollowing(), ClockFollowing())
    long.play(messages, cycles: [50_000, 125_000, 20_000])
    short.play(messages, cycles: Array(repeating: 500, count: 390))
    #expect(long.follower.clock == 72 && short.follower.clock == 72)
    let same = short.contexts.first { $0.frame == 175_000 }?.context
    #expect(long.last.isMoving && abs(long.last.beat - (53.0 / 24)) < 1e-9 && same?.beat == long.last.beat)
  }

  @Test("keeps the tempo through a pause after a few clocks, and learns one that is slower")
  func earlyPause() {
    for count in 1...30 {
      var following = ClockFollowing()
      let pause = Double(count) * 1_000 + 47_300
      var messages = [(0, .begin)] + clocks(0..<count)
      messages += [(Double(count) * 1_000 - 500, .stop), (pause - 300, .goOn)]
      messages += clocks(0..<6, from: pause)
      following.play(messages, cycles: Array(repeating: 100, count: 10 * count + 530))
      #expect(abs(following.follower.tempo - 120) < 1e-6, "\(count) clocks")
      let last = Double(following.contexts[following.contexts.count - 1].frame)
      let beat = (Double(count) + (last - pause) / 1_000) / 24
      #expect(abs(following.last.beat - beat) < 1e-6, "\(count) clocks")
    }
    var slow = ClockFollowing()
    let slower = (0..<30).map { (time: 30_000 + Double($0) * 4_500, message: ChannelMessage.clock) }
    slow.play(clocks(0..<30) + slower, cycles: Array(repeating: 500, count: 330))
    #expect(abs(slow.follower.tempo - 120 / 4.5) < 1e-6)
  }

  @Test("gives the same beat with a delay, whatever the cycles", arguments: [0, 300, 700, 2_500, -500])
  func delay(frames: Double) {
    var settings = SyncSettings()
    settings.delay = frames
    func follow(_ cycles: [Int]) -> [Int64: MusicalContext] {
      var following = ClockFollowing()
      following.follower = MIDIClockFollower(sampleRate: 48_000, settings: settings)
      following.play(clocks(0..<12) + [(11_500, .begin)] + clocks(12..<120), cycles: cycles)
      return Dictionary(following.contexts.map { ($0.frame, $0.context) }) { $1 }
    }
    let short = follow(Array(repeating: 100, count: 1_200))
    var random = SeededGenerator(seed: 1_400)
    for cycles in [Array(repeating: 6_000, count: 20), random.cycles(of: 120_000, longest: 2_000)] {
      for (frame, context) in follow(cycles) where !context.isChanged {
        guard let same = short[frame], !same.isChanged else { continue }
        #expect(same.isMoving == context.isMoving && same.beat == context.beat, "frame \(frame)")
      }
    }
    let end = short[119_900]?.beat ?? 0
    #expect(abs(end - (107_900 + max(0, frames)) / 24_000) < 1e-6, "\(end)")
  }

  @Test("is not led astray by one time far in the future")
  func future() {
    var following = ClockFollowing()
    following.play([(0, .begin)] + clocks(0..<48), cycles: Array(repeating: 500, count: 96))
    following.follower.begin(RenderCycle(firstFrame: 48_000, frameCount: 500))
    following.follower.receive(.clock, at: 1e15)
    _ = following.follower.end()
    following.frame = 48_500
    following.play(clocks(49..<100), cycles: Array(repeating: 500, count: 103))
    #expect(abs(following.follower.tempo - 120) < 0.01 && following.follower.clock == 99)
    #expect(following.last.isMoving && abs(following.last.beat - 99_500.0 / 24_000) < 1e-3)
  }

  @Test("follows one of two inputs, and the other when that has fallen silent")
  func ports() {
    func on(_ port: UInt8, _ status: UInt8) -> ChannelMessage { ChannelMessage(system: status, port: port) }
    var messages: [(time: Double, message: ChannelMessage)] = [(0, on(3, 0xFA))]
    for index in 0..<100 {
      let time = Double(index) * 1_000
      if index < 50 { messages.append((time, on(3, 0xF8))) }
      if index == 20 { messages.append((time + 300, on(1, 0xFC))) }
      messages.append((time + 400, on(1, 0xF8)))
    }
    var following = ClockFollowing()
    following.play(messages, cycles: Array(repeating: 500, count: 200))
    #expect(abs(following.follower.tempo - 120) < 1e-9 && following.follower.clock == 49)
    // after the freewheel time, the other input is followed
    following.play([(200_000, on(1, 0xFA)), (200_000, on(1, 0xF8))], cycles: Array(repeating: 500, count: 210))
    #expect(following.last.isMoving && following.follower.clock == 0)
    var settings = SyncSettings()
    settings.port = 1
    following = ClockFollowing()
    following.follower = MIDIClockFollower(sampleRate: 48_000, settings: settings)
    following.play(messages, cycles: Array(repeating: 500, count: 200))
    #expect(!following.last.isMoving && abs(following.follower.tempo - 120) < 0.5)
  }
}
