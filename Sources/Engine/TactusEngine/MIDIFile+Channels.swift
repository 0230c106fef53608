import TactusFiles
import TactusMIDI

extension MIDIFile {
  /// Returns the song without the notes of all other channels. All messages that are not notes remain, because parts of
  /// other channels may depend on them.
  ///
  /// - Parameter channels: the channels to keep, each as 16 · port + channel; nil for all.
  func notes(of channels: Set<Int>?) -> MIDIFile {
    guard let channels else { return self }
    var song = self
    for index in tracks.indices {
      song.tracks[index] = tracks[index].filtered { event in
        guard let message = event.channelMessage, message.startsNote || message.endsNote else { return true }
        return channels.contains(message.channelIndex)
      }
    }
    return song
  }
}
