import TactusTime

/// An event that must be heard on one key of a channel, or for one controller: its earliest and latest time.
struct Expected: Sendable {
  var value: UInt8
  var on: ClosedRange<Int>
  var off: ClosedRange<Int>
  /// Whether it is optional: so close to a start, jump, stop or wrap that rounding explains both outcomes.
  var isOptional: Bool
  var tick: Tick
}

/// How far an event may be from its exact position, and why.
struct Allowance: Sendable {
  /// In frames, around each exact position.
  var frames: Double
  /// In frames: how close to a start, jump or wrap an event may be lost, or heard although it is on the other side.
  var border = 0.0
  /// In frames: how far after a start or jump an event may be lost, because the host may report a position beyond it.
  var start = 0.0

  /// Exact beats: only the rounding of the host's `Double`s. A beat below 10⁴ has 2⁻⁴⁰ beats at most, 2·10⁻⁷ frames at
  /// 10 bpm and 192 kHz·…; the tempo's own rounding (2⁻⁵³) grows to 10⁻⁹ frames in 10⁷. Ramps: `tempoSlope` has it,
  /// too.
  static let exact = Allowance(frames: 1e-5)
}

/// The musical part of the oracle: the events that must be heard in each roll.
struct Expectation {
  let scale: Scale
  let rolls: [Roll]
  let allowance: Allowance
  /// The versions of each track, and the frame from which each version applies.
  let versions: [(frame: Int, tracks: [OracleTrack?])]
  private(set) var notes: [Int: [Expected]] = [:]
  private(set) var controllers: [Int: [Expected]] = [:]

  init(scale: Scale, rolls: [Roll], allowance: Allowance, versions: [(frame: Int, tracks: [OracleTrack?])]) {
    (self.scale, self.rolls, self.allowance, self.versions) = (scale, rolls, allowance, versions)
  }

  mutating func add(_ segment: Segment) {
    let roll = rolls[segment.roll]
    let first = segment.firstFrame.map { roll.position(halfBefore: $0) } ?? segment.start
    let span = Int(allowance.frames.rounded(.up)) + 1
    let end = segment.endFrame.map { roll.position(frame: $0 + span) } ?? segment.end
    let margin =
      segment.firstFrame == nil
      ? scale.perBeat / 500_000 : segment.start - first + Int128(span) * 2 * (segment.start - first)
    let low = Tick(ceilDivision(segment.start - margin - segment.ahead, scale.perTick))
    let high = Tick(ceilDivision(end - segment.ahead, scale.perTick))
    guard low < high else { return }
    for index in 0..<(versions.map(\.tracks.count).max() ?? 0) {
      var player = TrackPlayer(segment: segment, roll: roll, allowance: allowance, scale: scale)
      player.play(index, ticks: low..<high, of: self)
      for (key, note) in player.notes { notes[key, default: []].append(note) }
      for (key, message) in player.messages { controllers[key, default: []].append(message) }
    }
  }
}

/// One track in one segment.
struct TrackPlayer {
  let segment: Segment
  let roll: Roll
  let allowance: Allowance
  let scale: Scale
  private(set) var notes: [(Int, Expected)] = []
  private(set) var messages: [(Int, Expected)] = []

  private struct Sounding {
    var due: OracleTrack.Due
    var onset: Tick
    var end: Tick
    var pass: (start: Tick, length: Tick?)
    var index: Int
    /// The frame from which it may end, because the documentation does not specify what happens to its pass.
    var loose: Int?
  }
  private var sounding: [Sounding] = []

  init(segment: Segment, roll: Roll, allowance: Allowance, scale: Scale) {
    (self.segment, self.roll, self.allowance, self.scale) = (segment, roll, allowance, scale)
  }

  private func position(_ tick: Tick) -> Int128 { Int128(tick) * scale.perTick + segment.ahead }

  private func frames(_ position: Int128) -> ClosedRange<Int> {
    let (frame, rest) = roll.frame(position)
    return frame + Int((rest - allowance.frames).rounded(.down))...frame
      + Int((rest + allowance.frames).rounded(.down))
  }

  /// The time at which an event at a tick is heard; nil if not in this segment.
  private func onset(_ tick: Tick) -> (ClosedRange<Int>, isOptional: Bool)? {
    let position = position(tick)
    var range = frames(position)
    var isOptional = false
    let border = max(Int128(allowance.border * Double(roll.pieces[0].rate)), scale.perBeat / 500_000)
    if position < segment.start + border {
      isOptional = allowance.border > 0 || position < segment.start
    }
    let late = Int128(allowance.start * Double(roll.pieces[0].rate))
    if segment.firstFrame != nil, position < segment.start + late { isOptional = true }
    if let first = segment.firstFrame {
      if range.upperBound < first - 1 { return nil }
      range = max(range.lowerBound, first)...max(range.upperBound, first)
    } else if position < segment.start {
      // a segment's border may be reported 2·10⁻⁶ beats late
      guard position >= segment.start - scale.perBeat / 500_000 else { return nil }
      range = range.lowerBound...max(range.upperBound, frames(segment.start).upperBound)
    }
    if let end = segment.endFrame {
      if range.lowerBound >= end { return nil }
      if range.upperBound >= end { isOptional = true }
      range = range.lowerBound...min(range.upperBound, end - 1)
    } else if position >= segment.end - border {
      if position >= segment.end { return nil }
      isOptional = true
    }
    return (range, isOptional)
  }

  private func offset(_ tick: Tick, after on: ClosedRange<Int>) -> ClosedRange<Int> {
    var range = frames(position(tick))
    if let end = segment.endFrame {
      range = min(range.lowerBound, end)...min(range.upperBound, end)
    } else {
      let last = frames(segment.end)
      range = min(range.lowerBound, last.lowerBound)...min(range.upperBound, last.upperBound)
    }
    return max(range.lowerBound, on.lowerBound)...max(range.upperBound, on.upperBound)
  }

  mutating func play(_ trackIndex: Int, ticks: Range<Tick>, of expectation: Expectation) {
    var passes: Passes?
    var old: OracleTrack?
    // a start, a jump or a wrap restarts the passes
    let begun = segment.firstFrame ?? frames(segment.start).lowerBound
    // at a stop or wrap, all sounding notes end: later versions do not affect them
    let ended = segment.endFrame ?? frames(segment.end).upperBound
    for (index, version) in expectation.versions.enumerated() where version.frame <= ended || index == 0 {
      let next = index + 1 < expectation.versions.count ? expectation.versions[index + 1].frame : nil
      let model = trackIndex < version.tracks.count ? version.tracks[trackIndex] : nil
      let from = index == 0 ? ticks.lowerBound : max(ticks.lowerBound, firstTick(version.frame))
      let to = min(ticks.upperBound, next.map { firstTick($0) } ?? ticks.upperBound)
      if let model {
        let isKept = version.frame > begun
        if isKept, let old, passes != nil {
          passes!.change(from: old, to: model, at: from)
        } else {
          passes = Passes(model)
        }
      } else {
        passes = nil
      }
      if index > 0 { edit(from: old, to: model, at: version.frame, tick: from) }
      old = model
      if let model, model.isAudible, from < to { play(model, passes!, from..<to) }
    }
    for note in sounding { close(note, at: note.end) }
  }

  /// The first tick that sounds on a frame or later.
  private func firstTick(_ frame: Int) -> Tick {
    Tick(ceilDivision(roll.position(halfBefore: frame) - segment.ahead, scale.perTick))
  }

  private mutating func close(_ note: Sounding, at tick: Tick) {
    let on = notes[note.index].1.on
    let due = offset(tick, after: on)
    guard let loose = note.loose else { return notes[note.index].1.off = due }
    let last = max(due.upperBound, offset(min(tick, note.onset + note.due.duration), after: on).upperBound)
    notes[note.index].1.off = min(loose, last)...last
  }

  /// Applies a new version: a sounding note continues as the version defines, or ends on the version's frame.
  private mutating func edit(from old: OracleTrack?, to new: OracleTrack?, at frame: Int, tick: Tick) {
    var kept: [Sounding] = []
    for var note in sounding {
      if note.end < tick { close(note, at: note.end); continue }
      let same = new?.notes.filter { $0.onset == note.due.onset && $0.key == note.due.key } ?? []
      // On a retriggering track, each note ends earlier ones on its key; of several at one tick, only the last sounds.
      let successor = new?.overlap == .retrigger ? same.last : same.first { $0 == note.due } ?? same.first
      guard let new, new.isAudible, let now = successor else {
        let on = notes[note.index].1.on
        let due = offset(note.end, after: on)
        let at = max(frame, on.lowerBound)
        notes[note.index].1.off = min(at, due.lowerBound, note.loose ?? at)...min(at, due.upperBound)
        continue
      }
      note.due = now
      let isBeyond = new.length.map { now.onset >= $0 } ?? false
      if let old, old.length != new.length, isBeyond || new.loopEnd != .ringOver,
        new.loopChange != .atNextPass
      {
        note.loose = note.loose ?? frame
        note.end = note.onset + now.duration
      } else if note.loose == nil {
        note.end = new.end(of: now, onset: note.onset, passStart: note.pass.start, passLength: note.pass.length)
      }
      if note.end < tick {
        let at = max(frame, notes[note.index].1.on.lowerBound)
        notes[note.index].1.off = min(at, note.loose ?? at)...at
      } else {
        kept.append(note)
      }
    }
    sounding = kept
  }

  private mutating func play(_ track: OracleTrack, _ passes: Passes, _ ticks: Range<Tick>) {
    passes.forEach(in: ticks, of: track) { start, length in
      for message in track.messages where ticks.contains(start + message.tick) && message.tick < length ?? .max {
        guard let (range, isOptional) = onset(start + message.tick) else { continue }
        messages.append(
          (
            track.channel << 7 | Int(message.number),
            Expected(value: message.value, on: range, off: range, isOptional: isOptional, tick: start + message.tick)
          ))
      }
      for due in track.notes where due.onset < length ?? .max {
        let tick = start + due.onset + track.later(start + due.onset)
        if ticks.contains(tick) { begin(due, at: tick, track, (start, length)) }
      }
    }
  }

  private mutating func begin(_ due: OracleTrack.Due, at tick: Tick, _ track: OracleTrack, _ pass: (Tick, Tick?)) {
    guard let (range, isOptional) = onset(tick) else { return }
    var kept: [Sounding] = []
    for note in sounding {
      let isOver = note.end <= tick || track.overlap == .retrigger && note.due.key == due.key
      if isOver { close(note, at: min(note.end, tick)) } else { kept.append(note) }
    }
    sounding = kept
    let end = track.end(of: due, onset: tick, passStart: pass.0, passLength: pass.1)
    notes.append(
      (
        track.channel << 7 | due.key,
        Expected(value: due.velocity, on: range, off: range, isOptional: isOptional, tick: tick)
      ))
    sounding.append(Sounding(due: due, onset: tick, end: end, pass: pass, index: notes.count - 1))
  }
}
