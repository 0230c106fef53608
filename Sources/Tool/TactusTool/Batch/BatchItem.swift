import Tactus

/// A song of a batch with its output and options.
struct BatchItem: Sendable {
  /// The path of the song.
  var song: String
  /// The path of the output.
  var output: String
  /// The options of its bounce.
  var options: BounceOptions
  /// The number of its line in the list; nil for songs from the command line.
  var line: Int?

  /// The identity of its stack of banks.
  var bankKey: BatchBanks.Key {
    .init(names: options.bank, velocityFilter: options.sound.velocityFilter)
  }
}
