import Tactus

/// A song of a batch with its output and options.
struct BatchItem: Sendable {
  /// The paths of the song and of the output.
  var song: String
  var output: String
  /// The options of its bounce.
  var options: BounceOptions
  /// The line of the list; nil for songs from the command line.
  var line: Int?

  /// The identity of its bank.
  var bankKey: BatchBanks.Key {
    .init(names: options.bank, velocityFilter: options.sound.velocityFilter)
  }
}
