import FuzzTargets
import Testing

/// Songs that fuzzing has found worth keeping, through the commands that they were found with.
@Suite struct CommandCorpusTests {
  @Test func everyCommandEndsWithAKnownCode() throws {
    for (number, input) in try (FuzzTarget.command.keptInputs() + FuzzTarget.command.seeds).enumerated() {
      let folder = try TemporaryFolder()
      let arguments = CommandFuzzing.prepare(input, in: folder.path)
      let run = try ToolRun(arguments, in: folder)
      let words = "line \(number + 1) of Tests/Fuzzing/Corpus/command.hex: \(arguments.joined(separator: " "))"
      #expect((0...2).contains(run.status), "\(words): \(run.errors)")
      #expect(run.status == 0 || run.errorLines.count == 1, "\(words): \(run.errors)")
    }
  }
}
