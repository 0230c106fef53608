import Testing

/// Help, version, mistakes of typing, exit statuses.
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

  @Test(.enabled(if: hasFullDevice, "this system has no /dev/full")) func helpIntoAFullDisk() throws {
    try ToolRun("--help", output: .file("/dev/full")).expectComplaint("No space left on device")
  }
}
