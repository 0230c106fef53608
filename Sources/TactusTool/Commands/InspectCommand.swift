import ArgumentParser

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Says what is in a song or a bank, and what is wrong with it.")

  @Argument(help: "A MIDI file or a SoundFont bank; - for standard input.") var file: String
  @Flag(help: "One JSON object on standard output.") var json = false

  func run() throws {}
}
