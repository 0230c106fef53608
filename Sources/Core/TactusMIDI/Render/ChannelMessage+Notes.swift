// Which messages begin and end notes.

extension ChannelMessage {
  /// Whether this is a channel message of MIDI 1.0 (message type 2).
  /// - Thread: any
  @inlinable public var isMIDI1: Bool { word0 &>> 28 == 2 }
  /// Whether this is a MIDI 1.0 note-on with velocity 0, which means note-off. In MIDI 2.0, a note-on with velocity 0
  /// is a real note-on.
  /// - Thread: any
  @inlinable public var isSilentNoteOn: Bool { isMIDI1 && status & 0xF0 == 0x90 && data2 == 0 }
  /// Whether the message starts a note: a note-on of MIDI 1.0 with a velocity above 0, or any note-on of MIDI 2.0.
  /// - Thread: any
  @inlinable public var startsNote: Bool {
    (isMIDI1 || isMIDI2) && status & 0xF0 == 0x90 && !isSilentNoteOn
  }
  /// Whether the message ends a note: a note-off, or a note-on of MIDI 1.0 with velocity 0.
  /// - Thread: any
  @inlinable public var endsNote: Bool { (isMIDI1 || isMIDI2) && status & 0xF0 == 0x80 || isSilentNoteOn }
}
