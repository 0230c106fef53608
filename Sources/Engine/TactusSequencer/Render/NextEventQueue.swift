import TactusTime

/// A priority queue of the next events of compiled tracks, ordered by (tick, messages before notes, track).
struct NextEventQueue {
  /// The next event of a track.
  struct Turn {
    var tick: Tick
    /// The track's index; the top bit is set for a note, which sorts after all messages at its tick.
    private var key: UInt32

    init(_ cursor: TrackCursor, trackIndex: Int) {
      tick = cursor.nextTick
      key = UInt32(truncatingIfNeeded: trackIndex)
      if cursor.isNote { key |= 1 &<< 31 }
    }

    var trackIndex: Int { Int(key & 0x7FFF_FFFF) }
    func precedes(_ other: Turn) -> Bool { tick < other.tick || (tick == other.tick && key < other.key) }
  }

  private let turns: UnsafeMutablePointer<Turn>
  private(set) var count = 0

  init(_ turns: UnsafeMutablePointer<Turn>) { self.turns = turns }

  /// The tick of the next event; `.max` if no track has one.
  var nextTick: Tick { count > 0 ? turns[0].tick : .max }
  /// The index of the track with the next event. Must not be used if the queue is empty.
  var trackIndex: Int { turns[0].trackIndex }

  /// Inserts the tracks that have events to play.
  mutating func fill(_ cursors: UnsafeMutablePointer<TrackCursor>, count trackCount: Int) {
    count = 0
    for index in 0..<trackCount where cursors[index].nextTick != .max {
      turns[count] = Turn(cursors[index], trackIndex: index)
      count &+= 1
    }
    var index = count / 2
    while index > 0 {
      index &-= 1
      siftDown(index)
    }
  }

  /// Updates the queue after its first track has moved past its event.
  mutating func update(_ cursor: TrackCursor) {
    if cursor.nextTick == .max {
      count &-= 1
      turns[0] = turns[count]
    } else {
      turns[0] = Turn(cursor, trackIndex: turns[0].trackIndex)
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
