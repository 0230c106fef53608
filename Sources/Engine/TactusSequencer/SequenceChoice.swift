import TactusFiles
import TactusTime

/// What to play of a file whose tracks are songs of their own (format 2); other files have one song.
///
/// - Thread: any
public enum SequenceChoice: Hashable, Sendable {
  /// The first song.
  case first
  /// A song by its number from 0; beyond the last: the last.
  case number(Int)
  /// All songs, each from where the one before it ends, each with its own tempi (120 bpm until its first).
  case concatenated
}

/// The tracks that sound, and how many ticks later than in the file.
struct TrackSelection {
  var tracks: [(index: Int, offset: Tick)] = []
  /// Where the last of them ends.
  var endTick: Tick = 0

  init(_ file: MIDIFile, _ choice: SequenceChoice) {
    let isAll = file.format != .independent || choice == .concatenated
    var indices = file.tracks.indices
    if !isAll, !indices.isEmpty {
      var number = 0
      if case .number(let wanted) = choice { number = min(max(0, wanted), indices.count - 1) }
      indices = number..<(number + 1)
    }
    var offset: Tick = 0
    for index in indices {
      tracks.append((index, offset))
      endTick = max(endTick, Self.shift(file.tracks[index].endTick, by: offset))
      if file.format == .independent { offset = endTick }
    }
  }

  /// A tick moved later, at most to 2⁵³.
  static func shift(_ tick: Tick, by offset: Tick) -> Tick {
    min(min(tick, TimeSettings.tickLimit) + offset, TimeSettings.tickLimit)
  }
}
