import Testing

/// The process has only one stand-in server and one clock, so the tests run one after the other.
@Suite(.serialized) struct CoreMIDITests {}
