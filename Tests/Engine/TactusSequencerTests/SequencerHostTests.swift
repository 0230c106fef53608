import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// The sequencer under a host's transport.
@Suite struct SequencerHostTests {
  /// Four sixteenths a beat for four beats, each half its length, in a loop.
  private func steps(loop: Tick = 3_840) -> SequenceTimeline {
    let notes = (0..<16).map { CompiledNote.of(UInt8(36 + $0), Tick($0) * 240, 120) }
    return .of([(TrackTimeline(notes: notes), .of(1, loop: loop))])
  }

  /// The frame of a tick at 120 bpm and 48 kHz: 25 frames a tick.
  private func frame(_ tick: Tick) -> Int64 { tick * 25 }

  @Test func everyStepOfEveryPassOnItsFrame() {
    let stage = SequencerStage()
    stage.sequencer.publish(steps())
    let heard = stage.steady(Array(repeating: 512, count: 4 * 96_000 / 512))
    let ons = (0..<64).map { frame(Tick($0) * 240) }
    #expect(heard.ons() == ons)
    #expect(heard.offs() == ons.map { $0 + frame(120) })
  }

  /// Any partition, any rounding of the host's beats up to 10⁻⁶: the same events on the same frames.
  @Test func partitionAndNoiseChangeNothing() {
    let seed: UInt64 = 71
    var random = SeededGenerator(seed: seed)
    let total = 200_000
    let reference = SequencerStage()
    reference.sequencer.publish(steps(loop: 3_839))
    let expected = reference.steady([total], tempo: 123.4, beat: 7.25)
    for _ in 0..<rounds(20) {
      let stage = SequencerStage()
      stage.sequencer.publish(steps(loop: 3_839))
      var lengths = random.cycles(of: total)
      lengths[lengths.count - 1] -= lengths.reduce(0, +) - total
      let noises = lengths.map { _ in Double.random(in: -1e-6...1e-6, using: &random) }
      let heard = stage.steady(lengths, tempo: 123.4, beat: 7.25) { $0 == 0 ? 0 : noises[$0] }
      #expect((heard == expected) as Bool, "seed \(seed)")
    }
  }

  @Test func standingHostIsSilentAndReleases() {
    let stage = SequencerStage()
    stage.sequencer.publish(steps())
    let began = stage.cycle(1_000, MusicalContext(tempo: 120, beat: 0))
    #expect(began.ons() == [0] && began.offs().isEmpty)
    var stopped = MusicalContext(tempo: 120, beat: 1_000.0 / 24_000)
    stopped.isMoving = false
    let released = stage.cycle(512, stopped)
    #expect(released.offs() == [1_000] && released.count == 1)
    for _ in 0..<94 { #expect(stage.cycle(512, stopped).isEmpty) }
  }

  /// A host that does not report its transport and is stopped just before an event.
  @Test func standingWithoutSayingSoRepeatsNothing() {
    let stage = SequencerStage()
    stage.sequencer.publish(steps())
    var context = MusicalContext(tempo: 120, beat: 0.999)
    context.hasTransport = false
    var heard: [Heard] = []
    for _ in 0..<94 { heard += stage.cycle(512, context) }
    #expect(heard.ons().count <= 1)
    #expect(heard.ons().count == heard.offs().count)
  }

  @Test(arguments: [0, -120, Double.nan, .infinity, 1e300]) func senselessTempoStops(tempo: Double) {
    let stage = SequencerStage()
    stage.sequencer.publish(steps())
    #expect(stage.cycle(100, MusicalContext(tempo: 120, beat: 0)).ons() == [0])
    let heard = stage.cycle(48_000, MusicalContext(tempo: tempo, beat: 100.0 / 24_000))
    #expect(heard.ons().isEmpty && heard.offs() == [100])
  }

  @Test func seekReleasesAndGoesOnThere() {
    let stage = SequencerStage()
    stage.sequencer.publish(steps())
    _ = stage.cycle(1_000, MusicalContext(tempo: 120, beat: 0))
    let heard = stage.cycle(12_000, MusicalContext(tempo: 120, beat: 2.1))
    #expect(heard.offs(36) == [1_000])
    // the step at 2.25 beats: 0.15 beats later
    let expected: [Int64] = [1_000 + 3_600, 1_000 + 9_600]
    #expect(heard.ons() == expected)
    #expect(stage.sequencer.report().playhead.counters.seeks == 2)
  }

  /// Two beats are repeated; the wrap falls inside cycles. Notes across the wrap end there.
  @Test(arguments: [64, 500, 4_096, 100_000]) func hostCycleWrapsInsideCycles(length: Int) {
    let stage = SequencerStage()
    let notes = [CompiledNote.of(60, 960, 480), .of(61, 2_400, 4_000), .of(62, 2_880, 10)]
    stage.sequencer.publish(.of([(TrackTimeline(notes: notes), .of(1))]))
    var heard: [Heard] = []
    let region = 48_000.0  // frames
    while stage.frame < 5 * 48_000 {
      let position = 24_000 + Double(stage.frame).truncatingRemainder(dividingBy: region)
      var context = MusicalContext(tempo: 120, beat: position / 24_000)
      (context.isCycling, context.cycleStart, context.cycleEnd) = (true, 1, 3)
      heard += stage.cycle(length, context)
    }
    let passes = (0..<5).map { Int64($0) * 48_000 }
    #expect(heard.ons(60).prefix(5) == passes[...])
    #expect(heard.ons(61).prefix(5) == passes.map { $0 + 36_000 }[...])
    #expect(heard.offs(61).prefix(4) == passes.map { $0 + 48_000 }[..<4])
    #expect(heard.ons(62).isEmpty)
  }

  /// The host integrates a ramp and reports one tempo per cycle. No event is lost, doubled, or off by more than some
  /// frames.
  @Test func rampsLoseNothing() {
    let stage = SequencerStage()
    stage.sequencer.publish(steps())
    var heard: [Heard] = []
    var due: [Int64] = []
    var (frames, step) = (0, 0)
    let beat = { (frame: Int) -> Double in
      let seconds = Double(frame) / 48_000
      return (60 * seconds + 0.5 * 12 * seconds * seconds) / 60  // 60 bpm, 12 bpm more each second
    }
    while frames < 480_000 {
      heard += stage.cycle(777, MusicalContext(tempo: 60 + 12 * Double(frames) / 48_000, beat: beat(frames)))
      for frame in frames..<(frames + 777) where beat(frame) >= Double(step) / 4 {
        due.append(Int64(frame))
        step += 1
      }
      frames += 777
    }
    let ons = heard.ons()
    #expect(ons.count == due.count)
    #expect(zip(ons, due).allSatisfy { abs($0 - $1) <= 2 })
  }

  /// A host that also reports how its tempo changes inside the cycle: every event is on its frame.
  @Test(arguments: [64, 777, 8_192]) func aSlopeIsFollowedInsideCycles(length: Int) {
    let stage = SequencerStage()
    stage.sequencer.publish(steps())
    var heard: [Heard] = []
    let beat = { (frame: Int) -> Double in
      let seconds = Double(frame) / 48_000
      return (60 * seconds + 6 * seconds * seconds) / 60
    }
    while stage.frame < 480_000 {
      let frame = Int(stage.frame)
      var context = MusicalContext(tempo: 60 + 12 * Double(frame) / 48_000, beat: beat(frame))
      context.tempoSlope = 12.0 / 48_000
      heard += stage.cycle(length, context)
    }
    for (step, frame) in heard.ons().enumerated() {
      let before = abs(beat(Int(frame)) - Double(step) / 4)
      let around = min(abs(beat(Int(frame) - 1) - Double(step) / 4), abs(beat(Int(frame) + 1) - Double(step) / 4))
      #expect(before <= around + 1e-9, "step \(step): another frame is nearer")
    }
    #expect(stage.sequencer.report().playhead.counters.corrections == 0)
  }

  @Test func finishingReleasesEverything() {
    let stage = SequencerStage()
    stage.sequencer.publish(steps())
    #expect(stage.cycle(1_000, MusicalContext(tempo: 120, beat: 0)).count == 1)
    #expect(stage.finish().map(\.message.status) == [0x80])
    #expect(stage.finish().isEmpty)
    #expect(stage.cycle(12_000, MusicalContext(tempo: 120, beat: 0)).ons().count == 2)
  }

  @Test func negativeBeatsAreACountIn() {
    let stage = SequencerStage()
    let tracks: [(TrackTimeline, CompiledTrack)] = [
      (TrackTimeline(notes: [.of(60, 0, 10)]), .of(1, loop: 960)),
      (TrackTimeline(notes: [.of(61, 480, 10)]), .of(2, loop: 960) { $0.beforeStart = .wrap }),
      (TrackTimeline(notes: [.of(62, -480, 10)]), .of(3)),
    ]
    stage.sequencer.publish(.of(tracks))
    let heard = stage.steady([24_000, 24_000, 24_000], beat: -1.75)
    #expect(heard.ons(60) == [42_000, 66_000])
    #expect(heard.ons(61) == [6_000, 30_000, 54_000])
    #expect(heard.ons(62) == [30_000])
  }

  @Test func inputPassesInOrder() {
    let stage = SequencerStage()
    stage.sequencer.publish(steps())
    let input = [10, 5_999, 6_000, 7_000].map {
      TimedEvent(offset: Int32($0), message: ChannelMessage(status: 0x9F, UInt8($0 / 100), 1))
    }
    let heard = stage.cycle(12_000, MusicalContext(tempo: 120, beat: 0), input: input)
    #expect(heard.filter { $0.message.channel == 15 }.map(\.frame) == [10, 5_999, 6_000, 7_000])
    #expect(heard.ons().count == 6)
  }
}

/// Jumps of a host that look like something else.
@Suite struct SequencerJumpTests {
  private func stage(_ ticks: [Tick]) -> SequencerStage {
    let stage = SequencerStage()
    stage.sequencer.publish(.of([(TrackTimeline(notes: ticks.map { CompiledNote.of(60, $0, 1) }), .of(1))]))
    return stage
  }

  private func changed(_ beat: Double, region: Range<Double>? = nil) -> MusicalContext {
    var context = MusicalContext(tempo: 120, beat: beat)
    context.isChanged = true
    if let region {
      (context.isCycling, context.cycleStart, context.cycleEnd) = (true, region.lowerBound, region.upperBound)
    }
    return context
  }

  /// A jump to the beat at which the previous cycle began: the host is not stopped.
  @Test func toWhereTheLastCycleBegan() {
    let stage = stage([3_840])
    #expect(stage.cycle(64, changed(4)).ons() == [0])
    #expect(stage.cycle(64, MusicalContext(tempo: 120, beat: 4 + 64.0 / 24_000)).isEmpty)
    #expect(stage.cycle(64, changed(4 + 64.0 / 24_000)).ons().isEmpty)
    #expect(stage.cycle(64, MusicalContext(tempo: 120, beat: 4 + 128.0 / 24_000)).isEmpty)
    #expect(stage.cycle(64, changed(4)).ons() == [256])
    #expect(stage.cycle(64, MusicalContext(tempo: 120, beat: 4)).ons().isEmpty)
  }

  /// A jump back to the start, with the cycle region now switched off.
  @Test func outOfARegionThatHasWrapped() {
    let stage = stage([0, 10_560])
    _ = stage.cycle(64, changed(11, region: 11..<11.002))
    #expect(stage.cycle(64, MusicalContext(tempo: 120, beat: 0)).ons() == [64])
  }

  /// A jump back into a region from far beyond it.
  @Test func intoARegionFromBehindIt() {
    let stage = stage([11_520])
    _ = stage.cycle(1, changed(172_144))
    #expect(stage.cycle(64, changed(12, region: 11.999..<12.5)).ons() == [1])
  }
}
