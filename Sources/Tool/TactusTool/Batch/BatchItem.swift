import Tactus

/// One song of a batch and what is to become of it.
struct BatchItem: Sendable {
  /// The paths of the song and of the file to make.
  var song: String
  var output: String
  /// How it is bounced.
  var options: BounceOptions
  /// The line of the list that says so; nil for songs of the command line.
  var line: Int?

  /// What its bank is known by.
  var bankKey: BatchBanks.Key {
    .init(names: options.bank, velocityFilter: options.sound.velocityFilter)
  }
}
