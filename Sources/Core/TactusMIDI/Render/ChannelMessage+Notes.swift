// Which messages begin and end notes.

extension ChannelMessage {
  /// Whether this is a channel message of MIDI 1.0 (message type 2).
  @inlinable package var isMIDI1: Bool { word0 &>> 28 == 2 }
  /// A note-on that is none: MIDI 1.0 ends a note by velocity 0, MIDI 2.0 does not.
  @inlinable package var isSilentNoteOn: Bool { isMIDI1 && status & 0xF0 == 0x90 && data2 == 0 }
  /// Whether a note begins.
  @inlinable package var startsNote: Bool {
    (isMIDI1 || isMIDI2) && status & 0xF0 == 0x90 && !isSilentNoteOn
  }
  /// Whether a note ends.
  @inlinable package var endsNote: Bool { (isMIDI1 || isMIDI2) && status & 0xF0 == 0x80 || isSilentNoteOn }
}
