import TactusMIDI
import TactusRealtime

/// A message that waits for its frame.
struct DelayedMessage: BitwiseCopyable, Sendable {
  var message: ChannelMessage
  /// The generation of its channel: see `DelayedNotes.generations`. Messages of an older generation are dropped.
  var generation: UInt32
  /// Whether the message is a note-on that is not sent because a message ends all notes before it.
  var isDropped = false
}

/// The notes and other messages that an effect delays.
///
/// The memory is bounded: if n notes can be held, at most n note-ons, n note-offs and 4 n other messages wait. A note
/// is accepted only if there is room for all of its messages, so that no note-on remains without its note-off.
///
///     note-on ──► held until its note-off ──► note-off waits ──► out
///        └──────► waits ──► out: sounding
///        └──────► waits ──► out: sounding
struct DelayedNotes {
  /// The order of messages on the same frame.
  enum Rank {
    static var off: UInt8 { 0 }
    static var other: UInt8 { 1 }
    /// Note-ons, and messages for their keys.
    static var on: UInt8 { 2 }
    /// The note-off of a note of length 0.
    static var lateOff: UInt8 { 3 }
  }

  private var heap: EventHeap<DelayedMessage>
  private var sounding: OutputNotes
  private let setups: ChannelSetups
  /// For each of 256 channels, how many times all its notes have been ended.
  private let generations: UnsafeMutablePointer<UInt32>
  private let mostHeld: Int
  private var ons = 0
  private var offs = 0
  private var others = 0
  /// The frame of the latest message that is not for a key.
  private var lastOther = Int64.min
  private var gate = ExclusiveGate()

  /// Creates the list in memory for the number of messages that ``capacity(mostHeld:)`` returns.
  init(
    _ heap: EventHeap<DelayedMessage>, sounding: OutputNotes, setups: ChannelSetups,
    generations: UnsafeMutablePointer<UInt32>, mostHeld: Int
  ) {
    (self.heap, self.sounding, self.setups) = (heap, sounding, setups)
    (self.generations, self.mostHeld) = (generations, mostHeld)
  }

  /// Returns the maximum number of waiting messages.
  static func capacity(mostHeld: Int) -> Int { 6 &* mostHeld }

  /// The frame of the next message; `.max` if none waits.
  var nextFrame: Int64 { heap.firstTime ?? .max }

  var isEmpty: Bool { heap.count == 0 && sounding.count == 0 }

  /// Whether there is room for `notes` more notes while `held` notes are held.
  func hasRoom(for notes: Int, held: Int) -> Bool { held &+ offs &+ notes <= mostHeld && ons &+ notes <= mostHeld }

  // MARK: Input

  /// Returns the first frame on which a note may start, so that it does not come before the messages that set up its
  /// channel: see ``ChannelSetups``.
  func earliest(_ noteOn: ChannelMessage, _ now: OutputTime) -> Int64 { setups.earliest(noteOn.line, now.frame) }

  /// Starts a note now or later.
  mutating func start(_ noteOn: ChannelMessage, at frame: Int64, _ now: OutputTime, _ output: inout EventWriter) {
    if frame <= now.frame {
      sounding.start(noteOn, endsEarlier: true, at: now.offset, &output)
      return
    }
    ons &+= 1
    push(noteOn, at: frame, rank: Rank.on)
  }

  /// Ends a note now or later, never before it starts.
  mutating func end(
    _ noteOff: ChannelMessage, of part: HeldNotes.Part, _ now: OutputTime, _ output: inout EventWriter
  ) {
    let due = max(part.onFrame, now.frame &+ part.offDelay)
    if due <= now.frame {
      sounding.end(noteOff, at: now.offset, &output)
      return
    }
    offs &+= 1
    push(noteOff, at: due, rank: due == part.onFrame ? Rank.lateOff : Rank.off)
  }

  /// Passes a message for a note now or later, never before the note starts.
  mutating func follow(
    _ message: ChannelMessage, _ part: HeldNotes.Part, _ now: OutputTime, _ output: inout EventWriter
  ) {
    delay(message, until: max(part.onFrame, now.frame &+ part.offDelay), rank: Rank.on, now, &output)
  }

  /// Passes a message that is not for a key, never before an earlier message of this kind.
  mutating func pass(_ message: ChannelMessage, delay: Int64, _ now: OutputTime, _ output: inout EventWriter) {
    lastOther = max(lastOther, now.frame &+ delay)
    if lastOther > now.frame { setups.record(message, now.frame, due: lastOther) }
    self.delay(message, until: lastOther, rank: Rank.other, now, &output)
  }

  private mutating func delay(
    _ message: ChannelMessage, until frame: Int64, rank: UInt8, _ now: OutputTime, _ output: inout EventWriter
  ) {
    guard gate.admits(message) else { return output.drop() }
    if frame <= now.frame {
      output.write(message, at: now.offset)
    } else if others < 4 &* mostHeld {
      others &+= 1
      push(message, at: frame, rank: rank)
    } else {
      gate.lose(message)
      output.drop()
      if message.endsAllNotes { output.endPassed(channelOf: message, at: now.offset) }
    }
  }

  private mutating func push(_ message: ChannelMessage, at frame: Int64, rank: UInt8) {
    let generation = message.isForKey ? generations[message.line] : 0
    heap.push(DelayedMessage(message: message, generation: generation), time: frame, rank: rank)
  }

  // MARK: Output

  /// Writes the messages that are due before a frame.
  mutating func emit(before end: Int64, _ cycle: StageCycle, _ output: inout EventWriter) {
    while let time = heap.firstTime, time < end, let delayed = heap.pop(before: end) {
      let message = delayed.message
      count(out: message)
      if message.isForKey, delayed.generation != generations[message.line] { continue }
      let offset = Int32(truncatingIfNeeded: max(0, time &- cycle.firstFrame))
      if delayed.isDropped {
        sounding.expectLooseEnd(of: message)
      } else if message.startsNote {
        sounding.start(message, endsEarlier: true, at: offset, &output)
      } else if message.endsNote {
        sounding.end(message, at: offset, &output)
      } else {
        output.write(message, at: offset)
      }
    }
  }

  private mutating func count(out message: ChannelMessage) {
    if message.startsNote { ons &-= 1 } else if message.endsNote { offs &-= 1 } else { others &-= 1 }
  }

  // MARK: Ending

  /// Ends all notes of a channel, including waiting ones.
  mutating func releaseChannel(of message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    generations[message.line] &+= 1
    let first = message.firstKeyIndex
    sounding.endAll(first, before: first &+ 128, at: offset, &output)
  }

  /// Drops the waiting notes of a channel that would start after a frame, because a message ends all notes there.
  mutating func dropNotes(channelOf message: ChannelMessage, after end: Int64) {
    let line = message.line
    heap.update { delayed, time in
      if time > end, delayed.message.startsNote, delayed.message.line == line { delayed.isDropped = true }
    }
  }

  /// Ends all sounding notes, drops waiting ones, and writes the other messages.
  mutating func releaseAll(_ output: inout EventWriter) {
    sounding.endAll(0, before: ChannelMessage.keyIndexCount, at: 0, &output)
    while let delayed = heap.pop(before: .max) {
      if !delayed.message.isForKey { output.write(delayed.message, at: 0) }
    }
    if lastOther > .min { setups.reset() }
    (ons, offs, others, lastOther) = (0, 0, 0, .min)
  }

  /// Clears everything.
  mutating func reset() {
    heap.reset()
    sounding.reset()
    if lastOther > .min { setups.reset() }
    (ons, offs, others, lastOther) = (0, 0, 0, .min)
    gate = ExclusiveGate()
  }
}

/// The position of an incoming event.
struct OutputTime: BitwiseCopyable {
  let frame: Int64
  let offset: Int32
}
