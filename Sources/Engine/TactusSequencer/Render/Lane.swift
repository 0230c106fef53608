import TactusMIDI
import TactusTime

/// What becomes of notes that sound beyond the end of their track's loop.
///
/// - Thread: any
public enum LoopEnd: Hashable, Sendable, CaseIterable {
  /// They end with the pass.
  case cut
  /// They end when their time is up, also in later passes.
  case ringOver
  /// Like a loop of tape: they end in the next pass where they would, at the latest where they begin again.
  case wrap
}

/// What happens when a key begins while it already sounds on its channel.
///
/// - Thread: any
public enum NoteOverlap: Hashable, Sendable, CaseIterable {
  /// The sounding note ends on the same frame, before the new one begins.
  case retrigger
  /// Both sound; each has its own note-off.
  case layer
}

/// What a track with a loop does while the position is before its start.
///
/// - Thread: any
public enum BeforeStart: Hashable, Sendable, CaseIterable {
  /// It waits.
  case silent
  /// It loops backwards without end: pass −1 ends where pass 0 begins.
  case wrap
}

/// What becomes of the position in a loop whose length is changed while it plays.
///
/// - Thread: any
public enum LoopChange: Hashable, Sendable, CaseIterable {
  /// The position is what it were if the loop had always had that length.
  case keepBeat
  /// A new first pass begins at once.
  case restart
  /// The pass that sounds is played to its end first, with all its notes. A pass of which nothing has been played has the
  /// new length.
  case atNextPass
}

/// A compiled track as the audio thread reads it: plain memory, kept alive by its ``TrackTimeline`` and the
/// ``SequenceTimeline``.
///
/// - Thread: audio
package struct Lane {
  /// Notes, ascending by tick, of each part; at one tick in the track's order.
  package var notes: UnsafePointer<LaneNote>?
  package var noteCount = 0
  /// Other messages, ascending by tick, of each part; at one tick in the track's order, all before the notes of that tick.
  package var messages: UnsafePointer<LaneMessage>?
  package var messageCount = 0
  /// The state after every ``checkpointSpacing`` messages: stretches of ``restoring``, so that a chase need not take all.
  package var checkpoints: UnsafePointer<LaneCheckpoint>?
  package var checkpointCount = 0
  package var checkpointSpacing = 0
  /// The messages of the checkpoints.
  package var restoring: UnsafePointer<LaneMessage>?
  /// The places of the packets of system-exclusive messages among ``messages``.
  package var packets: UnsafePointer<UInt32>?
  package var packetCount = 0
  /// The parts of ``notes`` and ``messages`` for passes that begin at these places of the song's grid: ``start``, then one
  /// after the other ``gridSpacing`` ticks later. Nil where all passes are alike.
  var parts: UnsafePointer<LanePart>?
  var partCount = 1
  var gridSpacing: Tick = 1
  package var chances: UnsafePointer<LaneChance>?
  package var chanceCount = 0
  /// The track's identity, which it keeps through edits; also the key of its random numbers.
  package var track: UInt32 = 0
  /// Where pass 0 begins.
  package var start: Tick = 0
  /// The length of a pass in ticks; 0 for a track that is played once.
  package var loopLength: Tick = 0
  /// After how many passes it ends; 0 for never. Only for loops.
  package var passLimit: Int64 = 0
  package var loopEnd = LoopEnd.cut
  package var overlap = NoteOverlap.retrigger
  package var beforeStart = BeforeStart.silent
  package var loopChange = LoopChange.keepBeat
  /// Neither muted nor silenced by another's solo.
  package var isAudible = true
  /// Whether it also plays before the place from which playing began (a metronome).
  package var playsInCountIn = false
  /// The channel of all that it plays, 0…15; −1: that of each message.
  package var channel: Int8 = -1
  /// The port of all that it plays, 0…15; −1: that of each message.
  package var port: Int8 = -1
  /// In semitones. Notes that leave 0…127 do not sound.
  package var transpose: Int16 = 0
  /// The channels of all ports that its messages are on.
  var channels = ChannelSet()
  /// Whether another lane has messages on one of them: then what was said last holds, whichever lane said it.
  var sharesChannel = false

  package init() {}
}

/// Some of 16 ports' 16 channels.
///
/// - Thread: any
struct ChannelSet: Hashable, Sendable {
  private var bits = SIMD4<UInt64>()

  init() {}

  var isEmpty: Bool { bits == SIMD4<UInt64>() }

  /// Whether it has a channel: port · 16 + channel.
  func contains(_ index: Int) -> Bool { bits[index &>> 6] &>> UInt64(index & 63) & 1 == 1 }

  mutating func insert(_ index: Int) { bits[index &>> 6] |= 1 &<< UInt64(index & 63) }

  mutating func formUnion(_ other: ChannelSet) { bits |= other.bits }

  func intersection(_ other: ChannelSet) -> ChannelSet {
    var result = self
    result.bits &= other.bits
    return result
  }
}

/// The messages that bring a lane's channels into the state that holds after so many of its messages, at the ticks at
/// which they, or what they stand for, were said.
///
/// - Thread: any
package struct LaneCheckpoint: Sendable {
  package var first: Int
  package var end: Int
}
