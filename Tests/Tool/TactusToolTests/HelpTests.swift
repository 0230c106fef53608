import Testing

/// The help texts as a terminal of eighty columns shows them.
@Suite struct HelpTests {
  static let commands = [
    nil, "bounce", "verify", "play", "live", "sequence", "inspect", "events", "midi", "picture", "conformance",
    "jitter", "sync", "process", "chords", "export", "studio", "devices",
  ]

  @Test(arguments: commands) func fitsIntoEightyColumns(command: String?) throws {
    let run = try ToolRun([command, "--help"].compactMap { $0 }, environment: ["COLUMNS": "80"])
    #expect(run.status == 0)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count > 15)
    for line in lines where line.count > 80 { Issue.record("\(line.count) columns: \(line)") }
  }

  /// A terminal of eighty columns wraps a line of eighty characters, which leaves a line of one word.
  @Test(arguments: commands) func noLineOfTextNeedsWrapping(command: String?) throws {
    let run = try ToolRun([command, "--help"].compactMap { $0 }, environment: ["COLUMNS": "200"])
    let text = run.output.split(separator: "\nUSAGE:")[0]
    // the first line is the abstract
    for line in text.split(separator: "\n").dropFirst() where line.count >= 80 {
      Issue.record("\(line.count) columns: \(line)")
    }
  }

  @Test func usagesAreAligned() throws {
    for words in ["process --list [<effect>] [--json]\n", "midi --hex <file or digits> ... [<options>]\n"] {
      let run = try ToolRun(words.hasPrefix("midi") ? "midi" : "process", "--help")
      #expect(run.output.contains("\n       tactus " + words), "\(run.output)")
    }
  }

  /// Commands that only play refuse what only files have, so their help does not offer it.
  @Test(arguments: ["bounce", "sequence", "play", "live"]) func optionsOfFiles(command: String) throws {
    let run = try ToolRun(command, "--help")
    for option in ["--rate <hz>", "--lead-in <seconds>", "--tail <end>", "--mono "] {
      #expect(run.output.contains("  \(option)") == ["bounce", "sequence"].contains(command), "\(option)")
    }
  }

  /// What a command always refuses, with a reason, is not in its help.
  @Test(arguments: ["bounce", "sequence", "play", "live"]) func refusedOptions(command: String) throws {
    let run = try ToolRun(command, "--help")
    #expect(run.output.contains("\n  --max-length <") == (command != "live"))
    #expect(run.output.contains("\n  --manifest <") == (command == "bounce"))
  }

  @Test func completionIsDescribed() throws {
    let run = try ToolRun("--help")
    #expect(run.output.contains("SHELL COMPLETION\n  tactus --generate-completion-script bash\n"))
  }

  /// No command is left out above.
  @Test func allCommandsAreListed() throws {
    let run = try ToolRun("--help")
    let list = run.output.split(separator: "SUBCOMMANDS:").last ?? ""
    let names = list.split(separator: "\n").compactMap { line -> Substring? in
      guard line.hasPrefix("  "), let first = line.dropFirst(2).first, first.isLetter else { return nil }
      return line.dropFirst(2).prefix { $0.isLetter }
    }
    #expect(Set(names.filter { $0 != "See" }.map(String.init)) == Set(Self.commands.compactMap { $0 }))
  }
}
