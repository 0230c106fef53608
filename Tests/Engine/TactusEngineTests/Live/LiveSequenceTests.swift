import TactusEngine
import TactusFiles
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth
import TactusTime
import TestSupport
import Testing

/// A sequence played live, by its own transport and by shared ones.
@Suite struct LiveSequenceTests {
  /// Two patterns of odd lengths under a tempo that changes.
  private var sequence: MIDISequence {
    get throws {
      let text = """
        {"ticksPerQuarter": 960, "tempo": [{"at": 0, "bpm": 133.7}, {"at": "9", "bpm": 97.3}], "tracks": [
          {"channel": 1, "pattern": {"key": 60, "step": "1/16", "steps": "x..x.xx"}},
          {"channel": 2, "pattern": {"key": 62, "step": "1/12", "steps": "xx.x."}}]}
        """
      var unknown: [String] = []
      return try MIDISequence(reading: FileBytes(copying: Array(text.utf8), name: "test"), unknown: &unknown)
    }
  }

  private let rate = 48_000

  /// The note-ons of a run: frames of the run, and keys.
  private func notes(
    _ live: LiveSequence, _ cycles: [Int], transport: (Int) -> LiveTransport
  ) -> [Sent] {
    var (frame, sent): (Int, [Sent]) = (0, [])
    let nothing = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 1)
    defer { nothing.deallocate() }
    for length in cycles {
      let block = AudioBlock(channels: nothing, channelCount: 0, frameCount: length)
      let output = live.core.pointee.render(
        RenderCycle(firstFrame: Int64(frame), frameCount: length), transport: transport(frame), into: block)
      for event in output.events where event.message.startsNote {
        sent.append(Sent(frame: frame + Int(event.offset), key: event.message.data1))
      }
      frame += length
    }
    return sent
  }

  private struct Sent: Hashable {
    var frame: Int
    var key: UInt8
  }

  /// The events of the sequence from frame 0 of its own tempo map onwards.
  private func due(_ end: Int) throws -> [Sent] {
    let live = try LiveSequence(sequence, sampleRate: rate, hasSound: false)
    live.sequencer.play(from: 0)
    return notes(live, Array(repeating: 512, count: end / 512 + 1)) { _ in LiveTransport() }.filter { $0.frame < end }
  }

  /// JACK's frames may begin anywhere, even within a tick: all events that are due from then on play on their frames.
  @Test func followsFramesFromAnyPlace() throws {
    let due = try due(400_000)
    #expect(due.count > 60)
    var random = SeededGenerator(seed: seed(of: "a sequence by frames"))
    for _ in 0..<rounds(10) {
      let position = Int.random(in: 0..<200_000, using: &random)
      let idle = Int.random(in: 0..<3_000, using: &random)
      let live = try LiveSequence(sequence, sampleRate: rate, transport: .sharedFrames, hasSound: false)
      var started: Int?
      let cycles = random.cycles(of: 150_000)
      let sent = notes(live, cycles) { frame in
        var transport = LiveTransport()
        if frame >= idle {
          started = started ?? frame
          transport.isRolling = true
          transport.frame = Int64(position + frame - started!)
        }
        return transport
      }
      let shift = started! - position
      let end = cycles.reduce(0, +)
      let expected = due.filter { $0.frame >= position && $0.frame + shift < end }
      #expect(sent == expected.map { Sent(frame: $0.frame + shift, key: $0.key) }, "from \(position)")
    }
  }

  @Test func locatesAndStopsWithTheTransport() throws {
    let due = try due(400_000)
    let live = try LiveSequence(sequence, sampleRate: rate, transport: .sharedFrames, hasSound: false)
    let sent = notes(live, Array(repeating: 1_000, count: 100)) { frame in
      var transport = LiveTransport()
      transport.isRolling = frame < 60_000
      transport.frame = Int64(frame < 30_000 ? frame : frame + 100_000)
      return transport
    }
    let expected =
      due.filter { $0.frame < 30_000 }
      + due.filter { (130_000..<160_000).contains($0.frame) }.map { Sent(frame: $0.frame - 100_000, key: $0.key) }
    #expect(sent == expected)
  }

  /// If a program provides tempo and beats, these apply; otherwise, the frames and the sequence's own tempi.
  @Test func followsBeatsWhereThereAreAny() throws {
    var steady = try sequence
    steady.tempi = [TempoMap.Entry(tick: 0, tempo: Tempo(bpm: 120))]
    let live = try LiveSequence(steady, sampleRate: rate, transport: .sharedBeats, hasSound: false)
    let fast = notes(live, Array(repeating: 256, count: 400)) { frame in
      var transport = LiveTransport()
      (transport.isRolling, transport.frame) = (true, Int64(frame))
      transport.context = MusicalContext(tempo: 240, beat: Double(frame) * 240 / 60 / 48_000)
      return transport
    }
    let own = try LiveSequence(steady, sampleRate: rate, transport: .sharedBeats, hasSound: false)
    let slow = notes(own, Array(repeating: 256, count: 800)) { frame in
      var transport = LiveTransport()
      (transport.isRolling, transport.frame) = (true, Int64(frame))
      return transport
    }
    #expect(fast.count > 20 && slow.map(\.key).starts(with: fast.map(\.key)))
    for (a, b) in zip(fast, slow) { #expect(abs(2 * a.frame - b.frame) <= 1, "\(a) \(b)") }
  }

  @Test func stopsAtItsEnd() throws {
    let live = try LiveSequence(sequence, sampleRate: rate, hasSound: false, end: 4 * 960)
    live.sequencer.play(from: 0)
    let end = FrameClock(map: try sequence.tempoMap, sampleRate: rate).frame(atTick: 4 * 960)
    let sent = notes(live, Array(repeating: 700, count: 300)) { _ in LiveTransport() }
    #expect(try sent == due(Int(end)))
    #expect(!live.sequencer.report().playhead.isRolling && live.sequencer.report().playhead.tick == 4 * 960)
  }

  /// The end keeps its beat in a later sequence of another resolution, also if it is published before the first cycle.
  @Test(arguments: [96, 480, 20_160], [0, 20])
  func stopsAtTheSameBeatInAnotherResolution(ticks: Int, cycles: Int) throws {
    let live = try LiveSequence(sequence, sampleRate: rate, hasSound: false, end: 4 * 960)
    live.sequencer.play(from: 0)
    _ = notes(live, Array(repeating: 700, count: cycles)) { _ in LiveTransport() }
    let other = MIDISequence([Track(Pattern([.hit], stepLength: Tick(ticks)))], ticksPerQuarter: ticks)
    try live.sequencer.publish(other)
    _ = notes(live, Array(repeating: 700, count: 300)) { _ in LiveTransport() }
    let playhead = live.sequencer.report().playhead
    #expect(!playhead.isRolling && playhead.tick == Tick(4 * ticks))
  }

  /// A version with fewer ticks that is published just before the end moves the position to the end by rounding.
  @Test func stopsAtAnEndReachedByRounding() throws {
    var steady = try sequence
    steady.tempi = [TempoMap.Entry(tick: 0, tempo: Tempo(bpm: 120))]
    let live = try LiveSequence(steady, sampleRate: rate, hasSound: false, end: 4 * 960)
    live.sequencer.play(from: 0)
    _ = notes(live, [95_960]) { _ in LiveTransport() }
    #expect(live.sequencer.report().playhead.isRolling)
    let coarse = MIDISequence(
      [Track(Pattern([.hit], stepLength: 96))], ticksPerQuarter: 96, tempo: Tempo(bpm: 120))
    try live.sequencer.publish(coarse)
    _ = notes(live, Array(repeating: 700, count: 10)) { _ in LiveTransport() }
    let playhead = live.sequencer.report().playhead
    #expect(!playhead.isRolling && playhead.tick == 4 * 96)
  }

  /// The position in coarse ticks may be after the end in fine ones.
  @Test func stopsAtAnEndPassedByRounding() throws {
    var steady = try sequence
    steady.tempi = [TempoMap.Entry(tick: 0, tempo: Tempo(bpm: 120))]
    let live = try LiveSequence(steady, sampleRate: rate, hasSound: false, end: 3_801)
    live.sequencer.play(from: 0)
    _ = notes(live, [94_000]) { _ in LiveTransport() }
    let coarse = MIDISequence(
      [Track(Pattern([.hit], stepLength: 96))], ticksPerQuarter: 96, tempo: Tempo(bpm: 120))
    try live.sequencer.publish(coarse)
    _ = notes(live, [1_100]) { _ in LiveTransport() }
    #expect(live.sequencer.report().playhead.isRolling)
    try live.sequencer.publish(steady)
    _ = notes(live, Array(repeating: 700, count: 10)) { _ in LiveTransport() }
    let playhead = live.sequencer.report().playhead
    #expect(!playhead.isRolling && playhead.tick == 3_810)
  }

  /// A tempo change inside a cycle affects the clock from that frame on, not only from the next cycle; also if JACK's
  /// transport moves the sequence.
  @Test func clocksFollowTemposInsideCycles() throws {
    var random = SeededGenerator(seed: seed(of: "clocks and tempi"))
    for round in 0..<rounds(20) {
      var changing = try sequence
      let ramps = round % 2 == 1
      var tick: Tick = 0
      changing.tempi = (0..<20).map { _ in
        defer { tick += Tick.random(in: 200...4_000, using: &random) }
        return TempoMap.Entry(
          tick: tick, tempo: Tempo(bpm: .random(in: 60...200, using: &random)),
          curve: ramps ? (Bool.random(using: &random) ? .linearInTime : .linearInBeats) : .step)
      }
      let clock = FrameClock(map: changing.tempoMap, sampleRate: rate)
      let isShared = round % 4 > 1
      let live = try LiveSequence(
        changing, sampleRate: rate, transport: isShared ? .sharedFrames : .sequencer, hasSound: false, hasClock: true)
      if !isShared { live.sequencer.play(from: 0) }
      let sent = clocks(live, random.cycles(of: 300_000), isShared: isShared)
      let exact = sent.indices.map { clock.frame(atTick: Tick($0) * 40) }
      let worst = zip(sent, exact).map { abs($0 - $1) }.max() ?? .max
      // half a frame of rounding at the tempo changes
      #expect(sent.count > 100 && worst <= 1, "round \(round), ramps \(ramps): \(worst) frames")
    }
  }

  /// The frames of the clocks of a run.
  private func clocks(_ live: LiveSequence, _ cycles: [Int], isShared: Bool) -> [Int64] {
    let nothing = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 1)
    defer { nothing.deallocate() }
    var (frame, clocks): (Int64, [Int64]) = (0, [])
    for length in cycles {
      let block = AudioBlock(channels: nothing, channelCount: 0, frameCount: length)
      var transport = LiveTransport()
      if isShared { (transport.isRolling, transport.frame) = (true, frame) }
      let output = live.core.pointee.render(
        RenderCycle(firstFrame: frame, frameCount: length), transport: transport, into: block)
      clocks += output.clock.filter { $0.message.status == 0xF8 }.map { frame + Int64($0.offset) }
      frame += Int64(length)
    }
    return clocks
  }

  /// Clocks are on the frames of its ticks: 24 in a quarter note.
  @Test func sendsClocksOnTheFramesOfTicks() throws {
    var steady = try sequence
    steady.tempi = [TempoMap.Entry(tick: 0, tempo: Tempo(bpm: 133.7))]
    let live = try LiveSequence(steady, sampleRate: rate, hasSound: false, hasClock: true)
    live.sequencer.play(from: 0)
    let clock = FrameClock(map: steady.tempoMap, sampleRate: rate)
    let nothing = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 1)
    defer { nothing.deallocate() }
    var (frame, clocks, statuses): (Int64, [Int64], Set<UInt8>) = (0, [], [])
    for length in [1, 63, 256, 1_000, 17] + Array(repeating: 512, count: 200) {
      let block = AudioBlock(channels: nothing, channelCount: 0, frameCount: length)
      let output = live.core.pointee.render(
        RenderCycle(firstFrame: frame, frameCount: length), transport: LiveTransport(), into: block)
      for event in output.clock {
        statuses.insert(event.message.status)
        if event.message.status == 0xF8 { clocks.append(frame + Int64(event.offset)) }
      }
      frame += Int64(length)
    }
    #expect(statuses == [0xFA, 0xF8])
    #expect(clocks == clocks.indices.map { clock.frame(atTick: Tick($0) * 40) })
    #expect(clocks.count > 100)
  }
}
