import ArgumentParser

/// The options of `tactus sequence` for live playback.
struct LiveSequenceOptions: ParsableArguments {
  /// The transport.
  enum Timebase: String, ExpressibleByArgument, CaseIterable {
    case none, master, follow
  }

  @Flag(name: .customLong("jack"), help: "Play live through JACK.") var isLive = false
  @Option(
    help: ArgumentHelp(
      "The transport: none (its own), master (controls JACK's) or follow (follows JACK's). (default: none)",
      valueName: "none|master|follow")) var timebase: Timebase?
  @Flag(help: "Send MIDI clock on a separate port, clock.") var clock = false
  @OptionGroup(visibility: .default) var jack: JACKOptions

  /// Throws if an option is given that requires --jack.
  func refuseIdle() throws(ValidationError) {
    var names: [String] = []
    if timebase != nil { names.append("--timebase") }
    if clock { names.append("--clock") }
    names += jack.givenOptions
    guard !names.isEmpty else { return }
    throw ValidationError("\(names.joined(separator: ", ")): only with --jack")
  }
}
