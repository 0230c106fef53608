import TactusMIDI
import TactusProcessors
import TactusRender
import TactusTime
import TestSupport
import Testing

extension TimeCode {
  /// The fields of its messages.
  var fields: TimeCodeFields {
    TimeCodeFields(rateCode: rate.code, hours: hours, minutes: minutes, seconds: seconds, frames: frames)
  }
}

/// Quarter frames of a tape, at their exact times.
private struct Tape {
  let rate: TimeCodeRate
  var sampleRate = 48_000.0
  var quarter: Double { sampleRate * Double(rate.frameRateDenominator) / Double(4 * rate.frameRateNumerator) }

  /// The message at a position: forwards, a frame's code begins with piece 0, backwards with piece 7.
  func message(at position: Int64, isReverse: Bool) -> ChannelMessage {
    let group = isReverse ? -((-position) >> 3) : position >> 3
    let piece = isReverse ? 7 - (8 * group - position) : position - 8 * group
    return TimeCode(frameCount: 2 * group, rate: rate).fields.quarterFrame(UInt8(piece))
  }
}

/// A follower and what it has been given.
private final class Following {
  var follower: MTCFollower
  var frame: Int64 = 0
  var contexts: [(frame: Int64, context: MusicalContext)] = []
  let length: Int

  init(_ follower: MTCFollower, length: Int = 256) { (self.follower, self.length) = (follower, length) }

  func play(_ messages: [(time: Double, message: ChannelMessage)], until end: Double) {
    var next = 0
    while Double(frame) < end {
      follower.begin(RenderCycle(firstFrame: frame, frameCount: length))
      while next < messages.count, messages[next].time < Double(frame) + Double(length) {
        follower.receive(messages[next].message, at: messages[next].time)
        next += 1
      }
      contexts.append((frame, follower.end()))
      frame += Int64(length)
    }
  }

  /// Plays this many quarter frames, starting at a position.
  func play(_ tape: Tape, from position: Int64, count: Int, isReverse: Bool = false, speed: Double = 1) {
    let start = Double(frame)
    let messages = (0..<count).map { index in
      let position = isReverse ? position - Int64(index) : position + Int64(index)
      return (start + Double(index) * tape.quarter / speed, tape.message(at: position, isReverse: isReverse))
    }
    play(messages, until: start + Double(count) * tape.quarter / speed)
  }

  var context: MusicalContext { contexts[contexts.count - 1].context }
}

@Suite("MIDI time code") struct MTCTests {
  @Test("tells the same time as the sender, drop-frame for an hour, to the frame", arguments: TimeCodeRate.allCases)
  func hour(rate: TimeCodeRate) {
    var settings = SyncSettings()
    settings.isNonDrop = rate == .nonDrop29
    var sender = MTCSender(sampleRate: 48_000, rate: rate)
    var follower = MTCFollower(sampleRate: 48_000, settings: settings)
    let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 256)
    defer { buffer.deallocate() }
    let length: Int64 = 16_384
    let seconds: Int64 = rate.isDrop ? 3_610 : 310
    var (quarters, wrong, late) = (Int64(0), 0, 0.0)
    for cycle in 0..<(seconds * 48_000 / length) {
      let frame = cycle * length
      let context = MusicalContext(tempo: 120, beat: Double(frame) / 24_000)
      let render = RenderCycle(firstFrame: frame, frameCount: Int(length), context: context)
      let count = sender.render(render, into: buffer)
      for event in buffer.prefix(count) where event.message.isSystem {
        // ⌊p + ½⌋ in whole numbers
        let unit = 48_000 * rate.frameRateDenominator
        let exact = (2 * quarters * unit + 4 * rate.frameRateNumerator) / (8 * rate.frameRateNumerator)
        if frame + Int64(event.offset) != exact { wrong += 1 }
        quarters += 1
      }
      let found = follower.follow(render, events: EventList(rebasing: buffer[..<count]))
      if cycle > 4 { late = max(late, abs(found.beat - context.beat) * 24_000) }
      if cycle > 2, follower.quarterFrames != quarters - 1 { wrong += 1 }
    }
    #expect(wrong == 0 && follower.rate == rate && follower.relocations == 0)
    #expect(quarters > 4 * (seconds - 1) * 23)
    #expect(follower.timeCode == TimeCode(frameCount: (quarters - 1) / 4, rate: rate))
    #expect(late <= 0.6, "\(late) frames")
    if rate.isDrop { #expect(follower.timeCode.frameCount > 107_892 && follower.timeCode.hours == 1) }
  }

  @Test("sends the same bytes on the same frames in any cycles")
  func partition() {
    for seed in 0..<UInt64(rounds(10)) {
      var random = SeededGenerator(seed: 1_200 + seed)
      let rate = TimeCodeRate.allCases.randomElement(using: &random)!
      let beat = Double.random(in: 0...10_000, using: &random)
      let sampleRate = [44_100, 48_000, 96_000].randomElement(using: &random)!
      func send(_ cycles: [Int]) -> [SentMessage] {
        var sender = MTCSender(sampleRate: sampleRate, rate: rate)
        sender.start = 107_892
        let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 256)
        defer { buffer.deallocate() }
        var (list, frame) = ([SentMessage](), Int64(0))
        for length in cycles {
          let position = beat + Double(frame) * 120 / (60 * Double(sampleRate))
          let cycle = RenderCycle(
            firstFrame: frame, frameCount: length, context: MusicalContext(tempo: 120, beat: position))
          let count = sender.render(cycle, into: buffer)
          list += buffer.prefix(count).map { SentMessage(frame: frame + Int64($0.offset), message: $0.message) }
          frame += Int64(length)
        }
        return list.filter { $0.frame < 100_000 }
      }
      let one = send(Array(repeating: 10_000, count: 10))
      let other = send(random.cycles(of: 100_000))
      #expect(one == other && one.count > 80, "seed \(1_200 + seed)")
      #expect(one[0].message.isSystemExclusive && one[1].message.isSystemExclusive)
    }
  }

  @Test("follows forwards and backwards, and knows the place after eight pieces", arguments: TimeCodeRate.allCases)
  func directions(rate: TimeCodeRate) {
    var settings = SyncSettings()
    settings.isNonDrop = rate == .nonDrop29
    let tape = Tape(rate: rate)
    let following = Following(MTCFollower(sampleRate: 48_000, settings: settings))
    // across minutes without frames 0 and 1
    let position = 4 * (TimeCode(hours: 1, minutes: 0, seconds: 59, frames: 20, rate: rate)?.frameCount ?? 0)
    following.play(tape, from: position, count: 400)
    #expect(following.follower.quarterFrames == position + 399 && !following.follower.isReverse)
    #expect(following.context.isMoving && following.follower.relocations == 0)
    #expect(abs(following.follower.speed - 1) < 1e-6)
    following.play(tape, from: position + 399, count: 399, isReverse: true)
    #expect(following.follower.quarterFrames == position + 1 && following.follower.isReverse)
    #expect(!following.context.isMoving && following.follower.relocations == 0)
    let falling = following.contexts.suffix(20).map(\.context.beat)
    #expect(zip(falling, falling.dropFirst()).allSatisfy { $0 > $1 })
    following.play(tape, from: position + 8, count: 100)
    #expect(following.follower.quarterFrames == position + 107 && following.context.isMoving)
    // the beat while it ran, frame by frame
    let nominal = Double(rate.frameRateDenominator) / Double(4 * rate.frameRateNumerator)
    for (frame, context) in following.contexts.prefix(100).dropFirst(60) {
      let seconds = (Double(position) + Double(frame) / tape.quarter) * nominal
      #expect(abs(context.beat - 2 * seconds) < 1e-6)
    }
  }

  @Test("needs eight pieces in a row, and resumes after a loss without a jump")
  func loss() {
    let tape = Tape(rate: .pal25)
    let following = Following(MTCFollower(sampleRate: 48_000))
    func messages(_ range: Range<Int>) -> [(time: Double, message: ChannelMessage)] {
      range.map { (Double($0) * tape.quarter, tape.message(at: Int64($0), isReverse: false)) }
    }
    following.play(messages(3..<8), until: 8 * tape.quarter)
    #expect(!following.follower.isRunning)
    following.play(messages(8..<15), until: 15 * tape.quarter - 256)
    #expect(!following.follower.isRunning)
    following.play(messages(15..<100) + messages(103..<200), until: 200 * tape.quarter)
    #expect(following.follower.isRunning && following.follower.relocations == 0)
    #expect(following.follower.quarterFrames == 199)
    let moving = following.contexts.filter { $0.context.isMoving && !$0.context.isChanged }
    for (frame, context) in moving.dropFirst(3) {
      #expect(abs(context.beat - Double(frame) / 24_000) < 1e-6, "frame \(frame)")
    }
    #expect(following.contexts.count { $0.context.isChanged } == 1)
  }

  @Test("locates by full frames and by MMC, and stops when the tape does")
  func locate() {
    let tape = Tape(rate: .film24)
    let following = Following(MTCFollower(sampleRate: 48_000))
    following.play(tape, from: 0, count: 60)
    #expect(following.follower.isRunning)
    // silence
    let end = Double(following.frame)
    following.play([], until: end + 40_000)
    #expect(!following.follower.isRunning && following.follower.quarterFrames == 59 && !following.context.isMoving)
    let code = TimeCode(frameCount: 24 * 3_600, rate: .film24)
    let packets = code.fields.fullFrame()
    let now = Double(following.frame)
    following.play([(now + 1, packets.0), (now + 1, packets.1)], until: now + 1_000)
    #expect(following.follower.timeCode == code && !following.context.isMoving && following.context.beat == 7_200)
    let locate: [UInt8] = [0x7F, 0x7F, 0x06, 0x44, 0x06, 0x01, 0x01, 0x02, 0x03, 0x04, 0x00]
    let later = Double(following.frame)
    following.play(SystemExclusivePackets(locate).map { (later, $0) }, until: later + 1_000)
    #expect(following.follower.timeCode.description == "01:02:03:04")
    // messages that resemble full frames but are not
    for length in [0, 4, 7, 9, 10, 12, 40] {
      let bytes = (0..<length).map { locate.indices.contains($0) ? locate[$0] : 0 }
      let position = Double(following.frame)
      following.play(SystemExclusivePackets(bytes).map { (position, $0) }, until: position + 256)
    }
    #expect(following.follower.timeCode.description == "01:02:03:04")
  }

  @Test("becomes beats along a tempo map, with ramps")
  func tempoMap() {
    let map = TempoMap(
      timeBase: .ticksPerQuarter(480),
      entries: [
        .init(tick: 0, tempo: Tempo(bpm: 90), curve: .linearInBeats), .init(tick: 9_600, tempo: Tempo(bpm: 150)),
      ])
    let clock = FrameClock(map: map, sampleRate: 48_000)
    var (cursor, other) = (clock.makeCursor(), clock.makeCursor())
    var sender = MTCSender(sampleRate: 48_000, rate: .drop29)
    var follower = MTCFollower(sampleRate: 48_000)
    let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 64)
    defer { buffer.deallocate() }
    var worst = 0.0
    withExtendedLifetime(clock) {
      for cycle in 0..<4_000 {
        let frame = Int64(cycle * 256)
        let beat = cursor.tick(atSeconds: Double(frame) / 48_000) / 480
        let render = RenderCycle(
          firstFrame: frame, frameCount: 256, context: MusicalContext(tempo: 120, beat: beat))
        let count = sender.render(render, along: &cursor, ticksPerQuarter: 480, into: buffer)
        follower.begin(render)
        for event in buffer.prefix(count) { follower.receive(event.message, at: Double(frame) + Double(event.offset)) }
        let found = follower.end(along: &other, ticksPerQuarter: 480)
        let back = cursor.seconds(atTick: beat * 480)
        #expect(abs(back - Double(frame) / 48_000) < 1e-9)
        if cycle > 100 { worst = max(worst, abs(found.beat - beat) * 48_000 * 60 / 150) }
      }
    }
    #expect(worst < 0.6 && follower.relocations == 0, "\(worst) frames")
  }

  @Test("survives anything")
  func hostile() {
    for seed in 0..<UInt64(rounds(20)) {
      var random = SeededGenerator(seed: 1_300 + seed)
      var follower = MTCFollower(sampleRate: [0, 1, 48_000, .max].randomElement(using: &random)!)
      var sender = MTCSender(sampleRate: 48_000, rate: .drop29)
      var clocks = MIDIClockSender(sampleRate: 48_000)
      let numbers = [0, -1, 1e300, -1e300, .nan, .infinity, -.infinity, 5, 1e18, 120, 1e-300]
      let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 16)
      defer { buffer.deallocate() }
      for _ in 0..<300 {
        let first = Int64(truncatingIfNeeded: random.next()) >> Int64.random(in: 0...63, using: &random)
        var context = MusicalContext(
          tempo: numbers.randomElement(using: &random)!, beat: numbers.randomElement(using: &random)!)
        context.tempoSlope = numbers.randomElement(using: &random)!
        context.isCycling = Bool.random(using: &random)
        context.cycleStart = numbers.randomElement(using: &random)!
        context.cycleEnd = numbers.randomElement(using: &random)!
        let cycle = RenderCycle(
          firstFrame: first, frameCount: Int.random(in: -3...4_096, using: &random), context: context)
        #expect(sender.render(cycle, into: buffer) <= 16 && clocks.render(cycle, into: buffer) <= 16)
        follower.begin(cycle)
        for _ in 0..<Int.random(in: 0..<30, using: &random) {
          let word = UInt32(truncatingIfNeeded: random.next())
          let message = ChannelMessage(
            word0: word & 0x0FFF_FFFF | (Bool.random(using: &random) ? 0x10F1_0000 : 0x3000_0000),
            word1: UInt32(truncatingIfNeeded: random.next()))
          let steady = Double(first) + Double.random(in: 0...4_096, using: &random)
          follower.receive(message, at: Bool.random(using: &random) ? steady : numbers.randomElement(using: &random)!)
        }
        let found = follower.end()
        #expect(found.beat.isFinite && found.tempo.isFinite, "seed \(1_300 + seed)")
      }
    }
  }
}
