import ArgumentParser
import TactusConformance
import TactusFiles
import TactusThreads

struct ConformanceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "conformance", _superCommandName: TactusCommand.name,
    abstract: "Measures the synthesizer against the SoundFont specification and hardware.",
    discussion: """
      Each row is a tiny bank and a few notes; the synthesizer renders them and the
      program measures the audio. A row that deviates from its source on purpose
      is marked; a failed row makes the exit code 1.

      EXAMPLES
        tactus conformance --section filter --section lfo
        tactus conformance --json | jq '.rows[] | select(.verdict != "ok")'
        tactus conformance --markdown > Documentation/Conformance.md
      """)

  @Option(
    help: ArgumentHelp(
      "A section to measure; repeatable: \(ConformanceSection.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "name"), completion: .list(ConformanceSection.allCases.map(\.rawValue)))
  var section: [String] = []
  @Flag(help: "Print one JSON object.") var json = false
  @Flag(help: "Print a Markdown page like Documentation/Conformance.md.") var markdown = false

  func validate() throws {
    for name in section where ConformanceSection(rawValue: name) == nil {
      let names = ConformanceSection.allCases.map(\.rawValue)
      let hint = Suggestion.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
      throw ValidationError(
        "there is no section '\(name)'; " + (hint ?? "the sections are \(names.joined(separator: ", "))"))
    }
    if json, markdown { throw ValidationError("--json and --markdown exclude each other") }
  }

  func run() throws {
    let rows = Conformance.rows.filter { section.isEmpty || section.contains($0.section.rawValue) }
    let table = ConformanceTable(results: Conformance.results(of: rows, with: WorkerPool()))
    var output = StandardOutput()
    if json {
      try output.writeLine(table.json.prettyText)
    } else {
      for line in markdown ? table.markdown : table.report(style: .standardOutput).lines { try output.writeLine(line) }
    }
    try output.flush()
    let failed = table.count(of: .failed)
    if failed > 0 { throw ToolError(nil, "\(failed.counted("row")) of \(table.results.count) failed; see the table") }
  }
}
