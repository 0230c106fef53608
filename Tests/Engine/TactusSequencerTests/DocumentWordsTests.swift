import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime
import Testing

/// A document in a text.
func readDocument(_ text: String) throws(DocumentError) -> MIDISequence {
  try MIDISequence(reading: FileBytes(copying: Array(text.utf8), name: "song.json"))
}

/// The error in a document, in one sentence.
func complaint(_ text: String) -> String {
  do {
    _ = try readDocument(text)
    return "no error"
  } catch { return "\(error)" }
}

/// Values that may be written as words: note values, drums, programs, dynamics, and the sound of a track.
@Suite struct DocumentWordsTests {
  private func track(_ members: String) throws -> Track {
    try #require(try readDocument("{\"ticksPerQuarter\": 480, \"tracks\": [{\(members)}]}").tracks.first)
  }

  /// A sixteenth is "1/16" wherever a step length is expected.
  @Test(
    arguments: [
      ("\"1/16\"", 120), ("\"1/4\"", 480), ("\"1/8t\"", 160), ("\"1/8.\"", 360), ("\"3/16\"", 360), ("\"1/12\"", 160),
      ("\"0.25\"", 120), ("\"2\"", 960), ("77", 77), ("\"1/1024\"", 2),
    ] as [(String, Tick)])
  func noteValues(text: String, ticks: Tick) throws {
    let track = try track(
      """
      "pattern": {"steps": "x", "step": \(text)}, "swing": {"percent": 60, "step": \(text)},
      "groove": {"step": \(text), "slots": []}
      """)
    #expect(track.pattern?.stepLength == ticks && track.swing?.step == ticks && track.groove?.step == ticks)
  }

  /// In documents that declare version 1, fractions still mean beats.
  @Test func stepsOfTheFirstVersion() throws {
    for (version, ticks) in [(1, 120), (2, 480), (3, 480)] as [(Int, Tick)] {
      let sequence = try readDocument(
        """
        {"version": \(version), "ticksPerQuarter": 480, "tracks": [{"pattern": {"steps": "x", "step": "1/4"}, "start": "1/4",
        "swing": {"percent": 60, "step": "1/4"}}]}
        """)
      #expect(sequence.tracks[0].pattern?.stepLength == ticks && sequence.tracks[0].swing?.step == ticks)
      #expect(sequence.tracks[0].start == 120, "positions are beats")
    }
  }

  @Test(arguments: ["1/16x", "1/0", "/16", "1/4+1/8", "0.5/4", "1/16tt", "1//16", "1/4.t", "-1/4"])
  func defectiveNoteValues(text: String) {
    let sentence = complaint("{\"tracks\": [{\"pattern\": {\"steps\": \"x\", \"step\": \"\(text)\"}}]}")
    #expect(
      sentence == "song.json: line 1, column 48: tracks[0].pattern.step: expected a note value such as \"1/16\", "
        + "\"1/8t\" or \"1/8.\", ticks, or beats such as \"0.25\", not \"\(text)\"")
  }

  @Test func drumsAreKeys() throws {
    for (name, key) in [
      ("kick", 36), ("Closed Hi-Hat", 42), ("closed hi hat", 42), ("OPEN HAT", 46), ("Acoustic Bass Drum", 35),
      ("Open Triangle", 81), ("Crash Cymbal 2", 57), ("C4", 60), ("Bb-1", 10),
    ] as [(String, UInt8)] {
      #expect(try track("\"pattern\": {\"steps\": \"x\", \"key\": \"\(name)\"}").pattern?.key == key, "\(name)")
    }
    #expect(
      complaint("{\"tracks\": [{\"pattern\": {\"steps\": \"x\", \"key\": \"snarre\"}}]}")
        == "song.json: line 1, column 47: tracks[0].pattern.key: expected a key 0…127, or its name such as \"C4\", "
        + "\"F#3\", \"Bb2\" or \"closed hi-hat\"; did you mean \"snare\"?")
  }

  /// The digits 2 to 9 are marks too, so a number is a key only before two spaces.
  @Test func rowsOfKeyNumbers() throws {
    let pattern = try track("\"pattern\": {\"steps\": {\"rows\": [\"36  x...x...\", \"38  ..x...x.\"]}}").pattern
    #expect(pattern?.steps.map(\.keys) == [[36], [], [38], [], [36], [], [38], []])
    let ratchets = try track("\"pattern\": {\"steps\": {\"rows\": [\"36x. ..22\"]}}").pattern
    #expect(ratchets?.steps.count == 8)
  }

  @Test func everyNameOfGeneralMIDIIsRead() {
    for (index, name) in GeneralMIDI.drums.enumerated() {
      #expect(GeneralMIDI.drumKey(named: name) == UInt8(35 + index))
    }
    for (index, name) in GeneralMIDI.programs.enumerated() {
      #expect(GeneralMIDI.program(named: name) == UInt8(index), "\(name)")
    }
    for kit in GeneralMIDI.kits { #expect(GeneralMIDI.program(named: kit.name) == UInt8(kit.program)) }
    for name in ["", "?", "–", "é"] {
      #expect(GeneralMIDI.drumKey(named: name) == nil && GeneralMIDI.program(named: name) == nil)
    }
  }

  @Test func dynamicsAreVelocities() throws {
    let track = try track(
      """
      "pattern": {"velocity": "mf", "steps": ["x", {"velocity": "ppp"}, {"velocity": 33}, "o", "X"]}
      """)
    #expect(track.pattern?.velocity == 80 && track.pattern?.steps.map(\.velocity) == [nil, 16, 33, 50, 127])
    let clip = try self.track(
      "\"notes\": [[0, 1, 60, \"ff\"], {\"at\": 1, \"for\": 1, \"key\": 60, \"velocity\": \"p\"}]"
    ).clip
    #expect(clip?.notes.map(\.velocity) == [112, 48])
    let sentence =
      "expected a velocity 1…127, or a dynamic \"ppp\", \"pp\", \"p\", \"mp\", \"mf\", \"f\", \"ff\", \"fff\""
    for velocity in ["0", "128", "\"sfz\""] {
      let text = complaint("{\"tracks\": [{\"pattern\": {\"velocity\": \(velocity), \"steps\": \"x\"}}]}")
      #expect(text == "song.json: line 1, column 38: tracks[0].pattern.velocity: \(sentence)")
    }
  }

  /// Bank, program, volume, pan and sends become messages at the beginning, in this order.
  @Test func theSoundOfATrack() throws {
    let members = """
      "volume": 100, "pan": "left", "reverb": 40, "chorus": 0, "program": "slap bass 1", "bank": [1, 2]
      """
    let wanted: [ClipMessage] = [
      .controller(0, 1, at: 0), .controller(32, 2, at: 0), .program(36, at: 0), .controller(7, 100, at: 0),
      .controller(10, 0, at: 0), .controller(91, 40, at: 0), .controller(93, 0, at: 0),
    ]
    #expect(try track(members + ", \"pattern\": {\"steps\": \"x\"}").pattern?.messages == wanted)
    #expect(try track(members + ", \"notes\": []").clip?.messages == wanted)
    for (pan, value) in [("-64", 0), ("0", 64), ("63", 127), ("\"centre\"", 64), ("\"right\"", 127)]
      as [(String, UInt8)]
    {
      #expect(try track("\"pan\": \(pan)").clip?.messages == [.controller(10, value, at: 0)])
    }
    #expect(try track("\"bank\": 8").clip?.messages == [.controller(0, 8, at: 0)])
  }

  @Test(arguments: [
    ("\"pan\": 64", "pan: expected a whole number -64…63, or \"left\", \"centre\" or \"right\""),
    ("\"pan\": \"up\"", "pan: expected a whole number -64…63, or \"left\", \"centre\" or \"right\""),
    ("\"volume\": 128", "volume: expected a whole number 0…127"),
    ("\"reverb\": -1", "reverb: expected a whole number 0…127"),
    ("\"bank\": 128", "bank: expected a whole number 0…127, or two of them: [coarse, fine]"),
    ("\"bank\": [1]", "bank: expected a whole number 0…127, or two of them: [coarse, fine]"),
    ("\"program\": 128", "program: expected a whole number 0…127"),
    (
      "\"program\": \"Marimbo\"",
      "program: expected a program 0…127, or its General MIDI name such as \"Marimba\"; did you mean \"Marimba\"?"
    ),
  ])
  func soundsThatCannotBe(member: String, sentence: String) {
    let column = 15 + (member.firstIndex(of: ":").map { member.distance(from: member.startIndex, to: $0) } ?? 0) + 2
    #expect(
      complaint("{\"tracks\": [{\(member)}]}") == "song.json: line 1, column \(column - 1): tracks[0].\(sentence)")
  }

  /// Values that cannot be played are refused, with their positions.
  @Test(arguments: [
    (
      "{\"euclid\": [9, 8]}",
      "line 2, column 12: tracks[0].pattern.steps.euclid: expected [onsets, steps, rotation], "
        + "at most 65536 steps and no more onsets than steps"
    ),
    (
      "{\"euclid\": [-1, 8]}",
      "line 2, column 12: tracks[0].pattern.steps.euclid: expected [onsets, steps, rotation], "
        + "at most 65536 steps and no more onsets than steps"
    ),
    (
      "{\"euclid\": [3]}",
      "line 2, column 12: tracks[0].pattern.steps.euclid: expected [onsets, steps, rotation], "
        + "at most 65536 steps and no more onsets than steps"
    ),
    ("[\"x\",\n {\"ratchet\": 100}]", "line 3, column 14: tracks[0].pattern.steps[1].ratchet: expected 1…64 strokes"),
    ("[{\"ratchet\": 0}]", "line 2, column 14: tracks[0].pattern.steps[0].ratchet: expected 1…64 strokes"),
    (
      "[{\"ratchet\": {\"count\": 65}}]", "line 2, column 14: tracks[0].pattern.steps[0].ratchet: expected 1…64 strokes"
    ),
    ("\"x1\"", "line 2, column 1: tracks[0].pattern.steps: expected only x, X, o, 2…9, ., - and | in a row, not \"1\""),
  ])
  func impossibleSteps(steps: String, sentence: String) {
    #expect(complaint("{\"tracks\": [{\"pattern\": {\"steps\":\n\(steps)}}]}") == "song.json: " + sentence)
  }

  @Test func theEdgesOfStepsAreTaken() throws {
    for steps in ["{\"euclid\": [8, 8]}", "{\"euclid\": [0, 8, -3]}", "[{\"ratchet\": 64}]"] {
      #expect(complaint("{\"tracks\": [{\"pattern\": {\"steps\": \(steps)}}]}") == "no error")
    }
  }

  @Test func documentsMayHaveComments() throws {
    let sequence = try readDocument(
      """
      // a groove
      {"tempo": 96, /* slow,
      very slow */ "tracks": [ // one is enough
        {"name": "// kick", "pattern": {"steps": "x/* no comment */" }} ] }
      """.replacing("x/* no comment */", with: "x..x"))
    #expect(sequence.tempi[0].tempo.bpm == 96 && sequence.tracks[0].name == "// kick")
    #expect(!String(decoding: sequence.document(), as: UTF8.self).contains("/*"))
  }

  @Test func unknownMembersGetASuggestion() throws {
    var unknown: [String] = []
    let text = """
      {"temp": 3, "tracks": [{"swng": 60, "pattern": {"setps": 3, "steps": [{"ratchett": 3}], "velocety": 3, "zebra": 1}}]}
      """
    _ = try MIDISequence(reading: FileBytes(copying: Array(text.utf8), name: ""), unknown: &unknown)
    #expect(
      unknown == [
        "temp (did you mean \"tempo\"?)", "tracks[0].swng (did you mean \"swing\"?)",
        "tracks[0].pattern.setps (did you mean \"steps\"?)", "tracks[0].pattern.velocety (did you mean \"velocity\"?)",
        "tracks[0].pattern.zebra", "tracks[0].pattern.steps[0].ratchett (did you mean \"ratchet\"?)",
      ])
  }
}
