import TactusFiles
import TactusSequencer
import TactusTool
import TestSupport
import Testing

/// The grid that `tactus sequence` shows can be used as the rows of a pattern.
@Suite struct PatternRowsTests {
  private func pattern(_ rows: [String], _ more: String = "") throws -> Pattern {
    let texts = JSON.array(rows.map { .string($0) }).text
    let text = "{\"tracks\": [{\"pattern\": {\"steps\": {\"rows\": \(texts)}\(more)}}]}"
    let sequence = try MIDISequence(reading: FileBytes(copying: Array(text.utf8), name: "beat.json"))
    return try #require(sequence.tracks[0].pattern)
  }

  private func complaint(_ rows: String...) -> String {
    do {
      _ = try pattern(rows)
      return "no error"
    } catch { return "\(error)" }
  }

  /// Law: shown, read and shown again it is the same.
  @Test func gridsComeBack() throws {
    for seed: UInt64 in 0..<UInt64(rounds(100)) {
      var random = SeededGenerator(seed: seed)
      for track in random.sequence().tracks {
        guard let pattern = track.pattern else { continue }
        for isDrums in [false, true] {
          let lines = PatternGrid(pattern, ticksPerQuarter: 20_160, isDrums: isDrums).lines
          let again = try self.pattern(lines, ", \"step\": \(pattern.stepLength)")
          #expect(
            PatternGrid(again, ticksPerQuarter: 20_160, isDrums: isDrums).lines == lines, "seed \(seed): \(lines)")
        }
      }
    }
  }

  /// More steps than fit in one line, and more strokes than a digit can express.
  @Test func longGridsComeBack() throws {
    var steps = (0..<150).map { $0 % 3 == 0 ? Step([36]) : $0 % 7 == 0 ? Step([42], velocity: 40) : .rest }
    steps[9] = Step([36, 42], condition: !.ratio(2, of: 5), ratchet: Ratchet(12), velocitySpread: 7)
    let pattern = Pattern(steps)
    let lines = PatternGrid(pattern, ticksPerQuarter: 20_160, isDrums: true).lines
    let again = try self.pattern(lines)
    #expect(again.steps.count == 150 && PatternGrid(again, ticksPerQuarter: 20_160, isDrums: true).lines == lines)
    #expect(again.steps[9].ratchet.count == 12 && again.steps[9].condition == !.ratio(2, of: 5))
  }

  @Test func rowsByHand() throws {
    let steps = try pattern([
      "kick x..X |..2.", "closed hi-hat  .oo. o..o", "", "C4 ...X ....",
      "step 5: 60 %, velocity ±9; steps 1, 4: pass 1 of 2",
    ]).steps
    #expect(steps.map(\.keys) == [[36], [42], [42], [36, 60], [42], [], [36], [42]])
    #expect(steps.map(\.velocity) == [nil, 50, 50, 127, 50, nil, nil, 50] && steps[6].ratchet.count == 2)
    #expect(steps[4].probability == 0.6 && steps[4].velocitySpread == 9)
    #expect(steps[0].condition == .ratio(1, of: 2) && steps[3].condition == .ratio(1, of: 2))
    #expect(try pattern(["x..x"], ", \"key\": \"snare\"").steps.map(\.keys) == [[38], [], [], [38]])
  }

  @Test func defects() {
    let position = "tracks[0].pattern.steps.rows"
    #expect(
      complaint("kick x..x", "snare x..").hasSuffix(
        "\(position): expected as many steps in each row: 4 in the first, 3 in that of D2"))
    #expect(
      complaint("kick x..x", "hat o...").hasSuffix(
        "\(position): expected one mark for all keys of step 1, not \"x\" and \"o\"; a track of its own can have another"
      ))
    #expect(
      complaint("kick x..x", "drumm x...").hasPrefix(
        "beat.json: line 1, column 58: \(position)[1]: expected a key or a drum and its steps"))
    #expect(
      complaint("kick x..x", "step 2: 60 %").hasSuffix(
        "\(position)[1]: expected the number of a step that plays, not \"2\""))
    #expect(complaint("kick x", "step 9: 60 %").hasSuffix("expected the number of a step that plays, not \"9\""))
    #expect(complaint("kick x", "step 1: 160 %").contains("\(position)[1]: expected remarks such as \"60 %\""))
    #expect(complaint("kick x", "step 1").contains("\(position)[1]: expected remarks such as \"step"))
    #expect(complaint("kick x", "… and 9 more steps").contains("\(position)[1]: expected a key or a drum"))
    #expect(complaint("kick").contains("\(position)[0]: expected a key or a drum"))
  }
}
