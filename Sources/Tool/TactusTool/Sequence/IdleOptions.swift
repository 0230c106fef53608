import ArgumentParser

/// Refuses options of `tactus sequence` that have no effect because no audio is rendered, nothing is played, or
/// playback is live.
struct IdleOptions {
  private let command: SequenceCommand

  init(of command: SequenceCommand) { self.command = command }

  /// Throws an error with one sentence if such an option is given.
  func refuse() throws(ValidationError) {
    if command.options.output == nil {
      try refuse(command.format == nil ? [] : ["--format"], "only for output", "-o too")
    }
    let makesSound = command.options.output != nil && command.target == .audio
    if !makesSound { try refuse(command.options.namesForSound(lists: command.events), "only for sound", "-o x.wav") }
    if command.options.output == nil, !command.events {
      try refuse(playedNames, "only for output that is played", "--events, or -o x.wav or x.mid")
    } else if command.options.output != nil, command.target == .document {
      let names = command.length.names + playedNames
      try refuse(names, "no effect on a document, which contains everything", "-o x.wav or x.mid")
    }
  }

  /// Throws an error with one sentence if an option is given that has no effect in live playback.
  func refuseForLive() throws(ValidationError) {
    let options = command.options
    let files = given([
      ("--depth", options.depth != nil), ("--format", command.format != nil),
      ("--compression", options.compression != nil), ("--no-metadata", options.hasNoMetadata),
      ("--threads", options.threads != 0), ("--trace", options.trace != nil),
      ("--notes", options.notes != nil), ("--max-length", options.part.hasMaxLength),
    ])
    try refuse(files + options.part.names + options.level.names, "only for files", "-o x.wav without --live or --jack")
    if command.live.timebase == .follow {
      try refuse(command.length.names, "JACK's transport determines the length", "--timebase none or master")
    }
    guard !command.live.hasSound(hasBank: !options.bank.isEmpty) else { return }
    let sound = (options.chain == nil ? [] : ["--chain"]) + options.sound.names
    try refuse(sound, "only for sound", "--bank too")
  }

  /// The given options that affect only what is played, as sound, MIDI file or list.
  private var playedNames: [String] {
    given([("--fill", command.edits.fill), ("--max-length", command.options.part.hasMaxLength)])
  }

  private func refuse(_ names: [String], _ reason: String, _ way: String) throws(ValidationError) {
    try Self.refuse(names, reason, "use \(way)")
  }

  /// Throws an error with one sentence if there are names of options that have no effect.
  ///
  /// - Parameter remedy: what the user can do instead of leaving the options out.
  static func refuse(_ names: [String], _ reason: String, _ remedy: String) throws(ValidationError) {
    guard !names.isEmpty else { return }
    throw ValidationError("\(names.joined(separator: ", ")): \(reason); leave it out, or \(remedy)")
  }
}

extension SequenceLength {
  /// The options that are given.
  fileprivate var names: [String] {
    given([
      ("--bars", bars != nil), ("--beats", beats != nil), ("--seconds", seconds != nil), ("--passes", passes != nil),
    ])
  }
}

extension BounceOptions {
  /// Returns the names of the given options that affect only sound.
  ///
  /// - Parameter lists: whether events are listed. If so, `--rate` is left out, because it also affects the list.
  fileprivate func namesForSound(lists: Bool) -> [String] {
    given([
      ("--bank", !plain.bank.isEmpty), ("--depth", plain.depth != nil),
      ("--compression", plain.compression != nil), ("--chain", plain.chain != nil),
      ("--no-metadata", plain.hasNoMetadata),
      ("--threads", plain.threads != 0), ("--trace", plain.trace != nil), ("--notes", plain.notes != nil),
    ]) + part.names + fileSound.names(lists: lists) + sound.names + level.names
  }
}

extension PartOptions {
  fileprivate var names: [String] {
    given([
      ("--from", from != nil), ("--to", to != nil), ("--held", held != nil), ("--loops", loops != nil),
      ("--seamless", seamless), ("--intro", intro), ("--fade", fade != 0), ("--stems", stems != nil),
      ("--effects-apart", effectsApart), ("--skip-silent-stems", skipSilentStems),
    ])
  }
}

extension SoundOptions {
  /// The names of the options that are given.
  var names: [String] {
    given([
      ("--quality", quality != .live), ("--interpolation", interpolation != nil),
      ("--velocity-filter", velocityFilter != .off), ("--bank-select", bankSelect != .gs), ("--no-reverb", isDry),
      ("--no-chorus", isWithoutChorus), ("--no-delay", isWithoutDelay), ("--reverb-level", reverbLevel != nil),
      ("--chorus-level", chorusLevel != nil), ("--gain", gain != nil), ("--polyphony", polyphony != 256),
    ])
  }
}

extension LevelOptions {
  fileprivate var names: [String] {
    given([
      ("--normalize", normalize != nil), ("--loudness", loudness != nil), ("--limit", limit != nil),
      ("--measure", measure),
    ])
  }
}

/// Returns the names of the options that are given.
func given(_ options: [(name: String, isGiven: Bool)]) -> [String] {
  options.filter(\.isGiven).map(\.name)
}
