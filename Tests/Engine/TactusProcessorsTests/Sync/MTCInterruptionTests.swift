import TactusMIDI
import TactusProcessors
import TactusRender
import TactusTime
import TestSupport
import Testing

/// Time code on two inputs, late, interrupted, and with wrong times.
@Suite("MIDI time code, interrupted") struct MTCInterruptionTests {
  /// The quarter frame at a position, at 25 frames per second.
  private func quarter(_ position: Int, port: UInt8 = 0) -> (time: Double, message: ChannelMessage) {
    let fields = TimeCode(frameCount: Int64(2 * (position / 8)), rate: .pal25).fields
    return (Double(position) * 480, fields.quarterFrame(UInt8(position % 8), port: port))
  }

  private func follow(
    _ messages: [(time: Double, message: ChannelMessage)], cycles: [Int], _ settings: SyncSettings = SyncSettings()
  ) -> (follower: MTCFollower, contexts: [Int64: MusicalContext]) {
    var follower = MTCFollower(sampleRate: 48_000, settings: settings)
    var (frame, next, contexts) = (Int64(0), 0, [Int64: MusicalContext]())
    for length in cycles {
      follower.begin(RenderCycle(firstFrame: frame, frameCount: length))
      while next < messages.count, messages[next].time < Double(frame) + Double(length) {
        follower.receive(messages[next].message, at: messages[next].time)
        next += 1
      }
      contexts[frame] = follower.end()
      frame += Int64(length)
    }
    return (follower, contexts)
  }

  @Test("follows one of two inputs")
  func ports() {
    let (one, other) = ((0..<100).map { quarter($0, port: 2) }, (1_000..<1_100).map { quarter($0, port: 5) })
    let located = TimeCode(frameCount: 7_777, rate: .pal25).fields.fullFrame(port: 5)
    var messages = zip(one, other).flatMap { [$0, ($0.time + 200, $1.message)] }
    messages += [(99 * 480 + 300, located.0), (99 * 480 + 300, located.1)]
    let cycles = Array(repeating: 480, count: 100)
    let found = follow(messages, cycles: cycles).follower
    #expect(found.quarterFrames == 99 && found.isRunning && found.relocations == 0)
    var settings = SyncSettings()
    settings.port = 5
    let chosen = follow(messages, cycles: cycles, settings).follower
    #expect(chosen.quarterFrames == 4 * 7_777 && !chosen.isRunning)
  }

  @Test("gives the same place with a delay, whatever the cycles", arguments: [0, 100, 300, 1_000])
  func delay(frames: Double) {
    var settings = SyncSettings()
    settings.delay = frames
    // a segment of silence in between
    let messages = (0..<100).map { quarter($0) } + (150..<250).map { quarter($0) }
    let short = follow(messages, cycles: Array(repeating: 100, count: 1_200), settings)
    let long = follow(messages, cycles: Array(repeating: 30_000, count: 4), settings)
    var random = SeededGenerator(seed: 1_700)
    let other = follow(messages, cycles: random.cycles(of: 120_000, longest: 3_000), settings)
    for contexts in [long.contexts, other.contexts] {
      for (frame, context) in contexts {
        guard let same = short.contexts[frame], !context.isChanged, !same.isChanged else { continue }
        #expect(context.isMoving == same.isMoving && context.beat == same.beat, "frame \(frame)")
      }
    }
    let end = short.contexts[119_900]?.beat ?? 0
    #expect(abs(end - (119_900 + frames) / 24_000) < 1e-6, "\(end)")
  }

  @Test("bridges the loss of any number of quarter frames up to a quarter of a second", arguments: 1...15)
  func losses(count: Int) {
    let messages = (0..<100).map { quarter($0) } + (100 + count..<300).map { quarter($0) }
    let (follower, contexts) = follow(messages, cycles: Array(repeating: 480, count: 300))
    #expect(follower.relocations == 0 && follower.isRunning && !follower.isReverse)
    let still = contexts.filter { (20 * 480..<299 * 480).contains($0.key) && !$0.value.isMoving }
    #expect(still.isEmpty, "\(still.keys.sorted())")
  }

  @Test("takes no time code from pieces before and after a silence")
  func pieces() {
    let later = (1_004..<1_040).map { number -> (time: Double, message: ChannelMessage) in
      (Double(number - 1_004) * 480 + 96_000, quarter(number).message)
    }
    // the pieces 0 to 3 of one time code, and, two seconds later, the pieces 4 to 7 of another
    let messages = (0..<20).map { quarter($0) } + later
    let (follower, contexts) = follow(messages, cycles: Array(repeating: 480, count: 240))
    #expect(follower.quarterFrames == 1_039 && follower.relocations == 0)
    let early = contexts.filter { (96_000..<96_000 + 11 * 480).contains($0.key) && $0.value.isMoving }
    #expect(early.isEmpty, "\(early.keys.sorted())")
  }

  @Test("locates with the color-frame flag of MIDI Machine Control")
  func colorFrame() {
    let body: [UInt8] = [0x7F, 0x7F, 0x06, 0x44, 0x06, 0x01, 0x21, 0x40 | 2, 3, 4, 0]
    var follower = MTCFollower(sampleRate: 48_000)
    follower.begin(RenderCycle(firstFrame: 0, frameCount: 100))
    for packet in SystemExclusivePackets(body) { follower.receive(packet, at: 10) }
    _ = follower.end()
    let code = TimeCode(hours: 1, minutes: 2, seconds: 3, frames: 4, rate: .pal25)
    #expect(follower.quarterFrames == 4 * (code?.frameCount ?? 0))
  }

  @Test("is not led astray by one time far in the future")
  func future() {
    var follower = MTCFollower(sampleRate: 48_000)
    for position in 0..<200 {
      follower.begin(RenderCycle(firstFrame: Int64(position) * 480, frameCount: 480))
      follower.receive(quarter(position).message, at: position == 100 ? 1e15 : quarter(position).time)
      _ = follower.end()
    }
    #expect(follower.isRunning && follower.quarterFrames == 199 && abs(follower.speed - 1) < 0.001)
  }

  @Test("finds a full frame only where all of it has come, on one port")
  func torn() {
    let (first, last) = TimeCode(frameCount: 1_234, rate: .pal25).fields.fullFrame(port: 1)
    let elsewhere = TimeCode(frameCount: 1_234, rate: .pal25).fields.fullFrame(port: 2)
    func isFound(_ packets: [ChannelMessage]) -> Bool {
      var assembler = FullFrameAssembler()
      return packets.reduce(false) { assembler.take($1) != nil || $0 }
    }
    func middle(_ packet: ChannelMessage) -> ChannelMessage {
      ChannelMessage(word0: packet.word0 & ~0x00F0_0000 | 0x0020_0000, word1: packet.word1)
    }
    func counted(_ packet: ChannelMessage, _ count: UInt32) -> ChannelMessage {
      ChannelMessage(word0: packet.word0 & ~0x000F_0000 | count << 16, word1: packet.word1)
    }
    #expect(isFound([first, last]) && isFound([first, elsewhere.1, last]) && isFound([first, first, last]))
    #expect(!isFound([middle(first), last]) && !isFound([last, middle(first), last]))
    #expect(!isFound([first, elsewhere.1]))
    #expect(!isFound([counted(first, 7), last]) && !isFound([first, counted(last, 15)]))
    #expect(!isFound([first, counted(middle(first), 9), last]))
  }
}
