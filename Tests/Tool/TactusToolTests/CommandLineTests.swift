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

  @Test func mistakesOfTypingGetASuggestion() throws {
    try ToolRun("inspct", "x").expectComplaint("'inspct'; did you mean `tactus inspect`?", status: 2)
    try ToolRun("event", "x").expectComplaint("did you mean `tactus events`?", status: 2)
    try ToolRun("song.mid").expectComplaint("did you mean `tactus bounce song.mid`?", status: 2)
    try ToolRun("events", "x", "--rat", "5").expectComplaint("'--rat'; did you mean '--rate'?", status: 2)
    try ToolRun("inspect", "--jsn", "x").expectComplaint("'--jsn'; did you mean '--json'?", status: 2)
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

  @Test(.enabled(if: hasFullDevice, "this system has no /dev/full")) func helpIntoAFullDisk() throws {
    try ToolRun("--help", output: .file("/dev/full")).expectComplaint("No space left on device")
  }
}
