import ArgumentParser
import Tactus

struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", _superCommandName: TactusCommand.name,
    abstract: "Compares audio files, songs and banks with the manifest of their bounces.",
    discussion: """
      `tactus bounce --manifest made.jsonl` writes a line for each audio file. This
      command computes the SHA-256 of all files again and reports those that are
      missing or have changed. With --render, it also bounces each song again and
      compares the bytes.

      EXAMPLES
        tactus verify made.jsonl
        tactus verify shards/*.jsonl --json | jq .problem
        tactus verify made.jsonl --render

      EXIT CODES
        0  everything is as the manifest says
        1  something is missing or differs, or the manifests describe no audio file
      """)

  @Argument(help: ArgumentHelp("Manifests; - for standard input.", valueName: "file"), completion: .file())
  var manifests: [String]
  @Flag(help: "Bounce each song again and compare the bytes.") var render = false
  @Option(help: ArgumentHelp("Number of threads; 0 for one per processor.", valueName: "n")) var threads = 0
  @Flag(help: "Print one JSON object for each difference, and one at the end.") var json = false
  @Flag(help: "Print nothing but differences.") var quiet = false

  func validate() throws {
    guard (0...256).contains(threads) else { throw ValidationError("--threads \(threads) is outside 0 to 256") }
  }

  func run() throws { try VerifyJob(command: self).run() }
}
