import TactusFiles
import TactusMIDI
import TactusSequencer
import TactusTime

/// The part of a song's events that `--from`, `--to` and `--channels` select.
struct EventSelection {
  private let part: SongPart
  /// The channels, each as port · 16 + channel; nil for all events.
  private let channels: Set<Int>?

  /// - Parameters:
  ///   - name: the name of the song in messages.
  ///   - clock: the clock of the song, for the sample rate of the list.
  /// - Throws: an error if the song has nothing between the positions, or if a position lies beyond its bar.
  init(
    of song: MIDIFile, named name: String, from: SongPosition?, to: SongPosition?, channels: ChannelOption?,
    _ clock: FrameClock
  ) throws(ToolError) {
    part = try SongPart(of: song, named: name, from: from, to: to, clock)
    self.channels = channels?.ofSong
  }

  /// Whether all events are selected.
  var isWhole: Bool { part.isWhole && channels == nil }

  /// Whether an event, and all that follow it, lie after the selected part.
  func isOver(atTick tick: Tick, frame: Int64) -> Bool { part.isOver(atTick: tick, frame: frame) }

  /// Whether an event before the end is selected. With channels, only their messages are.
  func contains(_ element: MergedEvents.Element, frame: Int64) -> Bool {
    if part.isAhead(ofTick: element.tick, frame: frame) { return false }
    guard let channels else { return true }
    guard let message = element.event?.channelMessage else { return false }
    return channels.contains(message.channelIndex)
  }
}
