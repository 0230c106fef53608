import TactusTime

extension SequencerCore {
  /// Gives the notes that sound the ends that their notes now have.
  mutating func reconcile(_ lanes: UnsafePointer<Lane>?, _ count: Int) {
    guard tracker.count > 0 else { return }
    let (cursors, position) = (cursors, position)
    tracker.rescheduleTwins { sounding in
      for index in 0..<count where lanes.unsafelyUnwrapped[index].track == sounding[0].track {
        let ends = TwinEnds(of: sounding[0], in: lanes.unsafelyUnwrapped + index, cursors[index])
        return ends.give(to: sounding, at: position)
      }
      for index in sounding.indices { sounding[index].due = .min }
    }
  }
}

/// When the notes of one tick and key of an edited lane end: notes that are twins, but mostly one.
///
/// A receiver cannot tell the note-offs of twins apart. So it does not matter which of those that sound ends when, but
/// that each of the ends is met once.
private struct TwinEnds {
  /// An end, and the index of its note: longer notes come first, then those that come first in the lane.
  typealias End = (tick: Tick, index: Int)

  private let lane: UnsafePointer<Lane>
  private let sounding: SoundingNote
  /// The pass in which they began.
  private let pass: LanePass
  /// The first note of their tick, and the one behind the last of the pass.
  private let notes: LanePart.Bounds

  init(of sounding: SoundingNote, in lane: UnsafePointer<Lane>, _ cursor: LaneCursor) {
    (self.lane, self.sounding) = (lane, sounding)
    if cursor.keepsPasses {
      pass = sounding.pass
    } else {
      // passes lie elsewhere now, or nowhere
      let isPresent = sounding.began >= cursor.passStart
      let end = isPresent ? cursor.passEnd : cursor.passStart
      let number = isPresent ? cursor.pass : cursor.pass &- 1
      pass = LanePass(number: number, start: end &- lane.pointee.loopLength, end: end)
    }
    let part = lane.pointee.part(ofPassAt: pass.start)
    let first = lane.pointee.isAudible ? lane.pointee.firstNote(notBefore: sounding.laneTick, in: part) : part.notes.end
    notes = LanePart.Bounds(first: first, end: part.notes.end)
  }

  /// Gives twins that sound, those that end last first, their ends; at once to those that are no longer there.
  func give(to sounding: UnsafeMutableBufferPointer<SoundingNote>, at position: Tick) {
    for index in sounding.indices { sounding[index].pass = pass }
    if haveStayed(sounding) { return }
    let count = count
    var end: End = (.max, -1)
    for index in sounding.indices {
      if lane.pointee.retriggers {
        end = last ?? (.min, 0)  // it has ended those before it
      } else {
        // where some are gone, one that cannot be told from another goes on with it
        if sounding.count > count, hasEnd(at: sounding[index].due) { continue }
        let given = end.tick
        repeat {
          end = next(after: end, notBeyond: .max) ?? (.min, .max)
        } while sounding.count > count && end.tick != given && end.tick != .min && isDue(end.tick, in: sounding)
      }
      sounding[index].due = end.tick < position ? .min : end.tick
    }
  }

  /// Whether one of these notes ends at a tick.
  private func isDue(_ tick: Tick, in sounding: UnsafeMutableBufferPointer<SoundingNote>) -> Bool {
    var index = 0
    while index < sounding.count {
      if sounding[index].due == tick { return true }
      index &+= 1
    }
    return false
  }

  /// How many notes there are.
  private var count: Int {
    var count = 0
    forEach { _ in count &+= 1 }
    return count
  }

  /// Whether one of the notes ends at a tick.
  private func hasEnd(at tick: Tick) -> Bool {
    var isFound = false
    forEach { isFound = isFound || $0.tick == tick }
    return isFound
  }

  /// Whether each note finds an end of its own where its own was.
  private func haveStayed(_ sounding: UnsafeMutableBufferPointer<SoundingNote>) -> Bool {
    var end: End = (.max, -1)
    for note in sounding {
      guard let same = next(after: end, notBeyond: note.due), same.tick == note.due else { return false }
      end = same
    }
    return true
  }

  /// The end that comes after another, and is not later than a tick.
  private func next(after end: End, notBeyond limit: Tick) -> End? {
    var found: End?
    forEach { next in
      guard next.tick <= limit, next.tick < end.tick || next.tick == end.tick && next.index > end.index else { return }
      if let found, found.tick >= next.tick { return }
      found = next
    }
    return found
  }

  /// The end of the last one in the lane.
  private var last: End? {
    var last: End?
    forEach { last = $0 }
    return last
  }

  @inline(__always)
  private func forEach(_ body: (End) -> Void) {
    guard let all = lane.pointee.notes else { return }
    var index = notes.first
    while index < notes.end, all[index].tick == sounding.laneTick {
      if all[index].message.laneAddress == sounding.laneAddress {
        let end = lane.pointee.end(of: all[index], began: sounding.began, in: pass)
        body((end, index))
      }
      index &+= 1
    }
  }
}
