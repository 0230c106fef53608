import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// The sequencer with its own transport.
@Suite struct SequencerTransportTests {
  private static let tempi: [TempoMap.Entry] = [
    .init(tick: 0, tempo: Tempo(bpm: 121)), .init(tick: 960, tempo: Tempo(bpm: 97), curve: .linearInBeats),
    .init(tick: 4_800, tempo: Tempo(bpm: 180)), .init(tick: 9_600, tempo: Tempo(bpm: 33.3)),
  ]

  private func ticks(_ ticks: [Tick]) -> TrackTimeline {
    TrackTimeline(notes: ticks.map { CompiledNote.of(60, $0, 1) })
  }

  /// Every note is on the frame that the clock gives, for any partition.
  @Test func followsTheTempoMapExactly() {
    let seed: UInt64 = 72
    var random = SeededGenerator(seed: seed)
    let notes = (0..<200).map { Tick($0 * 61) }
    let timeline = SequenceTimeline.of([(ticks(notes), .of(1))], tempi: Self.tempi)
    let expected = notes.map { timeline.clock.frame(atTick: $0) }
    for _ in 0..<rounds(10) {
      let stage = SequencerStage()
      stage.sequencer.publish(timeline)
      stage.sequencer.useInternalTransport(true)
      stage.sequencer.play()
      let heard = stage.free(random.cycles(of: Int(expected[199]) + 1))
      #expect(heard.ons().prefix(200) == expected[...], "seed \(seed)")
    }
  }

  /// A bar at 121 bpm is no whole number of frames: after a thousand passes each is still rounded once.
  @Test func cyclesKeepTheRemainder() {
    let stage = SequencerStage(sampleRate: 44_100)
    let timeline = SequenceTimeline.of(
      [(ticks([960, 1_000]), .of(1))], sampleRate: 44_100, tempi: [.init(tick: 0, tempo: Tempo(bpm: 121))])
    stage.sequencer.publish(timeline)
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.cycle(960..<1_920)
    stage.sequencer.play(from: 960)
    let beat = 6e9 / 121  // in units of 10 ns, rounded by Tempo
    let frames = beat.rounded() / 1e8 * 44_100
    let heard = stage.free(Array(repeating: 4_001, count: 5_600))
    // where the player began, tick 960 had been rounded with the map
    let begin = Double(timeline.clock.frame(atTick: 960)) - frames
    let expected = (0..<1_000).map { Int64((Double($0 + 1) * frames + 0.5).rounded(.down) - begin - frames) }
    #expect((heard.ons().count >= 2_000) as Bool)
    let ons = stride(from: 0, to: 2_000, by: 2).map { heard.ons()[$0] }
    #expect(ons.count == 1_000 && zip(ons, expected).allSatisfy { abs($0 - $1) <= 1 })
    #expect(abs(Double(ons[999] - ons[0]) - 999 * frames) <= 1)
  }

  @Test func stopsSeeksAndGoesOn() {
    let stage = SequencerStage()
    stage.sequencer.publish(.of([(TrackTimeline(notes: [.of(60, 0, 960), .of(61, 960, 960)]), .of(1))]))
    stage.sequencer.useInternalTransport(true)
    #expect(stage.cycle(1_000).isEmpty)
    stage.sequencer.play()
    #expect(stage.cycle(1_000).ons() == [1_000])
    stage.sequencer.stop()
    #expect(stage.cycle(1_000).offs() == [2_000])
    #expect(stage.cycle(1_000).isEmpty)
    stage.sequencer.locate(940)
    stage.sequencer.play()
    #expect(stage.cycle(1_000).ons() == [4_500])
    stage.sequencer.locate(0)
    let heard = stage.cycle(1_000)
    #expect(heard.offs(61) == [5_000] && heard.ons(60) == [5_000])
    stage.sequencer.panic()
    #expect(stage.cycle(1_000).offs(60) == [6_000])
    #expect(stage.sequencer.report().playhead.isRolling)
  }

  /// Sustain, sostenuto and hold 2 would hold notes at the receiver.
  @Test(arguments: [64, 66, 69] as [UInt8]) func aStopReleasesThePedals(pedal: UInt8) throws {
    let stage = SequencerStage()
    let clip = Clip(notes: [Note(onset: 0, duration: 10, key: 60)], messages: [.controller(pedal, 127, at: 0)])
    try stage.sequencer.publish(MIDISequence([Track(clip)], ticksPerQuarter: 480))
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.play(from: 0)
    #expect(values(of: pedal, stage.cycle(12_000)) == [127])
    stage.sequencer.stop()
    #expect(values(of: pedal, stage.cycle(1_000)) == [0])
    #expect(values(of: pedal, stage.cycle(1_000)) == [])
  }

  private func values(of controller: UInt8, _ heard: [Heard]) -> [UInt8] {
    heard.filter { $0.message.status & 0xF0 == 0xB0 && $0.message.data1 == controller }.map { $0.message.data2 }
  }

  /// The pedal is down at the start of each pass, also after a panic in the middle of one.
  @Test func thePassAfterAPanicHasItsPedals() throws {
    let stage = SequencerStage()
    let clip = Clip(notes: [Note(onset: 480, duration: 10, key: 60)], messages: [.controller(64, 127, at: 0)])
    try stage.sequencer.publish(MIDISequence([Track(clip)], ticksPerQuarter: 480, tempo: Tempo(bpm: 120)))
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.cycle(480..<960)
    stage.sequencer.play(from: 480)
    #expect(values(of: 64, stage.cycle(12_000)) == [127])
    stage.sequencer.panic()
    #expect(values(of: 64, stage.cycle(6_000)) == [0])
    #expect(values(of: 64, stage.cycle(12_000)) == [127])
  }

  /// A version with another resolution: the region keeps its beats, like the position.
  @Test func theRegionKeepsItsBeats() throws {
    let stage = SequencerStage()
    func publish(_ ticksPerQuarter: Int) throws {
      let clip = Clip(notes: [Note(onset: 0, duration: 10, key: 60)])
      try stage.sequencer.publish(
        MIDISequence([Track(clip)], ticksPerQuarter: ticksPerQuarter, tempo: Tempo(bpm: 120)))
    }
    try publish(480)
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.cycle(0..<480)
    stage.sequencer.play(from: 0)
    var heard = stage.cycle(36_000)
    try publish(960)
    heard += stage.cycle(48_000)
    #expect(heard.ons() == [0, 24_000, 48_000, 72_000])
  }

  /// The metronome counts two beats; the song waits for them.
  @Test func countsIn() {
    let stage = SequencerStage()
    let clicks = TrackTimeline(notes: [.of(76, 0, 100)])
    let tracks: [(TrackTimeline, CompiledTrack)] = [
      (TrackTimeline(notes: [.of(60, 0, 100), .of(61, 1_920, 100)]), .of(1)),
      (clicks, .of(2, loop: 960) { ($0.playsInCountIn, $0.beforeStart) = (true, .wrap) }),
    ]
    stage.sequencer.publish(.of(tracks))
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.play(from: 0, countIn: 1_920)
    let heard = stage.free(Array(repeating: 480, count: 260))
    #expect(heard.ons(76) == [0, 24_000, 48_000, 72_000, 96_000, 120_000])
    #expect(heard.ons(60) == [48_000] && heard.ons(61) == [96_000])
    stage.sequencer.play(from: 1_920, countIn: 960)
    let again = stage.free([50_000]).map { Heard(frame: $0.frame - 124_800, message: $0.message) }
    #expect(again.ons(61) == [24_000] && again.ons(60).isEmpty && again.ons(76) == [0, 24_000, 48_000])
  }

  /// A region that begins before the start position: after the count-in, all of it sounds.
  @Test func aCountInEndsBeforeTheRegionDoes() {
    let stage = SequencerStage()
    stage.sequencer.publish(.of([(ticks([0, 960]), .of(1))]))
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.cycle(0..<1_920)
    stage.sequencer.play(from: 960, countIn: 480)
    #expect(stage.free(Array(repeating: 999, count: 120)).ons().map { $0 / 25 } == [480, 1_440, 2_400, 3_360, 4_320])
  }

  /// A count-in that begins within a region and ends beyond it leads out of the region.
  @Test func aCountInLeavesTheRegion() {
    let stage = SequencerStage()
    stage.sequencer.publish(.of([(ticks([960, 1_440, 2_400]), .of(1))]))
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.cycle(0..<1_920)
    stage.sequencer.play(from: 2_400, countIn: 960)
    #expect(stage.free(Array(repeating: 999, count: 40)).ons().map { $0 / 25 } == [960])
    stage.sequencer.play(from: 1_920, countIn: 960)  // ends where the region does
    let frame = stage.frame
    #expect(stage.free(Array(repeating: 1_000, count: 72)).ons().map { ($0 - frame) / 25 } == [1_920, 2_400])
  }

  /// Input before the wrap has a position at the end of the pass, and input after it a position at the beginning. After
  /// the last tick of the region, the next tick is its first.
  @Test func inputAroundAWrapHasItsPlace() {
    let stage = SequencerStage()
    stage.sequencer.publish(.of([(ticks([0]), .of(1))]))
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.cycle(0..<960)
    stage.sequencer.play(from: 0)
    _ = stage.cycle(23_000)
    let input = [0, 500, 999, 1_000, 1_500].map {
      TimedEvent(offset: Int32($0), message: ChannelMessage(status: 0x9F, 1, 1))
    }
    _ = stage.cycle(2_000, input: input)
    let heard = stage.sequencer.report().events.filter(\.isInput).map(\.tick)
    #expect(heard == [920, 940, 0, 0, 20])
  }

  /// The ticks of input are within the region, also if a tick lasts longer than a cycle, and under a host.
  @Test(arguments: [false, true]) func inputStaysInTheRegion(hasHost: Bool) {
    let stage = SequencerStage()
    let map = TempoMap(timeBase: .ticksPerQuarter(24), entries: [])
    stage.sequencer.publish(
      SequenceTimeline([(ticks([0]), CompiledTrack.of(1))], clock: FrameClock(map: map, sampleRate: 48_000), seed: 0))
    stage.sequencer.useInternalTransport(!hasHost)
    stage.sequencer.cycle(0..<24)
    stage.sequencer.play(from: 0)
    let input = [0, 250].map { TimedEvent(offset: $0, message: ChannelMessage(status: 0x9F, 1, 1)) }
    for cycle in 0..<120 {
      var context = MusicalContext(tempo: 120, beat: Double(cycle % 48) / 48)
      (context.hasTransport, context.isMoving) = (true, true)
      (context.isCycling, context.cycleStart, context.cycleEnd) = (true, 0, 1)
      _ = stage.cycle(500, context, input: input)
      let report = stage.sequencer.report()
      let ticks = (0...2).map { Tick((cycle * 500 + $0 * 250 + 999) / 1_000 % 24) }
      #expect(report.events.filter(\.isInput).map(\.tick) + [report.playhead.tick] == ticks, "cycle \(cycle)")
    }
  }

  /// The context of frames before a wrap has the beats before the wrap, and is valid until then.
  @Test func contextsTurnAtTheWrap() {
    let stage = SequencerStage()
    stage.sequencer.publish(.of([(ticks([0]), .of(1))]))
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.cycle(0..<900)
    stage.sequencer.play(from: 0)
    _ = stage.free([22_000, 1_000])
    let before = stage.sequencer.core.pointee.context(framesAgo: 1_000, most: 1_000, sampleRate: 48_000)
    #expect(abs(before.context.beat - 22_000.0 / 24_000) < 1e-9 && before.frames == 500)
    let after = stage.sequencer.core.pointee.context(framesAgo: 500, most: 500, sampleRate: 48_000)
    #expect(abs(after.context.beat) < 1e-9 && after.frames == 500)
  }

  /// A new tempo map applies from the position at which it arrives.
  @Test func aNewTempoHoldsFromHere() {
    let stage = SequencerStage()
    let notes = ticks((0..<20).map { Tick($0 * 960) })
    stage.sequencer.publish(.of([(notes, .of(1))]))
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.play()
    #expect(stage.free([30_000]).ons() == [0, 24_000])
    stage.sequencer.publish(.of([(notes, .of(1))], tempi: [.init(tick: 0, tempo: Tempo(bpm: 60))]))
    // 720 ticks are left to the third beat
    #expect(stage.free([90_000]).ons() == [66_000, 114_000])
  }

  /// The transport stops on the frame of its last tick in cycles of any length. A region that ends there repeats.
  @Test(arguments: [1, 64, 1_000, 30_000]) func stopsOnTheFrameOfItsEnd(length: Int) {
    let stage = SequencerStage()
    let map = TempoMap(timeBase: .ticksPerQuarter(24), entries: [])
    let notes = TrackTimeline(notes: [.of(60, 0, 48), .of(61, 12, 4)])
    stage.sequencer.publish(
      SequenceTimeline([(notes, CompiledTrack.of(1))], clock: FrameClock(map: map, sampleRate: 48_000)))
    stage.sequencer.core.pointee.stopTick = 24
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.play(from: 0)
    let cycles = Array(repeating: length, count: 30_000 / length + 1)
    let heard = stage.free(cycles)
    #expect(heard.offs(60) == [24_000] && heard.ons() == [0, 12_000])
    let playhead = stage.sequencer.report().playhead
    #expect(!playhead.isRolling && playhead.tick == 24)
    stage.sequencer.cycle(12..<24)
    stage.sequencer.play(from: 12)
    let frame = stage.frame
    #expect(stage.free(cycles).ons(61).prefix(3).map { $0 - frame } == [0, 12_000, 24_000])
  }

  @Test func bypassPassesOnAndPlaysNothing() {
    let stage = SequencerStage()
    stage.sequencer.publish(.of([(ticks([0, 480, 960, 1_440]), .of(1))]))
    stage.sequencer.useInternalTransport(true)
    stage.sequencer.play()
    #expect(stage.cycle(100).ons() == [0])
    stage.sequencer.bypass(true)
    let input = [TimedEvent(offset: 5, message: ChannelMessage(status: 0x93, 1, 2))]
    #expect(stage.cycle(23_900, input: input).ons() == [105])
    stage.sequencer.bypass(false)
    #expect(stage.cycle(24_000).ons() == [24_000, 36_000])
  }

  @Test("at a pulled sample rate its own transport plays each event on its exact frame, for minutes")
  func pulledRates() throws {
    let rate = SampleRate(44_100_000, over: 1_001)
    let sequencer = Sequencer(sampleRate: rate)
    var sequence = MIDISequence([Track(Pattern([.hit], stepLength: 240))])
    sequence.tempi = [TempoMap.Entry(tick: 0, tempo: Tempo(bpm: 125))]
    try sequencer.publish(sequence)
    sequencer.useInternalTransport(true)
    sequencer.play()
    let ticksPerQuarter = Int64(sequence.ticksPerQuarter)
    let buffer = UnsafeMutableBufferPointer<TimedEvent>.allocate(capacity: 1_024)
    defer { buffer.deallocate() }
    var (onsets, frame): ([Int64], Int64) = ([], 0)
    while frame < 44_100 * 180 {
      let count = sequencer.render(RenderCycle(firstFrame: frame, frameCount: 4_000), into: buffer)
      for event in buffer[..<count] where event.message.startsNote { onsets.append(frame + Int64(event.offset)) }
      frame += 4_000
    }
    // a step lasts 0.48 · 240 / ticks seconds
    let (up, down) = (Int64(rate.numerator) * 48 * 240, Int64(rate.denominator) * 100 * ticksPerQuarter)
    let expected = onsets.indices.map { (2 * Int64($0) * up + down) / (2 * down) }
    #expect(onsets.count > 300)
    #expect(onsets == expected)
  }
}
