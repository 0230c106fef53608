import ArgumentParser

/// The options of `tactus sequence` for live playback.
struct LiveSequenceOptions: ParsableArguments {
  /// The transport.
  enum Timebase: String, ChoiceOption {
    case none, master, follow
  }

  @Flag(
    name: .customLong("live"),
    help: "Play live: on the MIDI outputs, and with the synthesizer if --bank is given or no MIDI output is.")
  var playsLive = false
  @Flag(name: .customLong("jack"), help: "Play live through JACK, with MIDI outputs.") var usesJACK = false
  @Option(
    help: ArgumentHelp(
      "The transport: none (its own), master (controls JACK's) or follow (follows JACK's). (default: none)",
      valueName: "none|master|follow")) var timebase: Timebase?
  @OptionGroup(visibility: .default) var midi: MIDIOutputOptions
  @OptionGroup(visibility: .default) var audio: AudioOptions
  @OptionGroup(visibility: .default) var jack: JACKOptions

  /// Whether the sequence plays live.
  var isLive: Bool { playsLive || usesJACK }

  /// The audio options, with JACK if it was chosen.
  var output: AudioOptions {
    var output = audio
    if usesJACK { output.audio = .driver(.jack) }
    return output
  }

  /// Whether JACK plays the sequence, and registers MIDI outputs.
  var isJACK: Bool { output.audio == .driver(.jack) || !jack.givenOptions.isEmpty || timebase != nil }

  /// Whether the synthesizer plays the sequence.
  ///
  /// - Parameter hasBank: whether a bank is given.
  func hasSound(hasBank: Bool) -> Bool {
    if hasBank { return true }
    return midi.midiOut.isEmpty && !isJACK
  }

  /// Throws if options contradict each other.
  func validateLive(hasBank: Bool) throws(ValidationError) {
    if usesJACK, let choice = audio.audio, choice != .driver(.jack) {
      throw ValidationError("--jack and --audio exclude each other")
    }
    try AudioOutput.validate(output, jack)
    if timebase != nil, timebase != LiveSequenceOptions.Timebase.none, !usesJACK, output.audio != .driver(.jack) {
      throw ValidationError("--timebase: only with --jack")
    }
    guard midi.midiOut.isEmpty, !isJACK else { return }
    if midi.clock { throw ValidationError("--clock: name the MIDI output with --midi-out") }
    if output.audio == .driver(.silent) { throw ValidationError("--audio none: name a MIDI output with --midi-out") }
  }

  /// Throws if an option is given that requires --live or --jack.
  func refuseIdle() throws(ValidationError) {
    let names = (timebase == nil ? [] : ["--timebase"]) + midi.givenOptions + audio.givenOptions + jack.givenOptions
    guard !names.isEmpty else { return }
    throw ValidationError("\(names.joined(separator: ", ")): only with --live or --jack")
  }
}
