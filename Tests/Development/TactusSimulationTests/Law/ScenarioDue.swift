import TactusSequencer
import TactusSimulation
import TactusTime

/// A due event, computed in the simplest way from the sequence and the host's real position.
struct ScenarioDue {
  var track: Int
  var note: Scenario.Note
  /// The key that sounds, or the controller.
  var key: Int
  /// Whether it ends the sounding note on its key.
  var retriggers: Bool
  /// The time at which it ends, if nothing ends it earlier.
  var end: Tick
  /// The frames on which it may come.
  var frames: ClosedRange<Int64>
  /// Whether it must come. Whether it must come. An event that is closer to a seek, stop or edit than the uncertainty
  /// of the host's report need not.
  var isCertain: Bool
  /// The time at which its note-off is due; nil if that cannot be determined.
  var off: ClosedRange<Int64>?
  var order: Order

  /// An earlier event has a smaller number.
  struct Order: Comparable {
    var run: Int
    /// In grains.
    var position: Int128
    var rank: Int
    var track: Int
    var index: Int

    static func < (a: Self, b: Self) -> Bool {
      (a.run, a.position, a.rank, a.track, a.index) < (b.run, b.position, b.rank, b.track, b.index)
    }
  }

  /// The number that identifies it.
  var identity: Int { track * 128 + note.number }
}

extension Scenario {
  /// The due events, in order.
  var dues: [ScenarioDue] {
    let runs = self.runs
    var dues: [ScenarioDue] = []
    for (number, run) in runs.enumerated() {
      for (place, track) in run.version.enumerated() where track.isAudible {
        for (index, note) in track.notes.enumerated() {
          add(note, of: track, run, .init(run: number, position: 0, rank: 0, track: place, index: index), to: &dues)
        }
      }
    }
    dues.sort { $0.order < $1.order }
    var keys: [Int: [Int]] = [:]
    for (index, due) in dues.enumerated() where !due.note.isController {
      keys[due.track * 128 + due.key, default: []].append(index)
    }
    for places in keys.values {
      let notes = places.map { dues[$0] }
      for (index, place) in places.enumerated() { dues[place].off = off(of: notes[index], notes[(index + 1)...], runs) }
    }
    return dues
  }

  private func add(
    _ note: Note, of track: Track, _ run: ScenarioRun, _ order: ScenarioDue.Order, to dues: inout [ScenarioDue]
  ) {
    let key = note.isController ? note.key : note.key + track.transpose
    guard (0...127).contains(key) else { return }
    for (index, piece) in run.pieces.enumerated() {
      for (pass, tick) in passes(of: note, track, run.positions(ofPiece: index)) where plays(note, in: pass) {
        var frames = piece.frames(ofPosition: position(tick))
        // a run that begins or ends at a wrap does so at a tick, others at a frame
        let (hasFirst, hasLast) = (!run.beginsAtWrap, !run.endsAtWrap)
        let isEarly = hasFirst && frames.upperBound < run.frames.lowerBound
        if isEarly {
          guard !run.follows, index == 0, isNoise(tick, before: run) else { continue }
          frames = run.frames.lowerBound...run.frames.lowerBound
        }
        if hasLast, frames.lowerBound >= run.frames.upperBound { continue }
        var due = ScenarioDue(
          track: track.number, note: note, key: key, retriggers: track.overlap == .retrigger,
          end: end(of: note, track, pass: pass, tick: tick), frames: frames, isCertain: true, order: order)
        due.order.position = position(tick)
        due.order.rank = note.isController ? 0 : 1
        if isEarly || hasFirst && frames.lowerBound < run.frames.lowerBound { due.isCertain = false }
        if hasLast, frames.upperBound >= run.frames.upperBound { due.isCertain = false }
        dues.append(due)
      }
    }
  }

  /// Whether a tick is before a run's first frame by at most 2e-6 beats plus the error of the host's report: at the
  /// target of a seek, such an event may be played; see "Seeks" in `Documentation/Timing.md`.
  private func isNoise(_ tick: Tick, before run: ScenarioRun) -> Bool {
    let piece = run.pieces[0]
    let frame = 2 * BeatGrid.grainsPerStep * Int128(piece.segment.tempo)
    let noise = piece.segment.grid.grainsPerBeat / 500_000 + Int128(piece.error * 1_024 + 1) * frame / 1_024
    return position(tick) + piece.visit.offset + noise >= piece.segment.line(atFrame: run.frames.lowerBound)
  }

  /// The passes and ticks at which a note starts within a range of positions.
  private func passes(of note: Note, _ track: Track, _ range: Range<Int128>) -> [(Int64, Tick)] {
    let first = track.start + note.tick
    guard track.loop > 0 else { return range.contains(position(first)) ? [(Int64(0), first)] : [] }
    guard (0..<track.loop).contains(note.tick) else { return [] }
    let length = position(track.loop)
    var pass = Int64(BeatGrid.floor(range.lowerBound - position(first) + length - 1, length))
    if track.beforeStart == .silent { pass = max(0, pass) }
    var result: [(Int64, Tick)] = []
    while position(first + pass * track.loop) < range.upperBound, track.passLimit == 0 || pass < track.passLimit {
      result.append((pass, first + pass * track.loop))
      pass += 1
    }
    return result
  }

  private func plays(_ note: Note, in pass: Int64) -> Bool {
    switch note.chance {
    case .always: true
    case .never: false
    case .first: pass == 0
    case .notFirst: pass != 0
    case .ratio(let a, let b): ((pass % Int64(b)) + Int64(b)) % Int64(b) == Int64(a) - 1
    }
  }

  private func end(of note: Note, _ track: Track, pass: Int64, tick: Tick) -> Tick {
    guard track.loop > 0 else { return tick + note.duration }
    switch track.loopEnd {
    case .cut: return min(tick + note.duration, track.start + (pass + 1) * track.loop)
    case .ringOver: return tick + note.duration
    case .wrap: return tick + min(note.duration, track.loop)
    }
  }

  // MARK: Note-offs

  /// The time at which a note's note-off is due.
  ///
  /// - Parameter later: the later notes of its key.
  private func off(
    of due: ScenarioDue, _ later: ArraySlice<ScenarioDue>, _ runs: [ScenarioRun]
  ) -> ClosedRange<Int64>? {
    for number in due.order.run..<runs.count {
      let run = runs[number]
      let own = run.frames(ofPosition: position(due.end))
      let next = later.first { $0.order.run >= number && ($0.order.run > number || $0.retriggers) }
      if let next, next.order.run == number, own == nil || next.order.position <= position(due.end) {
        return next.isCertain ? next.frames : nil
      }
      if let own {
        // this close to the run's end, it may also be released there, or have another end after the edit
        let isEdited = number + 1 < runs.count && runs[number + 1].follows && own.upperBound >= run.frames.upperBound
        if isEdited, case .unknown = fate(of: due, run.version, runs[number + 1].version) { return nil }
        return min(own.lowerBound, run.frames.upperBound)...own.upperBound
      }
      if run.endsAtWrap { return run.wrapFrames }
      // released at the end of the run, or slightly earlier if the host's report is that uncertain
      let border = min(run.end(of: position(due.end)), run.frames.upperBound)...run.frames.upperBound
      guard number + 1 < runs.count, runs[number + 1].follows else { return border }
      switch fate(of: due, run.version, runs[number + 1].version) {
      case .ends: return border
      case .unknown: return nil
      case .isContinued: continue
      }
    }
    return nil
  }

  private enum Fate { case ends, isContinued, unknown }

  /// The effect of an edit on a sounding note.
  private func fate(of due: ScenarioDue, _ old: [Track], _ new: [Track]) -> Fate {
    guard let track = new.first(where: { $0.number == due.track }), track.isAudible else { return .ends }
    let same = track.notes.first { !$0.isController && $0.tick == due.note.tick && $0.key == due.note.key }
    guard let same else { return .ends }
    guard let before = old.first(where: { $0.number == due.track }) else { return .unknown }
    let isAlike =
      same.duration == due.note.duration && before.loop == track.loop && before.start == track.start
      && before.loopEnd == track.loopEnd && before.transpose == track.transpose
    return isAlike ? .isContinued : .unknown
  }
}
