import TactusMIDI
import TactusTime

/// Iterates over the messages before a lane's position, with their ticks: those of the previous pass, then those of the
/// current one. The messages of each pass start with those of its last checkpoint.
struct LaneHistory {
  let lane: UnsafePointer<Lane>
  /// The tick of the next message, in ticks of the sequence; `.max` if none is left.
  private(set) var tick: Tick = .max
  /// The index ranges of the messages in the previous and the current pass.
  let messageRanges: (before: Range<Int>, present: Range<Int>)
  private let starts: (before: Tick, present: Tick)
  /// The current part: 0 is the checkpoint of the previous pass, 1 the messages after it, 2 the checkpoint of the
  /// current pass, 3 the messages after that.
  private var part = -1
  private var index = 0
  private var end = 0

  init(_ lane: UnsafePointer<Lane>, _ cursor: LaneCursor) {
    self.lane = lane
    let (length, limit) = (lane.pointee.loopLength, lane.pointee.passLimit)
    let isOver = length > 0 && limit > 0 && cursor.pass >= limit
    let hasPassed = length > 0 && (cursor.pass > 0 || lane.pointee.wrapsBeforeStart)
    let missed = isOver ? cursor.pass &- limit : 0
    let before = cursor.previousStart < cursor.passStart ? cursor.previousStart : cursor.passStart &- length
    // the previous pass may have kept a greater length after an edit, so that more of its messages have been played
    let reach = max(length, cursor.passStart &- before)
    starts = (before &- missed &* length, cursor.passStart)
    let (old, new) = (lane.pointee.part(ofPassAt: starts.before), lane.pointee.part(ofPassAt: starts.present))
    let (first, begun) = (old.messages.first, new.messages.first)
    messageRanges = (
      first..<(hasPassed ? max(first, lane.pointee.firstMessage(notBefore: reach, in: old)) : first),
      begun..<(isOver ? begun : max(begun, cursor.message))
    )
    settle()
  }

  /// The next message, on the lane's channel. There must be one.
  var message: ChannelMessage { lane.pointee.placed(next.message) }

  private var next: LaneMessage {
    let messages = part & 1 == 0 ? lane.pointee.restoring : lane.pointee.messages
    return messages.unsafelyUnwrapped[index]
  }

  mutating func advance() {
    index &+= 1
    settle()
  }

  /// Finds the next message, if necessary in the next part.
  private mutating func settle() {
    while index >= end, part < 4 {
      part &+= 1
      enter()
    }
    guard part < 4 else {
      tick = .max
      return
    }
    // the remaining messages of a pass that was cut short count as sent just before its end
    tick = part < 2 ? min(starts.before &+ next.tick, starts.present &- 1) : starts.present &+ next.tick
  }

  private mutating func enter() {
    let range = part < 2 ? messageRanges.before : messageRanges.present
    let checkpoint = lane.pointee.checkpoint(before: range.upperBound)
    if part & 1 == 0 {
      (index, end) = (checkpoint?.first ?? 0, checkpoint?.end ?? 0)
    } else {
      (index, end) = (range.lowerBound, range.upperBound)
      if checkpoint != nil {
        let spacing = lane.pointee.checkpointSpacing
        index = min(end / spacing, lane.pointee.checkpointCount) &* spacing
      }
    }
  }
}

extension Lane {
  /// Returns the last checkpoint within the first `count` messages.
  fileprivate func checkpoint(before count: Int) -> LaneCheckpoint? {
    guard let checkpoints, checkpointSpacing > 0, count >= checkpointSpacing, checkpointCount > 0 else { return nil }
    return checkpoints[min(count / checkpointSpacing, checkpointCount) &- 1]
  }
}

/// The past messages of several lanes, merged by (tick, lane) with a binary heap of their histories.
struct MergedHistories {
  private let histories: UnsafeMutablePointer<LaneHistory>
  private(set) var count = 0

  /// Creates an empty heap in memory that holds one history per lane.
  init(_ histories: UnsafeMutablePointer<LaneHistory>) { self.histories = histories }

  /// Adds the history of a lane. Lanes must be added in ascending order.
  mutating func add(_ history: LaneHistory) {
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
  mutating func drain(_ body: (ChannelMessage, UnsafePointer<Lane>) -> Void) {
    while count > 0 {
      body(histories[0].message, histories[0].lane)
      histories[0].advance()
      if histories[0].tick == .max {
        count &-= 1
        histories[0] = histories[count]
      }
      if count > 1 { siftDown() }
    }
  }

  private static func precedes(_ a: LaneHistory, _ b: LaneHistory) -> Bool {
    a.tick < b.tick || (a.tick == b.tick && a.lane < b.lane)
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
