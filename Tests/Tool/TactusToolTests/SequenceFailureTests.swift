import Foundation
import TactusFiles
import TactusSequencer
import TactusTime
import TactusTool
import TestSupport
import Testing

/// Errors in a sequence are reported in one line, and no error causes a trap.
@Suite struct SequenceFailureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ document: String, _ more: String...) throws -> ToolRun { try run(document, more) }
  private func run(_ document: String, _ more: [String]) throws -> ToolRun {
    try ToolRun(["sequence", folder.make("beat.json", Array(document.utf8))] + more, in: folder)
  }

  private static let kick = #"{"tracks": [{"name": "kick", "pattern": {"steps": "x..x"}}]}"#

  @Test func damagedDocuments() throws {
    try run(#"{"tracks": [}"#).expectComplaint("beat.json: line 1, column 13: expected")
    try run(#"{"tracks": [{"channel": 17, "pattern": {"steps": "x"}}]}"#).expectComplaint(
      "beat.json: line 1, column 25: tracks[0].channel: expected", "1…16")
    try run(#"{"tracks": [{"pattern": {"steps": "x?"}}]}"#).expectComplaint("tracks[0].pattern.steps: expected")
  }

  @Test(arguments: ["[1, 2]", " [{\"tracks\": []}]\n", "42", "-1.5", "\"x\"", "true", "null"])
  func documentsThatAreNoObjects(document: String) throws {
    try run(document).expectComplaint("beat.json: a JSON document, but no sequence: expected an object")
  }

  @Test func textIsNoDocument() throws { try run("[1, 2").expectComplaint("beat.json: a text file, not a MIDI file") }

  @Test func optionsThatWouldDoNothing() throws {
    let bank = try folder.make("tiny.sf2", Sample.bankBytes)
    for (options, words) in [
      (["-o", "x.mid", "--from", "bar3", "--to", "bar4", "--bank", bank], "--bank, --from, --to: only for sound"),
      (["-o", "x.mid", "--rate", "8000"], "--rate: only for sound"), (["--gain", "3"], "--gain: only for sound"),
      (["--events", "--from", "bar8"], "--from: only for sound"), (["-o", "x.json", "--measure"], "--measure: only"),
      (["-o", "x.json", "--bars", "2", "--fill"], "--bars, --fill: no effect on a document"),
      (["--fill"], "--fill: only for output that is played"),
      (["--manifest", "m.jsonl"], "--manifest describes bounces of songs"),
      (["-o", "x.wav", "--manifest", "m.jsonl"], "--manifest describes bounces of songs"),
    ] { try run(Self.kick, options).expectComplaint(words, status: 2) }
    #expect(try run(Self.kick, ["--events", "--fill", "--rate", "8000", "--bars", "1"]).status == 0)
    #expect(folder.names == ["beat.json", "tiny.sf2"])
  }

  /// The maximum length is that of output, not of the sequence.
  @Test func longSequencesAreReadAndCut() throws {
    let hours = #"{"tracks": [{"notes": [["0", "1", 60, 100], ["22000", "1", 60, 100]]}]}"#
    #expect(try run(hours).status == 0)
    #expect(try run(hours, ["-o", "same.json"]).status == 0)
    let cut = try ["-o", "x.wav", "--to", "1", "--tail", "0", "--bank", folder.make("tiny.sf2", Sample.bankBytes)]
    #expect(try run(hours, cut).status == 0)
    try run(hours, ["--events"]).expectComplaint("the output would last 3:03:")
    try run(hours, ["-o", "x.mid", "--bars", "6000"]).expectComplaint("the output would last 3:20:00")
    try run(hours, ["-o", "y.wav"]).expectComplaint("3 h 3 min long")
  }

  @Test func otherFiles() throws {
    try ToolRun("sequence", folder["nothing.json"]).expectComplaint("nothing.json: no such file")
    try ToolRun("sequence", folder.make("empty.json", [])).expectComplaint("empty.json: the file is empty")
    try ToolRun("sequence", folder.make("bank.json", Sample.bankBytes)).expectComplaint("a sound bank, not a song")
    try ToolRun("sequence", folder.make("a.json", Sample.picture)).expectComplaint("a.json: a PNG picture")
  }

  @Test(arguments: ["bounce", "inspect", "events", "picture"]) func documentsAreNoSongs(command: String) throws {
    let path = folder.make("beat.json", Array(Self.kick.utf8))
    let output = ["bounce": ["-o", folder["x.wav"]], "picture": ["-o", folder["x.svg"]]][command] ?? []
    try ToolRun([command, path] + output, in: folder).expectComplaint("a JSON document", "`tactus sequence`")
  }

  @Test func unknownMembersAreNamed() throws {
    let document = #"{"tempi": 3, "tracks": []}"#
    let lenient = try run(document)
    #expect(
      lenient.status == 0
        && lenient.errors.contains("beat.json: unknown: tempi (did you mean \"tempo\"?); ignored"))
    try run(document, "--strict").expectComplaint("unknown: tempi")
    let slip = "// mine\n" + #"{"tracks": [{"pattern": {"steps": "x", "velocitty": 3}}]}"#
    try run(slip, "--strict").expectComplaint("tracks[0].pattern.velocitty (did you mean \"velocity\"?)")
  }

  @Test func wrongOptions() throws {
    for (options, words) in [
      (["--bars", "0"], "--bars 0 is outside"), (["--bars", "2", "--beats", "3"], "exclude each other"),
      (["--seconds", "-3"], "--seconds"), (["--tempo", "1"], "--tempo 1.0 is outside 4 to 1000"),
      (["-o", "x.doc"], "unsupported output format '.doc'"),
      (["--events", "-o", "x.wav"], "cannot be combined with -o"),
    ] {
      let run = try ToolRun(["sequence", folder.make("beat.json", Array(Self.kick.utf8))] + options, in: folder)
      #expect(run.status == 2 && run.errorLines.count == 1 && run.errors.contains(words), "\(run.errors)")
    }
    #expect(folder.names == ["beat.json"])
  }

  /// The command line is right, but the sequence does not allow it.
  @Test func optionsThatTheSequenceDoesNotAllow() throws {
    try run(Self.kick, "--solo", "kik").expectComplaint("beat.json: --solo kik", "did you mean 'kick'?", status: 1)
    try run(Self.kick, "--mute", "7").expectComplaint("beat.json: --mute 7: there is no such track", status: 1)
    let song = try folder.make("song.mid", Sample.songBytes)
    try ToolRun("sequence", song, "--passes", "2").expectComplaint(
      "song.mid: --passes 2: no track loops", status: 1)
    #expect(folder.names == ["beat.json", "song.mid"])
  }

  @Test func nothingIsOverwrittenOrEndless() throws {
    try run(Self.kick, "-o", folder["beat.json"]).expectComplaint("would overwrite the sequence")
    try run(Self.kick, "--events", "--seconds", "9000").expectComplaint("would last 2:30:00.0", "--max-length")
    try run(#"{"ticksPerQuarter": 40000, "tracks": []}"#, "-o", folder["x.mid"]).expectComplaint("at most 32,767 ticks")
    try run(Self.kick, "-o", folder["no/x.mid"]).expectComplaint("no/x.mid")
  }

  @Test func tooManyEventsAreRefused() throws {
    let steps = Array(repeating: Step([1, 2, 3], ratchet: Ratchet(9)), count: 4)
    let sequence = MIDISequence([Track(Pattern(steps, stepLength: 20))])
    #expect(throws: PlayedSequence.Failure.self) {
      _ = try PlayedSequence(sequence, until: 1 << 40, sampleRate: 8_000, mostEvents: 10_000)
    }
  }

  /// The steps of a loop are counted before they are played, however many of them share a frame.
  @Test func tooManyStepsAreRefusedAtOnce() {
    var sequence = MIDISequence([Track(Pattern([Step([36], probability: 0)], stepLength: 1))])
    sequence.tempi = [TempoMap.Entry(tick: 0, tempo: Tempo(tensOfNanoseconds: 1))]
    #expect(throws: PlayedSequence.Failure.self) {
      _ = try PlayedSequence(sequence, until: 1 << 40, sampleRate: 8_000)
    }
  }

  // MARK: Mutations

  /// Shows and plays a document, if the reader accepts it.
  private func play(_ bytes: [UInt8]) -> Bool {
    guard let sequence = try? MIDISequence(reading: FileBytes(copying: bytes, name: "mutant")) else { return false }
    let end = sequence.standardEnd
    let inspection = SequenceInspection(name: "mutant", sequence: sequence, end: end)
    _ = inspection.report(style: .plain).lines.count + inspection.json.text.utf8.count
    if sequence.tempoMap.seconds(atTick: end).approximate < 30, sequence.tracks.count < 20,
      let played = try? PlayedSequence(sequence, until: end, sampleRate: 8_000)
    {
      _ = try? played.song(inPlayedOrder: false).written()
    }
    return true
  }

  private static let example = """
    {"name": "M", "tempo": [{"at": 0, "bpm": 120, "curve": "linearInBeats"}, {"at": "8", "bpm": 90}], "meter": "7/8",
     "form": "A B*2", "seed": 9, "tracks": [{"channel": 10, "swing": 60, "loop": "1/3", "passes": 9, "pattern": {"key": "F#2", "steps":
     ["x", {"ratchet": {"count": 3, "ramp": 9}, "probability": 0.5, "if": "!1:2", "spread": 9, "shift": -9}, ".", [1, 2]]}},
     {"start": "1", "transpose": -9, "groove": {"step": "1/8", "slots": [{"shift": 9, "accent": 9}]}, "clip": {"notes":
     [["0", "1/2", 60, 90], {"at": 9, "for": 99, "key": 1}], "length": "4", "messages": [{"at": 0, "program": 3}]}},
     {"volume": 99, "pan": -9, "pattern": {"step": "1/8t", "sections": {"A": {"rows": ["kick  x.3.", "step 1: 60 %"]},
     "B": {"euclid": [3, 7, 1]}}}}]}
    """

  @Test func mutationsNeverTrap() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["TACTUS_SEED"].flatMap { UInt64($0) } ?? 1
    let count = rounds(150)
    var random = SeededGenerator(seed: seed)
    let original = Array(Self.example.utf8)
    #expect(play(original))
    var taken = 0
    for _ in 0..<count where play(mutant(of: original, &random)) { taken += 1 }
    #expect(taken > count / 20, "seed \(seed): hardly any mutant was read")
  }

  /// Changes digits more often than anything else, since documents with other numbers are still documents.
  private func mutant(of bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<random.number(1...3) {
      let digits = bytes.indices.filter { (48...57).contains(bytes[$0]) }
      let position = random.number(0...4) > 0 ? random.pick(digits) : Int(random.number(0...Int64(bytes.count - 1)))
      switch random.number(0...6) {
      case 0: bytes[position] = UInt8(random.number(0...255))
      case 1: bytes.remove(at: position)
      case 2: bytes.insert(contentsOf: Array("\(Int64.max)".utf8), at: position)
      case 3:
        bytes.insert(contentsOf: Array(random.pick(["-", "e99", ".", "null", "\"", "{", "["]).utf8), at: position)
      default: bytes[position] = UInt8(48 + random.number(0...9))
      }
    }
    return bytes
  }

  @Test func truncationsNeverTrap() {
    let original = Array(Self.example.utf8)
    for length in 0..<original.count { _ = play(Array(original.prefix(length))) }
  }
}
