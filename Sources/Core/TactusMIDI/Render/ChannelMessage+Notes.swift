// Which messages begin and end notes.

extension ChannelMessage {
  /// Whether this is a channel message of MIDI 1.0 (message type 2).
  @inlinable package var isMIDI1: Bool { word0 &>> 28 == 2 }
  /// Whether this is a MIDI 1.0 note-on with velocity 0, which means note-off. In MIDI 2.0, a note-on with velocity 0
  /// is a real note-on.
  @inlinable package var isSilentNoteOn: Bool { isMIDI1 && status & 0xF0 == 0x90 && data2 == 0 }
  /// Whether the message starts a note.
  @inlinable package var startsNote: Bool {
    (isMIDI1 || isMIDI2) && status & 0xF0 == 0x90 && !isSilentNoteOn
  }
  /// Whether the message ends a note.
  @inlinable package var endsNote: Bool { (isMIDI1 || isMIDI2) && status & 0xF0 == 0x80 || isSilentNoteOn }
}
