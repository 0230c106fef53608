import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// Rhythms made by rule.
@Suite struct GeneratorTests {
  private func text(_ onsets: Int, _ steps: Int, _ rotation: Int = 0) -> String {
    Euclid.rhythm(onsets, of: steps, rotation: rotation).map { $0 ? "x" : "." }.joined()
  }

  @Test func knownRhythms() {
    #expect(text(3, 8) == "x..x..x." && text(5, 8) == "x.x.xx.x" && text(4, 4) == "xxxx" && text(1, 3) == "x..")
    #expect(text(3, 8, 1) == ".x..x..x" && text(3, 8, -1) == "..x..x.x" && text(3, 8, 8) == text(3, 8))
  }

  /// Toussaint's list, up to rotation.
  @Test(arguments: [
    (2, 3, "x.x"), (2, 5, "x.x.."), (3, 4, "x.xx"), (3, 5, "x.x.x"), (3, 7, "x.x.x.."), (4, 7, "x.x.x.x"),
    (4, 9, "x.x.x.x.."), (4, 11, "x..x..x..x."), (5, 6, "x.xxxx"), (5, 7, "x.xx.xx"), (5, 8, "x.xx.xx."),
    (5, 9, "x.x.x.x.x"), (5, 11, "x.x.x.x.x.."), (5, 12, "x..x.x..x.x."), (5, 16, "x..x..x..x..x..."),
    (7, 8, "x.xxxxxx"),
    (7, 12, "x.xx.x.xx.x."), (7, 16, "x..x.x.x..x.x.x."), (9, 16, "x.xx.x.x.xx.x.x."),
    (11, 24, "x..x.x.x.x.x..x.x.x.x.x."),
    (13, 24, "x.xx.x.x.x.x.xx.x.x.x.x."),
  ])
  func necklaces(onsets: Int, steps: Int, known: String) {
    let turned = (0..<steps).map { text(onsets, steps, $0) }
    #expect(turned.contains(known), "\(turned[0])")
  }

  @Test func edges() {
    #expect(
      text(0, 4) == "...." && text(-3, 4) == "...." && text(9, 4) == "xxxx" && text(3, 0) == "" && text(1, -1) == "")
    #expect(text(.max, 3, .min) == "xxx" && Euclid.rhythm(1, of: .max).count == SequencerSettings.stepLimit)
    for steps in 1...40 {
      for onsets in 1...steps {
        let rhythm = Euclid.rhythm(onsets, of: steps)
        let places = rhythm.indices.filter { rhythm[$0] }
        let gaps = zip(places, places.dropFirst() + [places[0] + steps]).map { $1 - $0 }
        #expect(places.count == onsets && places[0] == 0 && gaps.max()! - gaps.min()! <= 1)
      }
    }
    #expect([Step].euclid(1, of: 2) == [.hit, .rest])
  }

  @Test func polyrhythms() {
    #expect(Polyrhythm.onsets(3, in: 100) == [0, 33, 66] && Polyrhythm.onsets(4, in: 3) == [0, 0, 1, 2])
    #expect(Polyrhythm.onsets(0, in: 5) == [] && Polyrhythm.onsets(2, in: -5) == [0, 0])
    let huge = Polyrhythm.onsets(65_535, in: 1 << 53)
    #expect(huge.last == Int64(Int128(1 << 53) * 65_534 / 65_535))
    let clip = Polyrhythm.clip([(key: 60, parts: 3), (key: 64, parts: 2)], in: 600)
    #expect(clip.notes.map(\.onset) == [0, 0, 200, 300, 400] && clip.notes.map(\.key) == [60, 64, 60, 64, 60])
    #expect(clip.notes.map(\.duration) == [100, 150, 100, 150, 100] && clip.length == 600)
  }

  @Test func notesBecomeSteps() {
    let clip = Clip(notes: [
      Note(onset: 3, duration: 50, key: 60, velocity: 90), Note(onset: 98, duration: 200, key: 62),
      Note(onset: 101, duration: 9, key: 65), Note(onset: 390, duration: 10, key: 67),
    ])
    let pattern = Pattern(of: clip, steps: 4, stepLength: 100)
    #expect(pattern.steps.map(\.isOn) == [true, true, false, false])
    #expect(pattern.steps[0].keys == [60, 67] && pattern.steps[0].shift == 3 && pattern.steps[0].gate == 50)
    #expect(pattern.steps[1].keys == [62, 65] && pattern.steps[1].shift == -2 && pattern.steps[1].gate == 200)
    #expect(Pattern(of: clip, steps: 4, stepLength: 100, keepsShifts: false).steps[0].shift == 0)
    for seed: UInt64 in 0..<20 {
      var random = SeededGenerator(seed: seed)
      let steps = (0..<8).map { _ in
        Step(
          isOn: random.number(0...1) == 0, velocity: 100, gate: Int(random.number(1...90)),
          shift: random.number(-40...40))
      }
      var original = Pattern(steps.map { $0.isOn ? Step([60], velocity: 100, gate: $0.gate, shift: $0.shift) : .rest })
      original.stepLength = 100
      original.steps[0].shift = max(0, original.steps[0].shift)
      var track = Track(original)
      track.overlap = .layer
      let flat = try? MIDISequence([track]).flattened(0..<800).tracks[0].clip
      let again = Pattern(of: flat ?? Clip(), steps: 8, stepLength: 100)
      let isSame = again.steps == original.steps
      #expect(isSame, "seed \(seed)")
    }
  }
}
