import Testing

/// The server of CoreMIDI's stand-in is one for the process, and so is its clock: one test after the other.
@Suite(.serialized) struct CoreMIDITests {}
