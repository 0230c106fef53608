import TactusFiles
import TactusMIDI
import TactusTime

/// Finds the notes that a track starts but does not end, and counts the events that the timeline will contain.
struct TrackScan {
  /// The number of notes of one key that are open when a track ends.
  struct HangingKey {
    var message: ChannelMessage
    var count: Int
  }

  private(set) var channelMessages = 0
  private(set) var systemMessages = 0
  /// An upper bound for the number of packets of system-exclusive messages.
  private(set) var packets = 0
  private(set) var hangingNotes = 0
  /// An upper bound for the number of messages that reset channels between songs.
  private(set) var mostResets = 0
  /// The hanging keys of each track that has any, by the track's index in the file.
  private(set) var hangingKeys: [Int: [HangingKey]] = [:]

  init(_ file: MIDIFile, _ selection: TrackSelection) {
    var open = [Int32](repeating: 0, count: 1 << 15)
    for (index, _) in selection.tracks {
      file.tracks[index].events.withUnsafeBufferPointer { scan($0, of: index, &open) }
    }
    let songs = file.format == .independent ? selection.tracks.count : 1
    // Each song resets at most the channels on which songs before have sent messages since the last reset.
    mostResets = min(channelMessages, 256 * max(0, songs - 1))
  }

  /// Scans one track. All elements of `open` are 0 before and after.
  private mutating func scan(_ events: UnsafeBufferPointer<MIDIFile.Event>, of track: Int, _ open: inout [Int32]) {
    var openNotes = 0
    for event in events {
      guard let message = event.channelMessage else {
        if event.isSystemMessage { systemMessages += 1 }
        packets += event.mostPackets
        continue
      }
      channelMessages += 1
      let key = message.keyIndex
      if message.startsNote {
        open[key] += 1
        openNotes += 1
      } else if message.endsNote, open[key] > 0 {
        open[key] -= 1
        openNotes -= 1
      }
    }
    hangingNotes += openNotes
    guard openNotes > 0 else { return }
    var keys: [HangingKey] = []
    for event in events where openNotes > 0 {
      guard let message = event.channelMessage, message.startsNote, open[message.keyIndex] > 0 else { continue }
      let count = Int(open[message.keyIndex])
      keys.append(HangingKey(message: message.noteOff, count: count))
      openNotes -= count
      open[message.keyIndex] = 0
    }
    hangingKeys[track] = keys
  }
}

extension MIDIFile.Event {
  /// Whether this is neither a channel message nor information about the file itself (meta events, tempi).
  var isSystemMessage: Bool {
    switch content {
    case .sysEx, .escape, .packet: true
    case .channel, .meta, .tempo: false
    }
  }
}
