import Tactus

/// A song of a batch with its output and options.
struct BatchItem: Sendable {
  /// The path of the song.
  var song: String
  /// The path of the output: a file, or a folder that ends in "/" for stems.
  var output: String
  /// The options of its bounce.
  var options: BounceOptions
  /// The number of its line in the list; nil for songs from the command line.
  var line: Int?
  /// Whether the bank in the song's file plays even if the options name banks: its presets replace theirs. If the options
  /// name no bank, it always plays.
  var playsOwnBank = false

  /// The file whose existence shows that the output is complete.
  var completedFile: String { options.part.stems == nil ? output : output + StemsRecord.name }

  /// The files that it writes; for stems, only their record.
  var writtenFiles: [String] { [completedFile, options.notes].compactMap(\.self) }

  /// The identity of its stack of banks.
  var bankKey: BatchBanks.Key {
    .init(names: options.bank, velocityFilter: options.sound.velocityFilter)
  }
}
