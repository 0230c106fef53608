import ArgumentParser
import TactusEngine

/// The sound options that only files have. Commands that only play hide them in their help, and refuse them.
struct FileSoundOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Sample rate of files, 8000 to 768000.", valueName: "hz")) var rate = 48_000
  @Option(help: ArgumentHelp("Silence before the song, in files.", valueName: "seconds")) var leadIn = 0.0
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Tail of files: seconds, the level at which it ends, such as -60dB, or auto: until silence.", valueName: "end")
  )
  var tail = TailOption.automatic
  @Flag(help: "Write files with one channel, the mean of left and right.") var mono = false

  func apply(to settings: inout BounceSettings) {
    settings.sampleRate = rate
    settings.leadIn = leadIn
    switch tail {
    case .automatic: break
    case .level(let level): settings.tail = .automatic(threshold: level)
    case .seconds(let seconds): settings.tail = .seconds(seconds)
    }
  }

  /// Refuses these options in live playback, in which they have no effect.
  ///
  /// - Throws: an error with one sentence if one of them is given.
  func refuseForLive() throws(ValidationError) {
    guard let first = names(lists: false).first else { return }
    throw ValidationError(
      "\(first): " + (first == "--rate" ? "the audio output sets the sample rate" : "only for files") + "; leave it out"
    )
  }

  /// Returns the names of the options that are given, without `--rate` if events are listed.
  func names(lists: Bool) -> [String] {
    given([
      ("--rate", rate != 48_000 && !lists), ("--lead-in", leadIn != 0), ("--tail", tail != .automatic),
      ("--mono", mono),
    ])
  }
}
