import Tactus

/// Generates songs of any length.
public enum Song {
  /// Returns a song of `tracks` tracks of notes, and one more track with a tempo change every 16 notes. The
  /// note tracks have about `count` events in all; tempo changes are not included in this number.
  public static func make(events count: Int, tracks: Int) -> MIDIFile {
    var tempi = MIDIFile.Track()
    let notes = count / (2 * tracks)
    for index in 0..<notes / 16 {
      tempi.appendMeta(0x51, [0x07, UInt8(index % 256), 0x11], at: Int64(index) * 16 * 31)
    }
    let parts = (0..<tracks).map { track in
      var part = MIDIFile.Track()
      let (on, off) = (0x90 | UInt8(track % 16), 0x80 | UInt8(track % 16))
      for index in 0..<notes {
        let (key, tick) = (UInt8(36 + (index + track) % 60), Int64(index) * 31 + Int64(track % 7))
        part.append(ChannelMessage(status: on, key, 100), at: tick)
        part.append(ChannelMessage(status: off, key, 64), at: tick + 24)
      }
      return part
    }
    return MIDIFile(division: .ticksPerQuarter(480), tracks: [tempi] + parts)
  }

  /// Returns a sequence of `tracks` loops, each of `notes` sixteenth notes.
  public static func loops(tracks: Int, notes: Int) -> MIDISequence {
    let step: Int64 = 5_040
    return MIDISequence(
      (0..<tracks).map { track in
        let list = NoteList(
          (0..<notes).map { index in
            Note(
              onset: Int64(index) * step + Int64(track * 37 % 5_000), duration: step / 2,
              key: UInt8(30 + (index * 7 + track * 5) % 60))
          })
        return Track(Clip(notes: list, length: Int64(notes) * step), channel: UInt8(track % 16), isLooped: true)
      })
  }
}
