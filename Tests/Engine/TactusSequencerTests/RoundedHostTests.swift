import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// Hosts that round their beats, and hosts that jump: nothing is lost, doubled or cut short.
@Suite("Hosts with rounded beats, and jumps") struct RoundedHostTests {
  /// A note of a sixteenth's length on each of the first eighths.
  private func notes(at rate: Int = 48_000) -> SequenceTimeline {
    .of([(TrackTimeline(notes: (0..<40).map { .of(60, Tick($0) * 480, 240) }), .of(1))], sampleRate: rate)
  }

  @Test("beats of 1/960, of 1/1920 and in 32 bits cut no note short, in cycles of any length")
  func rounded() {
    let seed = seed(of: "Rounded hosts")
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(24) {
      let rate = [44_100, 48_000, 96_000, 192_000].randomElement(using: &random) ?? 48_000
      let tempo = Double.random(in: 20...300, using: &random)
      let grid: Double = [960.0, 1_920.0, 0.0].randomElement(using: &random) ?? 960
      let isFloored = Bool.random(using: &random)
      let framesPerBeat = 60 * Double(rate) / tempo
      let stage = SequencerStage(sampleRate: rate)
      stage.sequencer.publish(notes(at: rate))
      let mixed = Bool.random(using: &random)
      let usual = 1 << Int.random(in: 3...13, using: &random)
      var frame = 0
      var heard: [Heard] = []
      while Double(frame) < framesPerBeat * 3.2 {
        let exact = Double(frame) / framesPerBeat
        var beat = Double(Float(exact))
        if grid > 0 { beat = (exact * grid).rounded(isFloored ? .down : .toNearestOrEven) / grid }
        let length = mixed ? Int.random(in: 1...usual, using: &random) : usual
        heard += stage.cycle(length, MusicalContext(tempo: tempo, beat: beat))
        frame += length
      }
      let what = Comment("seed \(seed), round \(round): \(rate) Hz, \(tempo) bpm, 1/\(grid), cycles of \(usual)")
      let allowed = (grid > 0 ? 1 / grid : 4e-6) * framesPerBeat + 2
      let (ons, offs) = (heard.ons(), heard.offs())
      let least = Int(2 * (Double(frame) - allowed) / framesPerBeat)
      #expect((least...least + 1).contains(ons.count - 1), what)
      for (index, on) in ons.enumerated() {
        #expect(abs(Double(on) - Double(index) * framesPerBeat / 2) <= allowed, what)
        guard index < offs.count else { continue }
        #expect(abs(Double(offs[index] - on) - framesPerBeat / 4) <= 2 * allowed, what)
      }
      #expect(stage.sequencer.report().playhead.counters.seeks <= 1, what)
    }
  }

  @Test("a start or jump onto a note loses none by noise up to 2e-6 beats, or by the declared rounding")
  func seeks() {
    let seed = seed(of: "Seeks onto notes")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(200) {
      let rate = [44_100, 48_000, 96_000, 192_000].randomElement(using: &random) ?? 48_000
      let tempo = Double.random(in: 20...300, using: &random)
      var settings = SequencerSettings()
      settings.beatRounding = Bool.random(using: &random) ? 1.0 / 1920 : 0
      let most = 1.99e-6 + settings.beatRounding
      let stage = SequencerStage(sampleRate: rate, settings: settings)
      stage.sequencer.publish(notes(at: rate))
      var context = MusicalContext(tempo: tempo, beat: 1 + Double.random(in: 0...most, using: &random))
      let length = Int.random(in: 2...2_000, using: &random)
      #expect(stage.cycle(length, context).ons() == [0], "seed \(seed)")
      (context.beat, context.isChanged) = (7 + Double.random(in: 0...most, using: &random), true)
      #expect(stage.cycle(length, context).ons() == [Int64(length)], "seed \(seed)")
    }
  }

  /// Events are not played again when a host stops and continues from the same position.
  @Test func goingOnDoublesNothing() {
    for rate in [48_000, 192_000] {
      for length in 1...8 {
        let stage = SequencerStage(sampleRate: rate)
        stage.sequencer.publish(notes(at: rate))
        let perFrame = 20 / (60 * Double(rate))
        var context = MusicalContext(tempo: 20, beat: 1 - 2 * perFrame)
        var heard = stage.cycle(length, context)
        context.beat += Double(length) * perFrame
        context.isMoving = false
        heard += stage.cycle(64, context)
        context.isMoving = true
        heard += stage.cycle(64, context)
        #expect(heard.ons().count == 1, "\(rate) Hz, \(length) frames")
      }
    }
  }

  @Test("flagged jumps in consecutive cycles are seeks each, also small ones and to the same beat")
  func consecutiveJumps() {
    for distance in [0, 0.25, 1.0 / 256, -1.0 / 256, 3] {
      let stage = SequencerStage()
      stage.sequencer.publish(notes())
      stage.cycle(64, MusicalContext(tempo: 120, beat: 0.3))
      var context = MusicalContext(tempo: 120, beat: 4)
      context.isChanged = true
      #expect(stage.cycle(64, context).ons() == [64])
      let seeks = stage.sequencer.report().playhead.counters.seeks
      context.beat += distance
      let expected: [Int64] = distance == 0 || distance == 3 ? [128] : distance < 0 ? [128 + 94] : []
      #expect(stage.cycle(128, context).ons() == expected, "\(distance)")
      #expect(stage.sequencer.report().playhead.counters.seeks == seeks + 1, "\(distance)")
    }
  }

  /// Notes are at least 1/50 beat from the loop's borders, so noise at a border does not affect them.
  @Test("noise up to 1e-3 beats around a loop's end loses and doubles nothing")
  func noisyLoops() {
    let seed = seed(of: "Noisy loops")
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(40) {
      let noise = [1e-9, 1e-6, 1e-5, 1e-4, 1e-3].randomElement(using: &random) ?? 1e-3
      let tempo = Double.random(in: 60...240, using: &random)
      let framesPerBeat = 60 * 48_000 / tempo
      let stage = SequencerStage()
      let timeline = TrackTimeline(notes: [.of(60, 48, 100), .of(61, 480, 100), .of(62, 900, 20)])
      stage.sequencer.publish(.of([(timeline, .of(1, loop: 960))]))
      let usual = Int.random(in: 16...2_000, using: &random)
      var frame = 0
      var heard: [Heard] = []
      while Double(frame) < framesPerBeat * 30.25 {
        let passed = Double(frame) / framesPerBeat
        var context = MusicalContext(
          tempo: tempo,
          beat: passed.truncatingRemainder(dividingBy: 1) + Double.random(in: -noise...noise, using: &random))
        if frame == 0 { context.beat = 0 }
        (context.isCycling, context.cycleStart, context.cycleEnd) = (true, 0, 1)
        let length = Int.random(in: 1...usual, using: &random)
        heard += stage.cycle(min(length, max(1, Int(framesPerBeat * 30.25) + 1 - frame)), context)
        frame = Int(stage.frame)
      }
      let what = Comment("seed \(seed), round \(round): noise \(noise), \(tempo) bpm, cycles up to \(usual)")
      for (key, count) in [(60, 31), (61, 30), (62, 30)] as [(UInt8, Int)] {
        #expect(heard.ons(key).count == count, what)
      }
    }
  }
}
