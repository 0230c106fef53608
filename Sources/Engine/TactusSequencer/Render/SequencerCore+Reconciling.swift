import TactusTime

extension SequencerCore {
  /// Updates the ends of sounding notes after an edit.
  mutating func reconcile(_ tracks: UnsafePointer<CompiledTrack>?, _ count: Int) {
    guard tracker.count > 0 else { return }
    let (cursors, position) = (cursors, position)
    tracker.rescheduleCoincidentNotes { sounding in
      for index in 0..<count where tracks.unsafelyUnwrapped[index].id == sounding[0].track {
        let ends = CoincidentEnds(of: sounding[0], in: tracks.unsafelyUnwrapped + index, cursors[index])
        return ends.give(to: sounding, at: position)
      }
      for index in sounding.indices { sounding[index].due = .min }
    }
  }
}

/// The ends of the notes at one tick and key of an edited compiled track: usually one note, sometimes several
/// coincident ones.
///
/// A receiver cannot distinguish the note-offs of notes with the same start, channel and key. These notes may therefore
/// exchange their ends, as long as each end is used once.
private struct CoincidentEnds {
  /// An end, and the index of its note. Later ends come first; equal ends have the order of the notes in the track.
  typealias End = (tick: Tick, index: Int)

  private let track: UnsafePointer<CompiledTrack>
  private let sounding: SoundingNote
  /// The pass in which the notes started.
  private let pass: TrackPass
  /// The indices from the first note at the notes' tick to the last note of the pass.
  private let notes: PassVariant.Bounds

  init(of sounding: SoundingNote, in track: UnsafePointer<CompiledTrack>, _ cursor: TrackCursor) {
    (self.track, self.sounding) = (track, sounding)
    if cursor.keepsPasses {
      pass = sounding.pass
    } else {
      // the edit has moved or removed passes
      let isPresent = sounding.began >= cursor.passStart
      let end = isPresent ? cursor.passEnd : cursor.passStart
      let number = isPresent ? cursor.pass : cursor.pass &- 1
      pass = TrackPass(number: number, start: end &- track.pointee.loopLength, end: end)
    }
    let variant = track.pointee.variant(ofPassAt: pass.start)
    let end = variant.notes.end
    let first = track.pointee.isAudible ? track.pointee.firstNote(notBefore: sounding.onsetInPass, in: variant) : end
    notes = PassVariant.Bounds(first: first, end: end)
  }

  /// Assigns the ends to coincident sounding notes, which are sorted by descending end. Notes that no longer exist end
  /// at once.
  func give(to sounding: UnsafeMutableBufferPointer<SoundingNote>, at position: Tick) {
    for index in sounding.indices { sounding[index].pass = pass }
    if keepTheirEnds(sounding) { return }
    let count = count
    var end: End = (.max, -1)
    for index in sounding.indices {
      if track.pointee.retriggers {
        end = last ?? (.min, 0)  // the last note has ended the earlier ones
      } else {
        // if some of the coincident notes were removed, a sounding note whose end still exists keeps it
        if sounding.count > count, hasEnd(at: sounding[index].due) { continue }
        let given = end.tick
        repeat {
          end = next(after: end, notBeyond: .max) ?? (.min, .max)
        } while sounding.count > count && end.tick != given && end.tick != .min && isDue(end.tick, in: sounding)
      }
      sounding[index].due = end.tick < position ? .min : end.tick
    }
  }

  /// Whether one of the sounding notes ends at a tick.
  private func isDue(_ tick: Tick, in sounding: UnsafeMutableBufferPointer<SoundingNote>) -> Bool {
    var index = 0
    while index < sounding.count {
      if sounding[index].due == tick { return true }
      index &+= 1
    }
    return false
  }

  /// The number of coincident notes in the track.
  private var count: Int {
    var count = 0
    forEach { _ in count &+= 1 }
    return count
  }

  /// Whether one of the coincident notes in the track ends at a tick.
  private func hasEnd(at tick: Tick) -> Bool {
    var isFound = false
    forEach { isFound = isFound || $0.tick == tick }
    return isFound
  }

  /// Whether each sounding note can keep its end.
  private func keepTheirEnds(_ sounding: UnsafeMutableBufferPointer<SoundingNote>) -> Bool {
    var end: End = (.max, -1)
    for note in sounding {
      guard let same = next(after: end, notBeyond: note.due), same.tick == note.due else { return false }
      end = same
    }
    return true
  }

  /// Returns the end that follows `end` in the order of tick and index; nil if there is none up to `limit`.
  private func next(after end: End, notBeyond limit: Tick) -> End? {
    var found: End?
    forEach { next in
      guard next.tick <= limit, next.tick < end.tick || next.tick == end.tick && next.index > end.index else { return }
      if let found, found.tick >= next.tick { return }
      found = next
    }
    return found
  }

  /// The end of the coincident note that is last in the track.
  private var last: End? {
    var last: End?
    forEach { last = $0 }
    return last
  }

  @inline(__always)
  private func forEach(_ body: (End) -> Void) {
    guard let all = track.pointee.notes else { return }
    var index = notes.first
    while index < notes.end, all[index].tick == sounding.onsetInPass {
      if all[index].message.keyBits == sounding.writtenKeyBits {
        let end = track.pointee.end(of: all[index], began: sounding.began, in: pass)
        body((end, index))
      }
      index &+= 1
    }
  }
}
