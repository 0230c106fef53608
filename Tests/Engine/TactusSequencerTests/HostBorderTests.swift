import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// The behavior of hosts at the borders of their cycle region, and during ramps.
@Suite struct HostBorderTests {
  private func repeating(_ segment: ClosedRange<Double>, tempo: Double, beat: Double) -> MusicalContext {
    var context = MusicalContext(tempo: tempo, beat: beat)
    (context.isCycling, context.cycleStart, context.cycleEnd) = (true, segment.lowerBound, segment.upperBound)
    return context
  }

  /// A wrap in one region does not explain a jump into another.
  @Test(arguments: [false, true]) func aJumpOutOfAShortStretchIsBelieved(isTold: Bool) {
    let stage = SequencerStage()
    stage.sequencer.publish(.of([(TrackTimeline(notes: [.of(60, 1_920, 10), .of(61, 2_016, 10)]), .of(1))]))
    // 1/24 beat is repeated in cycles of 1/10
    stage.cycle(2_400, repeating(3...(3 + 1.0 / 24), tempo: 120, beat: 3))
    var context = repeating(2...8, tempo: 120, beat: 2)
    context.isChanged = isTold
    let heard = stage.cycle(2_400, context) + stage.cycle(2_400, repeating(2...8, tempo: 120, beat: 2.1))
    #expect(heard.ons(60) == [2_400] && heard.ons(61) == [4_800])
  }

  /// A host that reports its slope is followed exactly, however fast its tempo falls: even almost to a stop, and
  /// finally beyond the valid range.
  @Test func steepRampsAreFollowed() {
    for (tempo, end) in [(125.0, 20.0), (228, 3), (60, 0.02), (60, 0), (30, 240)] {
      let stage = SequencerStage()
      stage.sequencer.publish(.of([(TrackTimeline(notes: (0..<400).map { .of(60, $0 * 24, 12) }), .of(1))]))
      let (total, length) = (9_600, 960)
      let slope = (end - tempo) / Double(total)
      func beat(_ frame: Double) -> Double { (tempo + 0.5 * slope * frame) * frame / (60 * 48_000) }
      var heard: [Heard] = []
      for frame in stride(from: 0, to: total, by: length) {
        var context = MusicalContext(tempo: tempo + slope * Double(frame), beat: beat(Double(frame)))
        context.tempoSlope = slope
        heard += stage.cycle(length, context)
      }
      let counters = stage.sequencer.report().playhead.counters
      #expect(counters.seeks == 1 && counters.corrections == 0, "\(tempo) to \(end)")
      for (index, on) in heard.ons().enumerated() {
        let (before, after) = (beat(Double(on) - 0.51) - 2e-6, beat(Double(on) + 0.51) + 2e-6)
        #expect(before * 40 <= Double(index) && after * 40 >= Double(index), "\(tempo) to \(end), onset \(index)")
      }
      #expect(abs(Double(heard.ons().count) - beat(Double(total)) * 40) <= 1, "\(tempo) to \(end)")
    }
  }

  /// If rounding puts the host before the wrap when the line is already after it, the host does not count as stopped.
  @Test func roundedBeatsDoNotStandAtAWrap() {
    let seed = seed(of: "Rounded beats at wraps")
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(40) {
      let tempo = Double.random(in: 20...240, using: &random)
      let length = Double.random(in: 0.05...0.4, using: &random)
      let perFrame = tempo / (60 * 192_000)
      let stage = SequencerStage(sampleRate: 192_000)
      stage.sequencer.publish(.of([(TrackTimeline(notes: [.of(60, 0, 10_000)]), .of(1))], sampleRate: 192_000))
      var heard: [Heard] = []
      while Double(stage.frame) * perFrame < 6.5 * length {
        let exact = (Double(stage.frame) * perFrame).truncatingRemainder(dividingBy: length)
        heard += stage.cycle(32, repeating(0...length, tempo: tempo, beat: (exact * 960).rounded() / 960))
      }
      let what = Comment("seed \(seed), round \(round): \(tempo) bpm, 0..<\(length)")
      #expect(heard.ons().count == 7 && heard.offs().count == 6, what)
    }
  }
}
