import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

/// A message on its frame.
struct SentMessage: Hashable, CustomStringConvertible {
  var frame: Int64
  var message: ChannelMessage

  var status: UInt8 { message.status }
  var description: String { "\(frame): \(String(message.status, radix: 16)) \(message.pitchBend)" }
}

/// Runs a sender through cycles whose contexts are a function of the first frame.
private func send(
  _ sender: inout MIDIClockSender, cycles: [Int], from first: Int64 = 0, _ context: (Int64) -> MusicalContext
) -> [SentMessage] {
  let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 256)
  defer { buffer.deallocate() }
  var (list, frame) = ([SentMessage](), first)
  for length in cycles {
    let count = sender.render(RenderCycle(firstFrame: frame, frameCount: length, context: context(frame)), into: buffer)
    for event in buffer.prefix(count) {
      precondition(event.offset >= 0 && Int(event.offset) < length, "an offset outside its cycle")
      list.append(SentMessage(frame: frame + Int64(event.offset), message: event.message))
    }
    frame += Int64(length)
  }
  precondition(zip(list, list.dropFirst()).allSatisfy { $0.frame <= $1.frame }, "offsets out of order")
  return list
}

@Suite("MIDI clock sender") struct MIDIClockSenderTests {
  @Test("puts every clock on its frame, in any cycles")
  func frames() {
    for seed in 0..<UInt64(rounds(20)) {
      var random = SeededGenerator(seed: 1_000 + seed)
      let tempo = Double.random(in: 20...400, using: &random)
      let noise = Double.random(in: 0...1e-7, using: &random)
      var sender = MIDIClockSender(sampleRate: 48_000)
      let sent = send(&sender, cycles: random.cycles(of: 300_000)) {
        MusicalContext(
          tempo: tempo, beat: Double($0) * tempo / 2_880_000 + Double.random(in: -noise...noise, using: &random))
      }
      #expect(sent[0].status == 0xFA && sent[0].frame == 0)
      let clocks = sent.dropFirst()
      #expect(clocks.allSatisfy { $0.status == 0xF8 })
      let tolerance = 0.5 + max(0.01, noise * 2_880_000 / tempo)
      for (index, clock) in clocks.enumerated() {
        let exact = Double(index) * 120_000 / tempo
        #expect(abs(Double(clock.frame) - exact) <= tolerance, "seed \(1_000 + seed), clock \(index)")
      }
      let due = 299_999.5 * tempo / 120_000
      #expect(abs(Double(clocks.count { $0.frame < 300_000 }) - due - 0.5) <= 0.6, "seed \(1_000 + seed)")
    }
  }

  @Test("says its position where it does not start at the beginning, and stops")
  func positions() {
    var sender = MIDIClockSender(sampleRate: 48_000)
    // beat 8.1 at frame 0: the next sixteenth is 8.25
    let sent = send(&sender, cycles: Array(repeating: 100, count: 100)) {
      var context = MusicalContext(tempo: 120, beat: 8.1 + Double($0) / 24_000)
      context.isMoving = $0 < 9_000
      return context
    }
    #expect(
      sent[0].status == 0xF2 && sent[0].message.data1 == 33 && sent[0].message.data2 == 0 && sent[1].status == 0xFB)
    #expect(sent[2].status == 0xF8 && sent[2].frame == 3_600 && sent[3].frame == 4_600)
    #expect(sent.last?.status == 0xFC && sent.last?.frame == 9_000)
    // a pre-roll: start at once, the first clock on beat 0
    var early = MIDIClockSender(sampleRate: 48_000)
    let preRoll = send(&early, cycles: Array(repeating: 100, count: 100)) {
      MusicalContext(tempo: 120, beat: -0.1 + Double($0) / 24_000)
    }
    #expect(preRoll[0].status == 0xFA && preRoll[1].frame == 2_400)
    var far = MIDIClockSender(sampleRate: 48_000)
    let beyond = send(&far, cycles: [100]) { _ in MusicalContext(tempo: 120, beat: 5_000) }
    #expect(beyond[0].status == 0xFB && far.unreachable == 1)
  }

  @Test("sends each clock once through repeats and seeks, in any cycles")
  func repeats() {
    // 1 … 3 beats are repeated at 120 bpm: 48,000 frames
    func context(_ frame: Int64) -> MusicalContext {
      let beats = Double(frame) / 24_000
      var context = MusicalContext(
        tempo: 120, beat: beats < 3 ? beats : 1 + (beats - 1).truncatingRemainder(dividingBy: 2))
      (context.isCycling, context.cycleStart, context.cycleEnd) = (true, 1, 3)
      return context
    }
    for seed in 0..<UInt64(rounds(20)) {
      var random = SeededGenerator(seed: 1_100 + seed)
      var sender = MIDIClockSender(sampleRate: 48_000)
      let sent = send(&sender, cycles: random.cycles(of: 400_000), context).filter { $0.frame < 400_000 }
      let clocks = sent.filter { $0.status == 0xF8 }.map(\.frame)
      let wantedClocks = (0..<400).map { (index: Int64) in index * 1_000 }
      #expect(clocks == wantedClocks, "seed \(1_100 + seed)")
      let jumps = sent.filter { $0.status == 0xF2 }
      let wantedJumps = (0..<7).map { (index: Int64) in 72_000 + index * 48_000 }
      #expect(jumps.map(\.frame) == wantedJumps, "seed \(1_100 + seed)")
      #expect(jumps.allSatisfy { $0.message.pitchBend == 4 })
      #expect(sent.count { $0.status == 0xFC } == 7 && sent.count { $0.status == 0xFB } == 7)
    }
    var sender = MIDIClockSender(sampleRate: 48_000)
    let sent = send(&sender, cycles: Array(repeating: 500, count: 40)) {
      let jump: Double = $0 < 10_000 ? 0 : 100
      var context = MusicalContext(tempo: 120, beat: jump + Double($0) / 24_000)
      context.isChanged = $0 == 10_000
      return context
    }
    let seek = sent.filter { $0.frame == 10_000 && $0.status != 0xF8 }
    #expect(seek.map(\.status) == [0xFC, 0xF2, 0xFB] && seek[1].message.pitchBend == 402)  // 100.4167 → 100.5
  }

  @Test("sends while stopped, and early")
  func options() {
    var sender = MIDIClockSender(sampleRate: 48_000)
    sender.sendsWhileStopped = true
    var standing = MusicalContext(tempo: 120, beat: 0)
    standing.isMoving = false
    let idle = send(&sender, cycles: Array(repeating: 300, count: 100)) { _ in standing }
    #expect(idle.map(\.frame) == (0..<30).map { Int64($0) * 1_000 } && idle.allSatisfy { $0.status == 0xF8 })
    var early = MIDIClockSender(sampleRate: 48_000)
    early.lead = 240
    let sent = send(&early, cycles: Array(repeating: 300, count: 100)) {
      MusicalContext(tempo: 120, beat: -1 + Double($0) / 24_000)
    }
    #expect(sent[1].frame == 24_000 - 240 && sent[2].frame == 25_000 - 240)
  }

  @Test("goes through steps of the tempo when it sends early or late", arguments: [4_800, 333.25, -2_000])
  func leadThroughTempoSteps(lead: Double) {
    // 120 bpm for two seconds, 150 for two, 90
    func context(_ frame: Int64) -> MusicalContext {
      let frame = Double(frame)
      if frame < 96_000 { return MusicalContext(tempo: 120, beat: frame / 24_000 - 1) }
      if frame < 192_000 { return MusicalContext(tempo: 150, beat: 3 + (frame - 96_000) / 19_200) }
      return MusicalContext(tempo: 90, beat: 8 + (frame - 192_000) / 32_000)
    }
    var sender = MIDIClockSender(sampleRate: 48_000)
    sender.lead = lead
    let sent = send(&sender, cycles: Array(repeating: 300, count: 1_280), context)
    #expect(sent[0].status == 0xFA && sent.dropFirst().allSatisfy { $0.status == 0xF8 })
    for (index, clock) in sent.dropFirst().enumerated() {
      let beat = Double(index) / 24
      let due =
        beat < 3 ? (beat + 1) * 24_000 : beat < 8 ? 96_000 + (beat - 3) * 19_200 : 192_000 + (beat - 8) * 32_000
      // the clocks sent ahead used the previous tempo
      if abs(due - 96_000) < abs(lead) + 2_000 || abs(due - 192_000) < abs(lead) + 2_000 { continue }
      #expect(abs(Double(clock.frame) - due + lead) <= 0.51, "clock \(index)")
    }
    #expect(sent.count > 280)
  }

  @Test("starts at the beginning and not behind it when it sends early")
  func leadAtTheBeginning() {
    var sender = MIDIClockSender(sampleRate: 48_000)
    sender.lead = 1_240
    let sent = send(&sender, cycles: Array(repeating: 300, count: 20)) {
      MusicalContext(tempo: 120, beat: Double($0) / 24_000)
    }
    #expect(sent[0].status == 0xFA && sent.dropFirst().allSatisfy { $0.status == 0xF8 })
    let frames: [Int64] = [0, 0, 0, 760, 1_760, 2_760, 3_760, 4_760, 5_760]
    #expect(sent.map(\.frame) == frames)
  }

  @Test("repeats on time when it sends early, also where the tempo steps before the repeat", arguments: [-900, 900])
  func leadThroughRepeats(lead: Double) {
    // 1 … 3 beats are repeated; from frame 71,700 on, shortly before the first repeat, at another tempo
    for tempo in [120, 100, 150] as [Double] {
      func context(_ frame: Int64) -> MusicalContext {
        let beats = frame < 71_700 ? Double(frame) / 24_000 : 2.987_5 + Double(frame - 71_700) * tempo / 2_880_000
        var context = MusicalContext(
          tempo: frame < 71_700 ? 120 : tempo,
          beat: beats < 3 ? beats : 1 + (beats - 1).truncatingRemainder(dividingBy: 2))
        (context.isCycling, context.cycleStart, context.cycleEnd) = (true, 1, 3)
        return context
      }
      var sender = MIDIClockSender(sampleRate: 48_000)
      sender.lead = lead
      let sent = send(&sender, cycles: Array(repeating: 300, count: 1_000), context)
      let last = 2.987_5 + (299_700 - 71_700 + lead) * tempo / 2_880_000
      #expect(sent.count { $0.status == 0xFC } == Int((last - 1) / 2), "\(tempo)")
      let clocks = sent.count { $0.status == 0xF8 }
      #expect(abs(Double(clocks) - last * 24) <= 1.5, "\(tempo): \(clocks)")
    }
  }

  /// Sender and follower: the follower's output equals the sender's input, also during ramps.
  @Test("a follower behind it is on the grid to half a frame", arguments: [0, 0.4, -0.3])
  func chain(bpmPerSecond: Double) {
    var sender = MIDIClockSender(sampleRate: 48_000)
    var follower = MIDIClockFollower(sampleRate: 48_000)
    let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 64)
    defer { buffer.deallocate() }
    let slope = bpmPerSecond / 48_000
    func beat(_ frame: Double) -> Double { (120 + 0.5 * slope * frame) * frame / 2_880_000 }
    var worst = 0.0
    for cycle in 0..<20_000 as Range<Int64> {
      let frame = cycle * 64
      var context = MusicalContext(tempo: 120 + slope * Double(frame), beat: beat(Double(frame)))
      context.tempoSlope = slope
      let render = RenderCycle(firstFrame: frame, frameCount: 64, context: context)
      let count = sender.render(render, into: buffer)
      let found = follower.follow(render, events: EventList(rebasing: buffer[..<count]))
      guard frame > 96_000 else { continue }
      worst = max(worst, abs(found.beat - context.beat) * 2_880_000 / context.tempo)
    }
    #expect(worst <= (bpmPerSecond == 0 ? 0.5 : 1.0), "\(worst) frames")
  }
}
