import ArgumentParser

struct EventsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events", abstract: "Lists every event of a song with its tick, second and frame.")

  @Argument(help: "A MIDI file; - for standard input.") var song: String
  @Option(help: "Frames per second.") var rate = 48_000
  @Flag(help: "One JSON object on standard output.") var json = false

  func run() throws {}
}
