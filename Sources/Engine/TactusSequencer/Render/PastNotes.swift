import TactusTime

/// The start of a note. Starts are ordered as the notes are played: by tick, track and index in the track.
struct NoteStart {
  var tick: Tick
  private var rank: UInt64

  /// The start that precedes all others.
  static var none: NoteStart { NoteStart(tick: .min, rank: 0) }

  private init(tick: Tick, rank: UInt64) { (self.tick, self.rank) = (tick, rank) }

  /// Creates the start of a note in a pass.
  init(of note: Int, in pass: TrackPass, of track: UnsafePointer<CompiledTrack>, _ trackIndex: Int) {
    tick = pass.start &+ track.pointee.notes.unsafelyUnwrapped[note].tick
    rank = UInt64(truncatingIfNeeded: trackIndex) &<< 32 | UInt64(truncatingIfNeeded: note) & 0xFFFF_FFFF
  }

  func precedes(_ other: NoteStart) -> Bool { tick < other.tick || (tick == other.tick && rank < other.rank) }
}

/// Iterates over the last notes of a compiled track that start from one tick up to another, in the order of playback:
/// the notes of earlier passes, and then those of the present pass or, after the end of a loop, of its last pass.
struct PastNotes {
  private let track: UnsafePointer<CompiledTrack>
  private let earliest: Tick
  private let position: Tick
  private let lastPass: TrackPass
  private var pass: TrackPass
  private var index = 0
  private var end = 0

  /// Finds the first of these notes.
  ///
  /// - Parameters:
  ///   - earliest: the first tick; not above 2⁵³.
  ///   - position: the last tick.
  ///   - most: the maximum number of notes. At most 256 passes before the last one are examined.
  /// - Returns: nil if the track has not started.
  init?(
    _ track: UnsafePointer<CompiledTrack>, _ cursor: TrackCursor, from earliest: Tick, until position: Tick, most: Int
  ) {
    let (length, limit) = (track.pointee.loopLength, track.pointee.passLimit)
    let wraps = track.pointee.wrapsBeforeStart
    guard var last = cursor.pass(at: position, length, wrapsBeforeStart: wraps) else { return nil }
    if length > 0, limit > 0, last.number >= limit {
      let missed = (last.number &- limit &+ 1) &* length
      last = TrackPass(number: limit &- 1, start: last.start &- missed, end: last.end &- missed)
    }
    (self.track, self.earliest, self.position, lastPass, pass) = (track, earliest, position, last, last)
    enterPass()
    var (count, passes) = (end &- index, 0)
    let first = max(earliest, -TimeSettings.tickLimit)
    while length > 0, count < most, passes < 256, pass.number > 0 || wraps, pass.start > first {
      pass = TrackPass(number: pass.number &- 1, start: pass.start &- length, end: pass.start)
      enterPass()
      count &+= end &- index
      passes &+= 1
    }
    if count > most { index &+= count &- most }
  }

  /// Returns the index of the next note in the compiled track, and its pass.
  mutating func next() -> (note: Int, pass: TrackPass)? {
    while index >= end {
      guard pass.number < lastPass.number else { return nil }
      let number = pass.number &+ 1
      let isLast = number == lastPass.number
      pass = isLast ? lastPass : TrackPass(number: number, start: pass.end, end: pass.end &+ pass.length)
      enterPass()
    }
    index &+= 1
    return (index &- 1, pass)
  }

  /// Moves to the first note of the pass that counts. Notes outside the loop never play.
  private mutating func enterPass() {
    let variant = track.pointee.variant(ofPassAt: pass.start)
    let isLoop = track.pointee.loopLength > 0
    let (start, limit) = (earliest &- pass.start, position &- pass.start &+ 1)
    end = track.pointee.firstNote(notBefore: isLoop ? min(limit, pass.length) : limit, in: variant)
    index = min(end, track.pointee.firstNote(notBefore: isLoop ? max(0, start) : start, in: variant))
  }
}
