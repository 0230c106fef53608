import TactusFiles
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// Patterns of sections in the order of a form.
@Suite struct SectionFormTests {
  /// The steps that play, as x and dots.
  private func rows(_ text: String) throws -> [String] {
    try readDocument(text).tracks.map { track in
      (track.pattern?.steps ?? []).map { $0.isOn ? ($0.ratchet.count > 1 ? "\($0.ratchet.count)" : "x") : "." }.joined()
    }
  }

  @Test func aFormForAllTracks() throws {
    let text = """
      {"form": "A A B fill", "tracks": [
        {"pattern": {"sections": {"A": "x...", "B": "x.x.", "fill": {"euclid": [3, 4]}}}},
        {"pattern": {"sections": {"A": "xx", "fill": ["x", {"ratchet": 3}, ".", "."]}}},
        {"pattern": {"step": "1/8", "sections": {"B": {"rows": ["x."]}}}},
        {"pattern": {"steps": "x.."}}]}
      """
    #expect(try rows(text) == ["x...x...x.x.x.xx", "xxxxxxxx....x3..", "....x...", "x.."])
    let tracks = try readDocument(text).tracks
    #expect(tracks[0].contentLength == tracks[1].contentLength && tracks[0].contentLength == tracks[2].contentLength)
    var unknown: [String] = []
    let sequence = try MIDISequence(reading: FileBytes(copying: Array(text.utf8), name: ""), unknown: &unknown)
    let again = try MIDISequence(reading: FileBytes(copying: sequence.document(), name: ""))
    #expect(again == sequence && unknown.isEmpty, "\(unknown)")
  }

  /// Each section is found by its name, so reading takes time in proportion to their number.
  @Test func manySections() throws {
    let names = (0..<50_000).map { "s\($0)" }
    let sections = names.map { "\"\($0)\": \"x\"" }.joined(separator: ", ")
    let form = names.joined(separator: " ")
    let text = "{\"form\": \"\(form)\", \"tracks\": [{\"pattern\": {\"sections\": {\(sections)}}}]}"
    let seconds = try processorSeconds {
      let document = try readDocument(text)
      #expect(document.tracks[0].pattern?.steps.count == 50_000)
    }
    #expect(seconds < 60)
  }

  @Test func aFormOfItsOwn() throws {
    #expect(
      try rows(
        """
        {"form": "A", "tracks": [{"pattern": {"form": "v*2 | w, v", "sections": {"v": "x..", "w": "x"}}},
        {"pattern": {"sections": {"A": "x.."}}}]}
        """) == ["x..x..xx..", "x.."])
  }

  @Test(arguments: [
    (
      "\"form\": \"A C\",", "\"A\": \"x\"",
      "line 1, column 10: form: expected sections that a pattern has, not \"C\""
    ),
    (
      "", "\"A\": \"x\"",
      "line 1, column 25: tracks[0].pattern.form: expected the order of the sections, here or for all "
        + "tracks, such as \"A A B fill\""
    ),
    (
      "\"form\": \"\",", "\"A\": \"x\"",
      "line 1, column 10: form: expected the names of sections, such as \"A A B fill\" or "
        + "\"A*3 fill\", at most 65536"
    ),
    (
      "\"form\": \"A*0\",", "\"A\": \"x\"",
      "line 1, column 10: form: expected the names of sections, such as \"A A B fill\" or "
        + "\"A*3 fill\", at most 65536"
    ),
    (
      "\"form\": \"A*65536 A\",", "\"A\": \"x\"",
      "line 1, column 10: form: expected the names of sections, such as "
        + "\"A A B fill\" or \"A*3 fill\", at most 65536"
    ),
    (
      "\"form\": \"A\",", "\"A\": \"\"",
      "line 1, column 56: tracks[0].pattern.sections.A: expected at least one step"
    ),
  ])
  func formsThatCannotBe(form: String, sections: String, sentence: String) {
    #expect(
      complaint("{\(form)\"tracks\": [{\"pattern\": {\"sections\": {\(sections)}}}]}") == "song.json: " + sentence)
  }

  @Test func stepsMustFit() {
    let text = """
      {"form": "A", "tracks": [{"pattern": {"sections": {"A": "x...x"}}},
      {"pattern": {"step": "1/8",
      "sections": {"A": "x"}}}]}
      """
    #expect(
      complaint(text)
        == "song.json: line 2, column 22: tracks[1].pattern.step: expected steps of which section \"A\", as the "
        + "longest track has it, holds a whole number (25200 ticks, a step 10080)")
    #expect(
      complaint("{\"tracks\": [{\"pattern\": {\"form\": \"A\", \"steps\": \"x\", \"sections\": {\"A\": \"x\"}}}]}")
        .hasSuffix(
          "tracks[0].pattern.sections: expected \"steps\" or \"sections\", not both"))
  }

  /// A few bytes cannot request gigabytes.
  @Test func bombs() { #expect(processorSeconds(readBombs) < 60) }

  private func readBombs() {
    let long = "{\"euclid\": [1, 65536]}"
    #expect(
      complaint("{\"form\": \"A*65536\", \"tracks\": [{\"pattern\": {\"sections\": {\"A\": \(long)}}}]}").contains(
        "tracks[0].pattern.sections: expected at most 65536 steps"))
    let huge = "{\"pattern\": {\"step\": 4294967296, \"sections\": {\"A\": \(long)}}}"
    let fine = "{\"pattern\": {\"step\": 1, \"sections\": {\"A\": \"x\"}}}"
    #expect(
      complaint("{\"form\": \"A*65536\", \"tracks\": [\(fine), \(huge)]}").contains("expected at most 65536 steps"))
    let names = (0..<2_000).map { "s\($0)" }
    let sections = names.map { "\"\($0)\": \(long)" }.joined(separator: ",")
    #expect(
      complaint(
        "{\"tracks\": [{\"pattern\": {\"form\": \"\(names.joined(separator: " "))\", \"sections\": {\(sections)}}}]}"
      ).contains("at most 1048576 steps in all patterns"))
    let many = [String](
      repeating: "{\"pattern\": {\"form\": \"A*60000\", \"sections\": {\"A\": \"x\"}}}", count: 18)
    #expect(
      complaint("{\"tracks\": [\(many.joined(separator: ","))]}").contains("at most 1048576 steps in all patterns"))
  }

  /// A section that the form does not play is reported, with the section that may have been meant.
  @Test func sectionsThatAreNotPlayed() throws {
    var unknown: [String] = []
    let text =
      "{\"form\": \"A fill\", \"tracks\": [{\"pattern\": {\"sections\": {\"A\": \"x\", \"fill\": \"x\"}}},"
      + "{\"pattern\": {\"sections\": {\"A\": \"x\", \"fil\": \"x\"}}}]}"
    _ = try MIDISequence(reading: FileBytes(copying: Array(text.utf8), name: ""), unknown: &unknown)
    #expect(unknown == ["tracks[1].pattern.sections.fil (did you mean \"fill\"?)"])
  }
}
