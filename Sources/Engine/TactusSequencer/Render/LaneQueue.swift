import TactusTime

/// A priority queue of the lanes' next events, ordered by (tick, messages before notes, lane).
struct LaneQueue {
  /// The next event of a lane.
  struct Turn {
    var tick: Tick
    /// The lane's number; the top bit is set for a note, which sorts after all messages at its tick.
    private var key: UInt32

    init(_ cursor: LaneCursor, lane: Int) {
      tick = cursor.nextTick
      key = UInt32(truncatingIfNeeded: lane)
      if cursor.isNote { key |= 1 &<< 31 }
    }

    var lane: Int { Int(key & 0x7FFF_FFFF) }
    func precedes(_ other: Turn) -> Bool { tick < other.tick || (tick == other.tick && key < other.key) }
  }

  private let turns: UnsafeMutablePointer<Turn>
  private(set) var count = 0

  init(_ turns: UnsafeMutablePointer<Turn>) { self.turns = turns }

  /// The tick of the next event; `.max` if no lane has one.
  var nextTick: Tick { count > 0 ? turns[0].tick : .max }
  /// The lane with the next event. There must be one.
  var lane: Int { turns[0].lane }

  /// Inserts the lanes that have events to play.
  mutating func fill(_ cursors: UnsafeMutablePointer<LaneCursor>, count lanes: Int) {
    count = 0
    for lane in 0..<lanes where cursors[lane].nextTick != .max {
      turns[count] = Turn(cursors[lane], lane: lane)
      count &+= 1
    }
    var index = count / 2
    while index > 0 {
      index &-= 1
      siftDown(index)
    }
  }

  /// Updates the queue after the lane that had the next event has moved past it.
  mutating func update(_ cursor: LaneCursor) {
    if cursor.nextTick == .max {
      count &-= 1
      turns[0] = turns[count]
    } else {
      turns[0] = Turn(cursor, lane: turns[0].lane)
    }
    if count > 1 { siftDown(0) }
  }

  private func siftDown(_ start: Int) {
    var parent = start
    let turn = turns[parent]
    while true {
      var child = 2 &* parent &+ 1
      guard child < count else { break }
      if child &+ 1 < count, turns[child &+ 1].precedes(turns[child]) { child &+= 1 }
      guard turns[child].precedes(turn) else { break }
      turns[parent] = turns[child]
      parent = child
    }
    turns[parent] = turn
  }
}
