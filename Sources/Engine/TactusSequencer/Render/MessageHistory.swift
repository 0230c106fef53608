import TactusMIDI
import TactusTime

/// Iterates over the messages before a position in a compiled track, with their ticks: first the messages of the two
/// previous passes, then those of the current pass. The messages of each pass start with those of its last checkpoint.
///
/// The pass before the previous one counts, because the first messages of a pass can depend on the last ones of the
/// pass before: a program change has the bank, and data entry sets the parameter, that was selected then.
struct MessageHistory {
  let track: UnsafePointer<CompiledTrack>
  /// The tick of the next message, in ticks of the sequence; `.max` if none is left.
  private(set) var tick: Tick = .max
  /// The index ranges of the messages in the previous and the current pass.
  let messageRanges: (before: Range<Int>, present: Range<Int>)
  /// The index range of the messages in the pass before the previous one.
  private let earlierRange: Range<Int>
  private let starts: (earlier: Tick, before: Tick, present: Tick)
  /// The current part: 0 is the checkpoint of the pass before the previous one, 1 the messages after it; 2 and 3 are
  /// those of the previous pass, 4 and 5 those of the current pass.
  private var part = -1
  private var index = 0
  private var end = 0

  init(_ track: UnsafePointer<CompiledTrack>, _ cursor: TrackCursor) {
    self.track = track
    let (length, limit) = (track.pointee.loopLength, track.pointee.passLimit)
    let isOver = length > 0 && limit > 0 && cursor.pass >= limit
    let wraps = track.pointee.wrapsBeforeStart
    let hasPassed = length > 0 && (cursor.pass > 0 || wraps)
    let hasPassedTwice = hasPassed && ((isOver ? limit : cursor.pass) > 1 || wraps)
    let missed = isOver ? cursor.pass &- limit : 0
    let before = cursor.previousStart < cursor.passStart ? cursor.previousStart : cursor.passStart &- length
    // the previous pass may have kept a greater length after an edit, so that more of its messages have been played
    let reach = max(length, cursor.passStart &- before)
    let previous = before &- missed &* length
    starts = (previous &- length, previous, cursor.passStart)
    let oldest = track.pointee.variant(ofPassAt: starts.earlier)
    let (old, new) = (track.pointee.variant(ofPassAt: starts.before), track.pointee.variant(ofPassAt: starts.present))
    let (start, first, begun) = (oldest.messages.first, old.messages.first, new.messages.first)
    messageRanges = (
      first..<(hasPassed ? max(first, track.pointee.firstMessage(notBefore: reach, in: old)) : first),
      begun..<(isOver ? begun : max(begun, cursor.message))
    )
    earlierRange =
      start..<(hasPassedTwice ? max(start, track.pointee.firstMessage(notBefore: length, in: oldest)) : start)
    settle()
  }

  /// The next message, on the track's channel. Must not be used after the last message.
  var message: ChannelMessage { track.pointee.placed(next.message) }

  private var next: CompiledMessage {
    let messages = part & 1 == 0 ? track.pointee.restoring : track.pointee.messages
    return messages.unsafelyUnwrapped[index]
  }

  mutating func advance() {
    index &+= 1
    settle()
  }

  /// Finds the next message, if necessary in the next part.
  private mutating func settle() {
    while index >= end, part < 6 {
      part &+= 1
      enter()
    }
    // the remaining messages of a pass that was cut short count as sent just before its end
    switch part {
    case 0, 1: tick = min(starts.earlier &+ next.tick, starts.before &- 1)
    case 2, 3: tick = min(starts.before &+ next.tick, starts.present &- 1)
    case 4, 5: tick = starts.present &+ next.tick
    default: tick = .max
    }
  }

  private mutating func enter() {
    let range = part < 2 ? earlierRange : part < 4 ? messageRanges.before : messageRanges.present
    let checkpoint = track.pointee.checkpoint(before: range.upperBound)
    if part & 1 == 0 {
      (index, end) = (checkpoint?.first ?? 0, checkpoint?.end ?? 0)
    } else {
      (index, end) = (range.lowerBound, range.upperBound)
      if checkpoint != nil {
        let spacing = track.pointee.checkpointSpacing
        index = min(end / spacing, track.pointee.checkpointCount) &* spacing
      }
    }
  }
}

extension CompiledTrack {
  /// Returns the last checkpoint within the first `count` messages.
  fileprivate func checkpoint(before count: Int) -> ChaseCheckpoint? {
    guard let checkpoints, checkpointSpacing > 0, count >= checkpointSpacing, checkpointCount > 0 else { return nil }
    return checkpoints[min(count / checkpointSpacing, checkpointCount) &- 1]
  }
}

/// The past messages of several tracks, merged by (tick, track) with a binary heap of their histories.
struct MergedHistories {
  private let histories: UnsafeMutablePointer<MessageHistory>
  private(set) var count = 0

  /// Creates an empty heap in memory that holds one history per track.
  init(_ histories: UnsafeMutablePointer<MessageHistory>) { self.histories = histories }

  /// Adds the history of a track. Tracks must be added in ascending order.
  mutating func add(_ history: MessageHistory) {
    guard history.tick != .max else { return }
    var child = count
    count &+= 1
    while child > 0 {
      let parent = (child &- 1) / 2
      guard Self.precedes(history, histories[parent]) else { break }
      histories[child] = histories[parent]
      child = parent
    }
    histories[child] = history
  }

  /// Calls `body` with all messages in order.
  mutating func drain(_ body: (ChannelMessage, UnsafePointer<CompiledTrack>) -> Void) {
    while count > 0 {
      body(histories[0].message, histories[0].track)
      histories[0].advance()
      if histories[0].tick == .max {
        count &-= 1
        histories[0] = histories[count]
      }
      if count > 1 { siftDown() }
    }
  }

  private static func precedes(_ a: MessageHistory, _ b: MessageHistory) -> Bool {
    a.tick < b.tick || (a.tick == b.tick && a.track < b.track)
  }

  private func siftDown() {
    var parent = 0
    let history = histories[0]
    while true {
      var child = 2 &* parent &+ 1
      guard child < count else { break }
      if child &+ 1 < count, Self.precedes(histories[child &+ 1], histories[child]) { child &+= 1 }
      guard Self.precedes(histories[child], history) else { break }
      histories[parent] = histories[child]
      parent = child
    }
    histories[parent] = history
  }
}
