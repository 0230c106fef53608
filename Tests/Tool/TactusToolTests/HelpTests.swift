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
