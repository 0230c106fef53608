import TactusFileAccess
import TactusSimulation

/// The songs of `tactus play`, and which of them plays.
package struct SongList {
  /// The path extensions of the files of a folder that are played as songs.
  package static let pathExtensions = ["mid", "midi", "kar", "rmi", "json"]

  /// The paths in the order of playing; a single nil for the demo song.
  package private(set) var songs: [String?]
  private let repeats: Bool
  private var index = 0

  /// - Parameters:
  ///   - arguments: paths of songs and folders; none for the demo song.
  ///   - seed: the seed of the random order; nil for the order of the arguments.
  ///   - repeats: whether the first song follows the last one.
  /// - Throws: an error if a folder contains no song.
  package init(_ arguments: [String], seed: UInt64? = nil, repeats: Bool = false) throws(ToolError) {
    var paths = try SongFolder.expanding(arguments, pathExtensions: Self.pathExtensions)
    if let seed {
      var random = HostRandom(seed: seed)
      paths.shuffle(using: &random)
    }
    songs = paths.isEmpty ? [nil] : paths
    self.repeats = repeats
  }

  /// The song that plays; nil for the demo song.
  package var current: String? { songs[index] }
  /// "2/7"; nil if there is only one song.
  package var position: String? { songs.count > 1 ? "\(index + 1)/\(songs.count)" : nil }
  /// Whether there are several songs.
  package var hasSeveral: Bool { songs.count > 1 }

  /// Moves to the next song. Returns whether there is one.
  package mutating func next() -> Bool {
    if index + 1 < songs.count {
      index += 1
    } else if repeats {
      index = 0
    } else {
      return false
    }
    return true
  }

  /// Moves to the previous song; with the first song, stays there.
  package mutating func previous() { index = index > 0 ? index - 1 : repeats ? songs.count - 1 : 0 }
}
