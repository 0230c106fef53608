import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

@Suite("MIDI clock follower") struct MIDIClockFollowerTests {
  @Test("knows the tempo before the start, and starts on the first clock after it")
  func start() {
    var following = ClockFollowing()
    let messages = clocks(0..<48) + [(47_500, .begin)] + clocks(48..<96)
    following.play(messages, cycles: Array(repeating: 512, count: 180))
    let before = following.contexts.prefix { !$0.context.isMoving }
    #expect(before.count == 93 && before.last?.context.beat == 0 && abs((before.last?.context.tempo ?? 0) - 120) < 1e-9)
    // the cycle of frame 48,000 begins at 47,616
    let first = following.contexts[93].context
    #expect(first.isChanged && abs(first.beat + 384.0 / 24_000) < 1e-12 && abs(first.tempo - 120) < 1e-9)
    for (frame, context) in following.contexts.dropFirst(94) {
      #expect(abs(context.beat - Double(frame - 48_000) / 24_000) < 1e-9 && !context.isChanged)
    }
    #expect(following.follower.clock == 44)  // 92,160 frames
  }

  @Test("takes start and clock in one packet, and continues where it stopped")
  func stopAndGoOn() {
    var following = ClockFollowing()
    var messages: [(time: Double, message: ChannelMessage)] = [(0, .begin)] + clocks(0..<30)
    messages += [(29_400, .stop)] + clocks(30..<40) + [(39_500, .goOn)] + clocks(40..<60)
    following.play(messages, cycles: Array(repeating: 100, count: 595))
    #expect(following.contexts[0].context.isMoving && following.contexts[0].context.beat == 0)
    let stopped = following.contexts[300].context
    #expect(!stopped.isMoving && stopped.beat == 30.0 / 24)
    #expect(following.contexts[294].context.isChanged && !following.contexts[294].context.isMoving)
    #expect(abs(following.contexts[410].context.beat - 31.0 / 24) < 1e-9)  // the clock at 40,000 is clock 30
    #expect(following.follower.clock == 49)
  }

  @Test("goes where the song position says, stopped and playing")
  func locate() {
    var following = ClockFollowing()
    var messages: [(time: Double, message: ChannelMessage)] = clocks(0..<10) + [(9_500, .position(64)), (9_600, .goOn)]
    messages += clocks(10..<30) + [(29_500, .position(1_000))] + clocks(30..<50)
    following.play(messages, cycles: Array(repeating: 250, count: 200))
    #expect(following.contexts[39].context.beat == 16 && !following.contexts[39].context.isMoving)
    #expect(following.contexts[40].context.beat == 16 && following.contexts[40].context.isChanged)
    #expect(abs(following.contexts[80].context.beat - 16 - 10.0 / 24) < 1e-9)
    #expect(following.contexts[120].context.beat == 250 && following.contexts[120].context.isChanged)
    #expect(following.follower.clock == 6_019)
  }

  @Test("goes on by itself when clocks stay away, then stops, and then waits for a start")
  func silence() {
    var following = ClockFollowing()
    let messages = [(0, .begin)] + clocks(0..<48) + clocks(400..<500)
    following.play(messages, cycles: Array(repeating: 1_000, count: 520))
    #expect(following.contexts[100].context.isMoving && abs(following.contexts[100].context.beat - 100.0 / 24) < 1e-6)
    #expect(following.contexts[143].context.isMoving)
    let end = following.contexts[145].context
    #expect(end.isChanged && !end.isMoving && end.beat == 2)
    #expect(following.contexts.dropFirst(146).allSatisfy { !$0.context.isMoving })
    #expect(abs(following.last.tempo - 120) < 1e-6)
    following.frame = 520_000
    following.play([(520_100, .goOn), (520_200, .clock)], cycles: [1_000])
    #expect(following.last.isMoving && abs(following.last.beat - (2 - 200.0 / 24_000)) < 1e-3)
  }

  @Test("gives the same beat at a frame, whatever the cycles before it")
  func partition() {
    var compared = 0
    for seed in 0..<UInt64(rounds(30)) {
      var random = SeededGenerator(seed: 700 + seed)
      var messages: [(time: Double, message: ChannelMessage)] = [(0, .begin)]
      var (time, interval) = (
        Double.random(in: 0...900, using: &random), Double.random(in: 400...2_000, using: &random)
      )
      for _ in 0..<300 {
        messages.append((time.rounded(), .clock))
        if Int.random(in: 0..<60, using: &random) == 0 {
          messages.append((time.rounded(), [.stop, .goOn, .position(40), .begin].randomElement(using: &random)!))
        }
        if Int.random(in: 0..<100, using: &random) == 0 { interval *= 1.1 }
        time += interval * Double.random(in: 0.98...1.02, using: &random)
      }
      let length = Int(time)
      var beats: [[Int64: MusicalContext]] = []
      for _ in 0..<3 {
        var following = ClockFollowing()
        following.play(messages, cycles: random.cycles(of: length, longest: 2_000))
        beats.append(Dictionary(following.contexts.map { ($0.frame, $0.context) }) { $1 })
      }
      for (frame, context) in beats[0] {
        for other in beats.dropFirst() {
          guard let same = other[frame], context.isMoving, same.isMoving, !context.isChanged, !same.isChanged else {
            continue
          }
          #expect(context.beat == same.beat, "seed \(700 + seed), frame \(frame)")
          compared += 1
        }
      }
    }
    // a seed may stop at once
    #expect(compared > 100)
  }

  @Test("survives anything")
  func hostile() {
    for seed in 0..<UInt64(rounds(20)) {
      var random = SeededGenerator(seed: 900 + seed)
      var follower = MIDIClockFollower(sampleRate: [0, 1, 48_000, .max].randomElement(using: &random)!)
      let times = [0, -1, 1e300, -1e300, .nan, .infinity, -.infinity, 5, 1e18, .leastNonzeroMagnitude]
      for _ in 0..<300 {
        let first = Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0...63, using: &random)
        follower.begin(RenderCycle(firstFrame: first, frameCount: Int.random(in: -3...4_096, using: &random)))
        for _ in 0..<Int.random(in: 0..<20, using: &random) {
          let message = ChannelMessage(
            word0: UInt32(truncatingIfNeeded: random.next()) & 0x0FFF_FFFF | 0x10F0_0000, word1: 0)
          let steady = Double(first) + Double.random(in: 0...4_096, using: &random)
          follower.receive(message, at: Bool.random(using: &random) ? steady : times.randomElement(using: &random)!)
        }
        let context = follower.end()
        #expect(context.beat.isFinite && context.tempo.isFinite, "seed \(900 + seed)")
      }
    }
    var follower = MIDIClockFollower(sampleRate: 48_000)
    follower.begin(RenderCycle(firstFrame: 0, frameCount: 64))
    follower.receive(.begin, at: 0)
    for index in 0..<100_000 { follower.receive(.clock, at: Double(index % 64)) }
    #expect(follower.end().beat.isFinite && follower.tempo <= 1_000 && follower.clock == 99_999)
  }
}
