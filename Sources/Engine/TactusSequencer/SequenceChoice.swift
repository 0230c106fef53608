import TactusFiles
import TactusTime

/// Selects which songs to play if the tracks of a file are independent songs (format 2). Other files have one song.
///
/// - Thread: any
public enum SequenceChoice: Hashable, Sendable {
  /// The first song.
  case first
  /// A song by its number, counted from 0; numbers beyond the last select the last.
  case number(Int)
  /// All songs, one after another. Each starts where the previous one ends, and has its own tempi (120 BPM before its
  /// first tempo).
  case concatenated
}

/// The tracks to play, and the delay of each in ticks.
struct TrackSelection {
  var tracks: [(index: Int, offset: Tick)] = []
  /// The tick at which the last of the tracks ends.
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

  /// Returns a tick with an offset added, at most 2⁵³.
  static func shift(_ tick: Tick, by offset: Tick) -> Tick {
    min(min(tick, TimeSettings.tickLimit) + offset, TimeSettings.tickLimit)
  }
}
