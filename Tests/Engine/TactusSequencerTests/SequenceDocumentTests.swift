import Foundation
import Tactus
import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// Sequences as JSON documents.
@Suite struct SequenceDocumentTests {
  private func read(_ text: String) throws -> MIDISequence {
    try MIDISequence(reading: FileBytes(copying: Array(text.utf8), name: "song.json"))
  }

  private func error(_ text: String) -> String {
    do {
      _ = try read(text)
      return "no error"
    } catch { return "\(error)" }
  }

  @Test func documentsComeBack() throws {
    for seed: UInt64 in 0..<UInt64(rounds(25)) {
      var random = SeededGenerator(seed: seed)
      var sequence = random.sequence()
      sequence.tracks[0].clip?.messages += [
        ClipMessage(tick: 7, .systemExclusive([1, 2, 0x7F], port: 3)), .program(5, at: 9, channel: 15),
        ClipMessage(tick: 8, ChannelMessage(status: 0xE3, 1, 70, port: 2)),
        ClipMessage(tick: 8, ChannelMessage(status: 0xD3, 9)), ClipMessage(tick: 8, ChannelMessage(status: 0xA3, 9, 5)),
        ClipMessage(tick: 8, ChannelMessage(word0: 0x40B1_0700, word1: 0xFFFF_FFFF)),
      ]
      var unknown: [String] = []
      let document = FileBytes(copying: sequence.document(), name: "document")
      let again = try MIDISequence(reading: document, unknown: &unknown)
      let isSame = again == sequence
      #expect(isSame && unknown.isEmpty, "seed \(seed) \(unknown)")
      let plain = try JSONDecoder().decode(MIDISequence.self, from: JSONEncoder().encode(sequence))
      let isSameElsewhere = plain == sequence
      #expect(isSameElsewhere, "seed \(seed): through another coder")
    }
  }

  @Test func whatPeopleWrite() throws {
    let sequence = try read(
      """
      {"name": "try", "tempo": 96, "meter": "7/8", "ticksPerQuarter": 480, "seed": 18446744073709551615, "tracks": [
        {"name": "kick", "channel": 10, "swing": 60, "pattern": {"steps": "x..x |..X.", "key": 36, "step": "1/16"}},
        {"loop": "3.5", "program": 33, "transpose": -12, "pattern": {"step": "1/12", "steps": [
          "x", ".", 62, "F#3", ["C4", 64],
          {"key": "Bb-1", "probability": 0.5, "if": "!2:3", "ratchet": {"count": 3, "ramp": -20}, "shift": "1/96"}]}},
        {"pattern": {"steps": {"euclid": [3, 8, 1], "hit": {"velocity": 99}}}, "loopEnd": "cut"},
        {"notes": [[0, "1/2", "C4"], {"at": "2+1/3", "for": "0.25", "key": 61, "velocity": 80, "channel": 2}]}]}
      """)
    #expect(sequence.tempi[0].tempo.bpm == 96 && sequence.meters[0].meter.description == "7/8")
    #expect(sequence.seed == .max && sequence.tracks.map(\.id) == [1, 2, 3, 4])
    let kick = try #require(sequence.tracks[0].pattern)
    #expect(kick.steps.map(\.isOn) == [true, false, false, true, false, false, true, false])
    #expect(kick.steps[6].velocity == 127 && kick.stepLength == 120 && sequence.tracks[0].channel == 9)
    #expect(sequence.tracks[0].swing == Swing(percent: 60, step: 120))
    let second = try #require(sequence.tracks[1].pattern)
    #expect(
      sequence.tracks[1].loopLength == 1680 && second.stepLength == 160 && second.messages == [.program(33, at: 0)])
    #expect(second.steps.map(\.keys) == [[], [], [62], [54], [60, 64], [10]])
    #expect(second.steps[5].condition == !.ratio(2, of: 3) && second.steps[5].ratchet == Ratchet(3, velocityRamp: -20))
    #expect(second.steps[5].shift == 5 && second.steps[5].probability == 0.5)
    #expect(sequence.tracks[2].pattern?.steps == .euclid(3, of: 8, rotation: 1, hit: Step(velocity: 99)))
    #expect(sequence.tracks[2].loopEnd == .cut && sequence.tracks[1].loopEnd == .ringOver)
    let notes = try #require(sequence.tracks[3].clip?.notes)
    #expect(notes.map(\.onset) == [0, 1120] && notes.map(\.duration) == [240, 120] && notes.map(\.channel) == [0, 1])
  }

  @Test(arguments: [
    ("{\"tracks\": [", "song.json: line 1, column 13: expected a value"),
    ("[]", "song.json: line 1, column 1: the document: expected an object, this is an array"),
    ("{\"tracks\": 5}", "song.json: line 1, column 12: tracks: expected an array, this is 5"),
    (
      "{\"tracks\": [{\"pattern\": {\"steps\": [\"x\", {\"key\": 200}]}}]}",
      "song.json: line 1, column 49: tracks[0].pattern.steps[1].key: expected a key 0…127, or its name such as \"C4\", \"F#3\", \"Bb2\" or "
        + "\"closed hi-hat\""
    ),
    (
      "{\"tracks\": [{\"pattern\": {\"steps\": \"xq\"}}]}",
      "song.json: line 1, column 35: tracks[0].pattern.steps: expected only x, X, o, 2…9, ., - and | in a row, not \"q\""
    ),
    (
      "{\"tracks\": [{\"loopEnd\": \"ring\"}]}",
      "song.json: line 1, column 25: tracks[0].loopEnd: expected one of \"cut\", \"ringOver\", \"wrap\""
    ),
    (
      "{\"tracks\": [{\"channel\": 0}]}",
      "song.json: line 1, column 25: tracks[0].channel: expected a whole number 1…16"
    ),
    (
      "{\"tracks\": [{\"start\": \"1/0\"}]}",
      "song.json: line 1, column 23: tracks[0].start: expected beats such as \"1.5\", \"1/3\" or \"4+1/3\", not \"1/0\""
    ),
    (
      "{\"tracks\": [{\"start\": 1.5}]}",
      "song.json: line 1, column 23: tracks[0].start: expected ticks (a whole number) or beats (a text such as \"1/3\")"
    ),
    (
      "{\"tracks\": [{\"id\": 1}, {\"id\": 1}]}",
      "song.json: line 1, column 12: tracks: expected tracks whose \"id\"s differ"
    ),
    (
      "{\"tracks\": [{\"clip\": {\"messages\": [{\"packet\": [546323556, 0]}]}}]}",
      "song.json: line 1, column 47: tracks[0].clip.messages[0].packet: expected a packet other than a note-on or note-off; "
        + "put notes into \"notes\""
    ),
    ("{\"tempo\": 0}", "song.json: line 1, column 11: tempo: expected quarter notes per minute, at least 1.4"),
    (
      "{\"format\": \"other\"}",
      "song.json: line 1, column 12: format: expected \"tactus sequence\": this is another kind of document"
    ),
    (
      "{\"tracks\": [{\"clip\": {\"messages\": [{\"controller\": 7}]}}]}",
      "song.json: line 1, column 36: tracks[0].clip.messages[0].value: expected the controller's value, 0…127"
    ),
    (
      "{\"tracks\": [{\"pattern\": {\"steps\": [{\"if\": \"3:2\"}]}}]}",
      "song.json: line 1, column 43: tracks[0].pattern.steps[0].if: expected \"first\", \"previous\", \"fill\" or a ratio such as \"1:4\", "
        + "with or without \"!\""
    ),
  ])
  func defects(text: String, sentence: String) { #expect(error(text) == sentence) }

  /// A loop of no length is played as one of a tick, and written as such.
  @Test(arguments: [true, false]) func loopsWithoutALength(isLooped: Bool) throws {
    var sequence = MIDISequence([Track(Clip(), isLooped: isLooped)])
    sequence.tracks[0].loopLength = 0
    let again = try MIDISequence(reading: FileBytes(copying: sequence.document(), name: ""))
    #expect(again.tracks[0].loopLength == 1 && again.tracks[0].isLooped == isLooped)
    let text = "{\"tracks\": [{\"clip\": {}, \"loop\": \(isLooped), \"loopLength\": 0}]}"
    #expect(try MIDISequence(reading: FileBytes(copying: Array(text.utf8), name: "")).tracks[0].loopLength == 1)
  }

  /// A note, step or track whose numbers are out of range plays with clamped numbers. It is stored with these, so that
  /// no document is written that cannot be read.
  @Test func whatIsClampedComesBack() throws {
    let extremes: [Tick] = [.min, -1 << 53, -1, 0, 1, 1 << 53, .max]
    for x in extremes {
      for y in extremes {
        let sequence = Self.outOfRange(x, y)
        let document = sequence.document()
        let again = try MIDISequence(reading: FileBytes(copying: document, name: "\(x), \(y)"))
        #expect(again.document() == document, "\(x), \(y)")
        let (former, present) = (try sequence.flattened(0..<9_000), try again.flattened(0..<9_000))
        #expect(former.tracks.map(\.clip?.notes) == present.tracks.map(\.clip?.notes), "\(x), \(y)")
        let plain = try JSONDecoder().decode(MIDISequence.self, from: JSONEncoder().encode(sequence))
        #expect(plain == again, "\(x), \(y)")
      }
    }
  }

  /// Returns a sequence whose numbers are out of range.
  private static func outOfRange(_ x: Tick, _ y: Tick) -> MIDISequence {
    let step = Step(
      [200, 3], velocity: 0, gate: Int(clamping: x), probability: x < 0 ? .nan : .infinity,
      condition: .ratio(Int(clamping: x), of: Int(clamping: y)),
      ratchet: Ratchet(Int(clamping: y), velocityRamp: Int(clamping: x)), velocitySpread: 255, shift: y)
    var pattern = Pattern([step, .hit], stepLength: x, key: 200, velocity: 0, gate: Int(clamping: y))
    pattern.messages = [ClipMessage.controller(255, 255, at: y, channel: 99)]
    var steps = Track(pattern, channel: 255)
    (steps.start, steps.loopLength, steps.passLimit) = (y, x, Int(clamping: min(y, 3)))
    (steps.transpose, steps.port) = (Int(clamping: x), 255)
    steps.swing = Swing(percent: .nan, step: y)
    steps.swing?.hundredths = Int(clamping: x)
    steps.groove = Groove(step: x, [Groove.Slot(shift: y, accent: Int(clamping: x), strength: Int(clamping: y))])
    let note = Note(onset: x, duration: y, key: 255, velocity: 0, releaseVelocity: 255, channel: 255, port: 255)
    let messages = [ClipMessage(tick: y, .systemExclusive([0xF0, 255, 1, 0xF7], port: 255))]
    var notes = Track(Clip(notes: [note], messages: messages, length: y))
    notes.fileEvents = [FileEvent(tick: x, .meta(type: 1, []))]
    notes.start = x
    var sequence = MIDISequence([steps, notes], ticksPerQuarter: Int(clamping: y))
    sequence.tempi = [.init(tick: x, tempo: Tempo(bpm: 0)), .init(tick: y, tempo: Tempo(bpm: 90))]
    sequence.meters = [.init(tick: y, meter: .common)]
    return sequence
  }

  /// The slowest tempo, and event types from invalid files, are restored.
  @Test func theEdgesComeBack() throws {
    var sequence = MIDISequence([Track(Clip())])
    sequence.fileEvents = [FileEvent(tick: 3, .meta(type: 0xC8, [1, 2]))]
    for units in [1, 4_285_714_286, UInt32.max] {
      for tick: Tick in [0, 5] {
        sequence.tempi = [TempoMap.Entry(tick: tick, tempo: Tempo(tensOfNanoseconds: units))]
        let again = try MIDISequence(reading: FileBytes(copying: sequence.document(), name: ""))
        #expect(again == sequence)
      }
    }
    let file = try MIDIFile(reading: FileBytes(copying: try sequence.midiFile().written(), name: ""))
    #expect(MIDISequence(file).fileEvents.contains(sequence.fileEvents[0]))
  }

  @Test func unknownMembersAreNamed() throws {
    let text =
      "{\"version\": 7, \"colour\": 1, \"tracks\": [{\"pattern\": {\"steps\": [{\"keey\": 60}]}}, {\"wet\": 3}]}"
    var unknown: [String] = []
    let file = FileBytes(copying: Array(text.utf8), name: "")
    let sequence = try MIDISequence(reading: file, unknown: &unknown)
    #expect(unknown == ["colour", "tracks[0].pattern.steps[0].keey (did you mean \"key\"?)", "tracks[1].wet"])
    #expect(sequence.tracks.count == 2)
  }

  @Test func onlySoManyAreNamed() throws {
    let members = (0..<500).map { "\"x\($0)\": 0" }.joined(separator: ",")
    var unknown: [String] = []
    _ = try MIDISequence(reading: FileBytes(copying: Array("{\(members)}".utf8), name: ""), unknown: &unknown)
    #expect(unknown.count == SequencerSettings.namedMemberLimit && unknown.first == "x0")
  }

  /// A few bytes cannot request gigabytes.
  @Test func bombs() {
    let euclid = "{\"pattern\": {\"steps\": {\"euclid\": [1, 65536]}}}"
    let many = Array(repeating: euclid, count: 17).joined(separator: ",")
    #expect(error("{\"tracks\": [\(many)]}").contains("at most 1048576 steps in all patterns"))
    let (row, rows) = (
      String(repeating: "x", count: 65_536),
      { (row: String, count: Int) in
        "{\"tracks\": ["
          + [String](repeating: "{\"pattern\": {\"steps\": \(row)}}", count: count).joined(separator: ",") + "]}"
      }
    )
    #expect(error(rows("\"x\(row)\"", 1)).contains("at most 65536 steps"))
    #expect(error(rows("\"\(row)\"", 17)).contains("at most 1048576 steps in all patterns"))
    let array = "[" + [String](repeating: "0", count: 65_537).joined(separator: ",") + "]"
    #expect(error(rows(array, 1)).contains("at most 65536 steps"))
    let ratchet = Array(repeating: "{\"ratchet\":64,\"keys\":[1,2,3,4]}", count: 17_000).joined(separator: ",")
    #expect(error("{\"tracks\": [{\"pattern\": {\"steps\": [\(ratchet)]}}]}").contains("strokes in all"))
    let tracks = Array(repeating: "{}", count: 4_097).joined(separator: ",")
    #expect(error("{\"tracks\": [\(tracks)]}").contains("at most 4096 tracks"))
  }

  /// Damaged documents are read, or refused with a sentence; they never cause a trap.
  @Test func damagedDocuments() {
    var random = SeededGenerator(seed: 5)
    for round in 0..<rounds(60) {
      var bytes = random.sequence().document()
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let position = Int.random(in: bytes.indices, using: &random)
        bytes[position] = Array("0123456789-\"[]{}:,x.e".utf8).randomElement(using: &random)!
      }
      guard let sequence = try? MIDISequence(reading: FileBytes(copying: bytes, name: "")) else { continue }
      var compiler = TimelineCompiler(sampleRate: 48_000)
      #expect(compiler.compile(sequence).trackTimelines.count == sequence.tracks.count, "round \(round)")
    }
  }
}

/// The documents of the examples.
@Suite struct ExampleDocumentTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Examples")

  /// Every example document is read without a remark, and writing preserves it.
  @Test(arguments: ["polymeter", "sections", "three-against-four"])
  func patternsAreWhole(name: String) throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: "Patterns/\(name).json")))
    var unknown: [String] = []
    let sequence = try MIDISequence(reading: FileBytes(copying: bytes, name: name), unknown: &unknown)
    let again = try MIDISequence(reading: FileBytes(copying: sequence.document(), name: name))
    let isSame = again == sequence
    #expect(unknown.isEmpty && isSame, "\(unknown)")
  }

  /// The example in the documentation is a valid document.
  @Test func theDocumentationIsTrue() throws {
    let text = try String(contentsOf: Self.folder.appending(path: "../Documentation/Sequences.md"), encoding: .utf8)
    let blocks = text.components(separatedBy: "```json\n").dropFirst()
    #expect(!blocks.isEmpty)
    for block in blocks {
      let bytes = Array(try #require(block.components(separatedBy: "```").first).utf8)
      var unknown: [String] = []
      let sequence = try MIDISequence(reading: FileBytes(copying: bytes, name: "Sequences.md"), unknown: &unknown)
      #expect(unknown.isEmpty && sequence.tracks.count > 3, "\(unknown)")
    }
  }

  @Test(arguments: ["drum-machine.json"])
  func examplesAreWhole(name: String) throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: name)))
    var unknown: [String] = []
    let sequence = try MIDISequence(reading: FileBytes(copying: bytes, name: name), unknown: &unknown)
    #expect(unknown.isEmpty && sequence.tracks.count > 2)
    let bars = 64 * 4 * Tick(sequence.ticksPerQuarter)
    let flat = try sequence.flattened(0..<bars)
    for track in flat.tracks {
      #expect((track.clip?.notes.count ?? 0) > 60, "\(track.name) plays")
    }
    let again = try MIDISequence(reading: FileBytes(copying: sequence.document(), name: name))
    let isSame = again == sequence
    #expect(isSame)
  }
}
