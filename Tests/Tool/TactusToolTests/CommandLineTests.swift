import Foundation
import TestSupport
import Testing

/// Help, version, typing errors, exit statuses.
@Suite struct CommandLineTests {
  @Test(arguments: [["--help"], ["help"], [], ["help", "events"]]) func helpGoesToStandardOutput(_ arguments: [String])
    throws
  {
    let run =
      switch arguments.count {
      case 0: try ToolRun()
      case 1: try ToolRun(arguments[0])
      default: try ToolRun(arguments[0], arguments[1])
      }
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.output.contains("USAGE: tactus"))
    #expect(run.output.contains("EXAMPLES"))
  }

  @Test(arguments: ["inspect", "events", "picture", "conformance", "jitter", "sync"]) func everyCommandHasExamples(
    command: String
  ) throws {
    let run = try ToolRun(command, "--help")
    #expect(run.status == 0)
    #expect(run.output.contains("EXAMPLES\n  tactus \(command) "))
    #expect(run.output.contains("USAGE: tactus \(command) ") && run.output.contains("--version"))
  }

  @Test func version() throws {
    let run = try ToolRun("--version")
    #expect(run.status == 0)
    #expect(run.output.wholeMatch(of: /\d+\.\d+\.\d+\n/) != nil)
  }

  /// The help of every command lists the option.
  @Test(arguments: HelpTests.commands.compactMap(\.self)) func versionOfEveryCommand(command: String) throws {
    let version = try ToolRun("--version").output
    let run = try ToolRun(command, "--version")
    #expect(run.status == 0 && run.errors.isEmpty && run.output == version, "\(run.output)\(run.errors)")
  }

  @Test func mistakesOfTypingGetASuggestion() throws {
    try ToolRun("inspct", "x").expectComplaint("'inspct'; did you mean `tactus inspect`?", status: 2)
    try ToolRun("event", "x").expectComplaint("did you mean `tactus events`?", status: 2)
    try ToolRun("song.mid").expectComplaint("did you mean `tactus bounce song.mid`?", status: 2)
    try ToolRun("events", "x", "--rat", "5").expectComplaint("'--rat'; did you mean '--rate'?", status: 2)
    try ToolRun("inspect", "--jsn", "x").expectComplaint("'--jsn'; did you mean '--json'?", status: 2)
  }

  /// The parser reports missing words first.
  @Test func unknownOptionsComeBeforeMissingWords() throws {
    try ToolRun("events", "--halp").expectComplaint("unknown option '--halp'; did you mean '--help'?", status: 2)
    try ToolRun("picture", "a.mid", "--outptu=x.svg").expectComplaint("did you mean '--output'?", status: 2)
    try ToolRun("process", "--nonsense").expectComplaint(
      "unknown option '--nonsense'; see `tactus process --help`", status: 2)
    try ToolRun("inspect", "--", "--json").expectComplaint("no such file", status: 1)
  }

  @Test func otherNamesOfCommandsAreUnderstood() throws {
    try ToolRun("render", "song.mid").expectComplaint("'render'; did you mean `tactus bounce`?", status: 2)
    try ToolRun("info", "song.mid").expectComplaint("'info'; did you mean `tactus inspect`?", status: 2)
  }

  /// The parser suggests whatever has a few letters in common; such suggestions are left out.
  @Test func otherOptionsAreNotSuggested() throws {
    for (words, expected) in [
      (["chords", "a.mid", "--loops", "5"], "unknown option '--loops'; see `tactus chords --help`"),
      (["picture", "a.mid", "-o", "x.svg", "--rate", "4"], "unknown option '--rate'; see `tactus picture --help`"),
      (["live", "--from", "3"], "unknown option '--from'; see `tactus live --help`"),
      (["bounce", "a.mid", "--norm", "-1"], "unknown option '--norm'; did you mean '--normalize'?"),
      (["bounce", "a.mid", "--quite"], "unknown option '--quite'; did you mean '--quiet'?"),
      (["midi", "a.mid", "--foo", "3"], "unknown option '--foo'; see `tactus midi --help`"),
      (["live", "a.mid", "--audio", "alsa"], "did you mean `tactus play a.mid`?"),
      (["bounce", "-r", "44100", "a.mid"], "unknown option '-r'; did you mean '--rate'?"),
      (["bounce", "a.mid", "-q"], "unknown option '-q'; did you mean '--quality' or '--quiet'?"),
      (["bounce", "a.mid", "-n"], "unknown option '-n'; see `tactus bounce --help`"),
      (["-v"], "unknown option '-v'; did you mean '--version'?"),
      (["events", "a.mid", "--verison"], "unknown option '--verison'; did you mean '--version'?"),
    ] {
      try ToolRun(words).expectComplaint(expected, status: 2)
    }
  }

  /// Options of other programs that have another name here, or none.
  @Test func optionsOfOtherProgramsAreExplained() throws {
    for (words, expected) in [
      (["bounce", "a.mid", "--start", "3"], "unknown option '--start'; did you mean '--from'?"),
      (["play", "a.mid", "--end", "3"], "unknown option '--end'; did you mean '--to'?"),
      (["bounce", "a.mid", "--solo", "1"], "unknown option '--solo'; did you mean '--channels'?"),
      (["live", "--soundfont", "a.sf2"], "unknown option '--soundfont'; did you mean '--bank'?"),
      (["bounce", "a.mid", "--sample-rate", "44100"], "unknown option '--sample-rate'; did you mean '--rate'?"),
      (["bounce", "a.mid", "--bits", "16"], "unknown option '--bits'; did you mean '--depth'?"),
      (["bounce", "a.mid", "--bit-rate", "128"], "unknown option '--bit-rate'; did you mean '--compression'?"),
      (["bounce", "a.mid", "--duration", "9"], "unknown option '--duration'; --to 1:30 sets the end"),
      (["bounce", "a.mid", "--fade-in", "1"], "unknown option '--fade-in'; there is no fade-in"),
      (["bounce", "a.mid", "--overwrite"], "unknown option '--overwrite'; -o replaces an existing file"),
      (["midi", "a.mid", "--sample-rate", "3"], "unknown option '--sample-rate'; see `tactus midi --help`"),
    ] {
      try ToolRun(words).expectComplaint(expected, status: 2)
    }
  }

  @Test func valuesThatAreNoNumbersAreExplained() throws {
    for (words, expected) in [
      (["bounce", "--mute", "all"], "--mute 'all': expected channels, such as 1-4,10"),
      (["bounce", "--compression", "x"], "--compression 'x': expected a number from 0 to 1"),
      (["bounce", "--threads", "1.5"], "--threads '1.5': expected a whole number, such as 4"),
      (["verify", "a", "--threads", "x"], "--threads 'x': expected a whole number"),
      (["sequence", "a.json", "--seed", "-1"], "--seed '-1': expected a whole number of at least 0"),
      (["jitter", "--seed", "x"], "--seed 'x': expected a whole number of at least 0"),
      (["sync", "--beats", "x"], "--beats 'x': expected a whole number"),
      (["sync", "--drift", "x"], "--drift 'x': expected parts per million"),
      (["events", "a.mid", "--rate", "44.1"], "--rate '44.1': expected a whole number of hertz, such as 44100"),
      (["jitter", "--rate", "x"], "--rate 'x': expected a whole number of hertz"),
      (["chords", "a.mid", "--settling", "10.5"], "--settling '10.5': expected a whole number of milliseconds"),
      (["studio", "--port", "70000"], "--port '70000': expected a port number"),
    ] {
      try ToolRun(words).expectComplaint(expected, status: 2)
    }
  }

  @Test func decimalCommasAreExplained() throws {
    for (words, expected) in [
      (["bounce", "--gain", "-1,5dB"], "--gain '-1,5dB': expected decibels, such as -3 or +3dB; write -1.5dB, with a"),
      (["play", "--reverb-level", "1,5"], "'1,5': expected decibels, such as -6 or +3dB; write 1.5, with a point"),
      (["bounce", "--to", "1:02,5"], "tick9600; write 1:02.5, with a point"),
      (["bounce", "--fade", "2,5"], "such as 90 or 2.5; write 2.5, with a point"),
      (["sequence", "a.json", "--tempo", "96,5"], "expected quarter notes per minute, such as 96.5; write 96.5, with"),
      (["sync", "--jitter", "0,5"], "--jitter '0,5': expected milliseconds, such as 1.5; write 0.5, with a point"),
    ] {
      try ToolRun(words).expectComplaint(expected, status: 2)
    }
    // these may separate thousands, or be lists
    for words in ["bounce --rate 44,100", "jitter --buffer 64,9000", "picture --size 800,600"] {
      let run = try ToolRun(words.split(separator: " ").map(String.init))
      #expect(run.status == 2 && !run.errors.contains("with a point"), "\(run.errors)")
    }
  }

  @Test func usageMistakesHaveTheirOwnStatus() throws {
    try ToolRun("xylophone").expectComplaint("there is no command 'xylophone'; the commands are", status: 2)
    try ToolRun("--nonsense").expectComplaint("see `tactus --help`", status: 2)
    try ToolRun("inspect").expectComplaint("missing", "see `tactus inspect --help`", status: 2)
    try ToolRun("events", "a", "b").expectComplaint("'b'", "see `tactus events --help`", status: 2)
    try ToolRun("events", "a", "--rate", "fast").expectComplaint("'fast'", "--rate", status: 2)
    try ToolRun("events", "a", "--rate", "0").expectComplaint("--rate 0 is outside 1 to 1048576", status: 2)
    try ToolRun("events", "a", "--rate").expectComplaint("--rate", status: 2)
  }

  @Test func forgottenOutputsAreUnderstood() throws {
    try ToolRun("bounce", "song.mid", "e/x.wav").expectComplaint("did you mean -o e/x.wav?", status: 2)
    try ToolRun("bounce", "x.flac").expectComplaint("did you mean -o x.flac?", status: 2)
    try ToolRun("picture", "song.mid", "x.svg").expectComplaint("did you mean -o x.svg?", status: 2)
    try ToolRun("process", "a.mid", "--chain", "c.json", "b.mid").expectComplaint("did you mean -o b.mid?", status: 2)
    try ToolRun("sequence", "a.json", "b.wav").expectComplaint("did you mean -o b.wav?", status: 2)
    try ToolRun("jitter", "x.svg").expectComplaint("did you mean -o x.svg?", status: 2)
  }

  @Test func whatWasMeantIsSaid() throws {
    try ToolRun("bounce", "a.mid", "b.SF2", "-o", "x.wav").expectComplaint("did you mean --bank b.SF2?", status: 2)
    try ToolRun("live", "b.sf2").expectComplaint("did you mean --bank b.sf2?", status: 2)
    try ToolRun("live", "a b.mid").expectComplaint("did you mean `tactus play 'a b.mid'`?", status: 2)
    try ToolRun("bounce", "a.mid", "-ox.wav").expectComplaint("did you mean -o x.wav?", status: 2)
    try ToolRun("--verison").expectComplaint("did you mean '--version'?", status: 2)
    try ToolRun("help", "bonce").expectComplaint("did you mean `tactus help bounce`?", status: 2)
    try ToolRun("bounce", "--format", "xyz").expectComplaint(
      "--format 'xyz': expected 'wav', 'aiff'", "'mp3'", status: 2)
    try ToolRun("bounce", "-o", "x.wav", "--compression", "0.5").expectComplaint(
      "--compression: WAV files are not compressed", status: 2)
    try ToolRun("bounce", "-o", "x.ogg", "--depth", "16").expectComplaint(
      "--depth: Ogg Vorbis files have no bit depth", status: 2)
    try ToolRun("bounce", "--depth", "8").expectComplaint("--depth '8': expected '16', '24', '32' or 'f32'", status: 2)
    try ToolRun("picture", "a.mid").expectComplaint("with -o, such as -o song.svg", status: 2)
    try ToolRun("jitter", "a.mid").expectComplaint("unexpected argument 'a.mid'", status: 2)
    try ToolRun("jitter", "--buffer", "0").expectComplaint("--buffer '0': expected sizes of 1 to 8192", status: 2)
    let folder = try TemporaryFolder()
    folder.make("song.mid", try Sample.songBytes)
    try ToolRun("process", "song.mid", "--chain", "song.mid", "-o", "x.mid", in: folder).expectComplaint(
      "song.mid: no chain of effects: expected a JSON object")
  }

  @Test func signedValuesAreValues() throws {
    let position = "expected a position in the song: 1:23.5, bar17"
    try ToolRun("bounce", "a.mid", "--from", "-5").expectComplaint("--from '-5': \(position)", status: 2)
    try ToolRun("bounce", "a.mid", "--from", "-1:30").expectComplaint("--from '-1:30': \(position)", status: 2)
    try ToolRun("bounce", "--fade", "-2").expectComplaint("the fade must be between 0 and 3600", status: 2)
    try ToolRun("bounce", "--threads", "-2").expectComplaint("--threads -2 is outside", status: 2)
    try ToolRun("sequence", "a.json", "--bars", "-4").expectComplaint("--bars -4 is outside", status: 2)
    try ToolRun("bounce", "a.mid", "--gain", "loud").expectComplaint("--gain 'loud': expected decibels", status: 2)
    try ToolRun("bounce", "a.mid", "--json", "-5").expectComplaint("'-5'", status: 2)
    let folder = try TemporaryFolder()
    for gain in ["+3dB", "3", "-3 dB", "-3"] {
      let run = try ToolRun("bounce", "--to", "0.1", "-o", "\(gain).wav", "--gain", gain, in: folder)
      #expect(run.status == 0, "\(run.errors)")
    }
    #expect(folder.bytes("+3dB.wav") == folder.bytes("3.wav") && folder.bytes("-3 dB.wav") == folder.bytes("-3.wav"))
    #expect(folder.bytes("3.wav") != folder.bytes("-3.wav"))
  }

  @Test func beatsBeyondTheBarAreRefused() throws {
    let folder = try TemporaryFolder()
    for position in ["bar3:9", "bar3:4:960", "bar3:5"] {
      try ToolRun("bounce", "--from", position, "-o", "x.wav", in: folder).expectComplaint("lies beyond its bar", "4/4")
      try ToolRun("bounce", "--to", position, "-o", "x.wav", in: folder).expectComplaint("lies beyond its bar", "4/4")
    }
    #expect(try ToolRun("bounce", "--from", "bar3:4", "--to", "bar4", "-o", "x.wav", in: folder).status == 0)
  }

  /// What has been written to a pipe remains there.
  @Test func anInterruptedStreamIsIncomplete() throws {
    let (folder, _, bank) = try Sample.bounceFolder()
    let song = try folder.make("long.mid", Sample.longSong.written())
    let process = try ChildProcess(
      ToolRun.program, ["bounce", song, "-o", "-", "--bank", bank, "--max-length", "999999"],
      output: folder.make("piped.wav", []), errors: folder.make("errors", []))
    #expect(eventually { !folder.bytes("piped.wav").isEmpty })
    process.interrupt()
    #expect(process.wait() == 130)
    #expect(folder.text("errors") == "tactus: stopped; standard output is incomplete\n")
  }

  @Test(.enabled(if: hasFullDevice, "this system has no /dev/full")) func helpIntoAFullDisk() throws {
    try ToolRun("--help", output: .file("/dev/full")).expectComplaint(
      "standard output: the disk is full; make room or write elsewhere")
  }
}
