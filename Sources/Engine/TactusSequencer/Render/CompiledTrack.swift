import TactusMIDI
import TactusTime

/// How notes that sound beyond the end of their track's loop are treated.
///
/// - Thread: any
public enum LoopEnd: Hashable, Sendable, CaseIterable {
  /// They end with the pass.
  case cut
  /// They keep their full duration, even into later passes.
  case ringOver
  /// The remainder of the note is played at the start of the next pass, as on a tape loop, but at most until the note
  /// starts again.
  case wrap
}

/// How a note on a key that already sounds on its channel is treated.
///
/// - Thread: any
public enum NoteOverlap: Hashable, Sendable, CaseIterable {
  /// The sounding note ends on the same frame, before the new one starts.
  case retrigger
  /// Both sound; each has its own note-off.
  case layer
}

/// How a track with a loop behaves while the position is before its start.
///
/// - Thread: any
public enum BeforeStart: Hashable, Sendable, CaseIterable {
  /// It is silent.
  case silent
  /// It also repeats before its start, without limit: pass −1 ends where pass 0 starts.
  case wrap
}

/// How the position in a loop changes when the loop's length is changed during playback.
///
/// - Thread: any
public enum LoopChange: Hashable, Sendable, CaseIterable {
  /// The position is as if the loop had always had that length.
  case keepBeat
  /// The loop starts again at once, with its first pass.
  case restart
  /// The new length applies after the current pass, which is played to its end with all its notes. If nothing of the
  /// current pass has been played, it gets the new length at once.
  case atNextPass
}

/// A compiled track as the audio thread reads it: plain memory, kept alive by its ``TrackTimeline`` and the
/// ``SequenceTimeline``.
///
/// - Thread: audio
package struct CompiledTrack {
  /// The notes of each of the ``variants``, ascending by tick; notes at one tick keep the track's order.
  package var notes: UnsafePointer<CompiledNote>?
  package var noteCount = 0
  /// The longest duration of the notes, at most 2⁵⁶. A chase of notes examines only notes that start less than this
  /// before the position.
  package var longestDuration: Tick = 0
  /// The other messages of each of the ``variants``, ascending by tick; messages at one tick keep the track's order and
  /// precede its notes.
  package var messages: UnsafePointer<CompiledMessage>?
  package var messageCount = 0
  /// The state after every ``checkpointSpacing`` messages, each stored as a range of ``restoring``. A chase starts from
  /// such a state instead of processing all messages.
  package var checkpoints: UnsafePointer<ChaseCheckpoint>?
  package var checkpointCount = 0
  package var checkpointSpacing = 0
  /// The messages of the checkpoints.
  package var restoring: UnsafePointer<CompiledMessage>?
  /// The indices of the packets of system-exclusive messages in ``messages``.
  package var packets: UnsafePointer<UInt32>?
  package var packetCount = 0
  /// The variants of a pass, one for each position in the song's grid at which a pass can start: the first at
  /// ``start``, the others at intervals of ``gridSpacing`` ticks. Nil if all passes are the same.
  var variants: UnsafePointer<PassVariant>?
  var variantCount = 1
  var gridSpacing: Tick = 1
  package var chances: UnsafePointer<StepChance>?
  package var chanceCount = 0
  /// The track's identity, which survives edits; it also seeds the track's random numbers.
  package var id: UInt32 = 0
  /// The tick at which pass 0 starts.
  package var start: Tick = 0
  /// The length of a pass in ticks; 0 for a track that plays once.
  package var loopLength: Tick = 0
  /// The number of passes after which the loop ends; 0 for no end.
  package var passLimit: Int64 = 0
  package var loopEnd = LoopEnd.cut
  package var overlap = NoteOverlap.retrigger
  package var beforeStart = BeforeStart.silent
  package var loopChange = LoopChange.keepBeat
  /// Whether the track is neither muted nor silenced by another track's solo.
  package var isAudible = true
  /// Whether the track also plays during a count-in, as a metronome does.
  package var playsInCountIn = false
  /// The channel of all messages, 0…15; with −1, each keeps its channel.
  package var channel: Int8 = -1
  /// The port of all messages, 0…15; −1 to use their own.
  package var port: Int8 = -1
  /// The transposition in semitones. Notes transposed out of the range 0…127 are not played.
  package var transpose: Int16 = 0
  /// The channels, on all ports, that the track's messages use.
  var channels = ChannelSet()
  /// Whether another track has messages on one of these channels. If so, the most recent message applies, whichever
  /// track sent it.
  var sharesChannel = false

  package init() {}
}

/// The messages that set a compiled track's channels to the state after a certain number of its messages. They have the
/// ticks of the original messages.
///
/// - Thread: any
package struct ChaseCheckpoint: Sendable {
  package var first: Int
  package var end: Int
}
