import TactusFiles
import TactusMIDI
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

extension ChannelMessage {
  /// Whether the message changes controllers, pressure or pitch bend. Channels on which a song has sent such messages
  /// receive ``controllerReset(_:)`` before the next song.
  var changesControllers: Bool {
    switch status & 0xF0 {
    case 0xA0, 0xB0, 0xD0, 0xE0: true
    default: false
    }
  }

  /// The message that resets the controllers of a channel, with its port in the higher bits of the number.
  static func controllerReset(_ channelIndex: Int) -> ChannelMessage {
    ChannelMessage(status: 0xB0 | UInt8(channelIndex & 15), 121, 0, port: UInt8(channelIndex >> 4))
  }
}
