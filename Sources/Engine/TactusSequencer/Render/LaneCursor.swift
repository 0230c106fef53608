import TactusTime

/// A pass of a lane.
struct LanePass {
  var number: Int64
  var start: Tick
  /// The tick at which the next pass starts; `.max` in a lane that plays once.
  var end: Tick

  /// The length of the pass, in a lane with a loop.
  var length: Tick { end &- start }
}

/// A player's position in a lane: the pass, and its next note and message.
struct LaneCursor {
  /// The tick of the sequence at which the next event is due; `.max` for never.
  private(set) var nextTick: Tick = .max
  /// Whether the next event is a note.
  private(set) var isNote = false
  /// The current pass; negative for passes before the lane's start.
  private(set) var pass: Int64 = 0
  /// The tick at which pass 0 would have started if all passes had the current length.
  private(set) var origin: Tick = 0
  private(set) var passStart: Tick = 0
  /// The start of the previous pass if playback has continued from that pass into the current one, so that notes of the
  /// previous pass may still sound; otherwise ``passStart``.
  private(set) var previousStart: Tick = 0
  /// The tick at which the next pass starts; `.max` for a lane that plays once.
  private(set) var passEnd: Tick = .max
  /// Whether the passes that had started before an edit have kept their positions.
  private(set) var keepsPasses = false
  private(set) var note = 0
  private(set) var message = 0
  /// The index ranges of the notes and messages in a pass. Events outside the loop never play.
  private var notes = (first: 0, end: 0)
  private var messages = (first: 0, end: 0)

  init() {}

  /// Moves to the first event at or after `tick`. Pass 0 starts at the lane's start.
  mutating func seek(_ lane: Lane, to tick: Tick) {
    origin = lane.start
    locate(lane, at: tick)
  }

  /// Continues after an edit of the lane with the events at or after `tick`, at the phase that ``Lane/loopChange``
  /// requires.
  ///
  /// An unedited lane continues unchanged: resume(lane, at: t, old: lane.loopLength, …) changes no event.
  ///
  /// - Parameters:
  ///   - old: the length of a pass before the edit.
  ///   - oldStart: the lane's start before the edit.
  mutating func resume(_ lane: Lane, at tick: Tick, old: Tick, oldStart: Tick) {
    guard lane.loopLength > 0, old > 0, lane.start == oldStart,
      let sounding = pass(at: tick, old, wrapsBeforeStart: lane.wrapsBeforeStart)
    else { return seek(lane, to: tick) }
    let isOther = lane.loopLength != old
    if isOther, case .restart = lane.loopChange {
      origin = tick
      locate(lane, at: tick)
    } else if isOther, case .keepBeat = lane.loopChange {
      seek(lane, to: tick)
    } else {
      // the current pass keeps its old length and all its notes until it ends, unless nothing of it has been played yet
      (pass, passStart) = (sounding.number, sounding.start)
      passEnd = tick == passStart ? passStart &+ lane.loopLength : sounding.end
      (previousStart, keepsPasses) = (passStart, true)
      origin = passEnd &- (pass &+ 1) &* lane.loopLength
      measure(lane, until: passEnd &- passStart)
      goTo(lane, tick &- passStart)
      settle(lane)
    }
  }

  /// Returns the pass that contains `tick`, which must not be before the previous pass; nil if the lane waits for its
  /// start.
  ///
  /// - Parameter length: the length of passes other than the current and the previous one, which may still have a
  ///   former length; 0 for a lane that plays once.
  func pass(at tick: Tick, _ length: Tick, wrapsBeforeStart: Bool) -> LanePass? {
    if tick >= passStart, tick < passEnd { return present }
    if tick < passStart, tick >= previousStart {
      return LanePass(number: pass &- 1, start: previousStart, end: passStart)
    }
    guard length > 0 else { return nil }
    let number = Self.number(ofPassAt: tick &- origin, length)
    guard number >= 0 || wrapsBeforeStart else { return nil }
    let start = origin &+ number &* length
    return LanePass(number: number, start: start, end: start &+ length)
  }

  /// The current pass.
  var present: LanePass { LanePass(number: pass, start: passStart, end: passEnd) }

  /// Moves past the next event.
  mutating func advance(_ lane: Lane) {
    if isNote { note &+= 1 } else { message &+= 1 }
    settle(lane)
  }

  private mutating func locate(_ lane: Lane, at tick: Tick) {
    let length = lane.loopLength
    if length <= 0 {
      (pass, passStart, passEnd) = (0, origin, .max)
    } else {
      pass = Self.number(ofPassAt: tick &- origin, length)
      if pass < 0, case .silent = lane.beforeStart { pass = 0 }
      passStart = origin &+ pass &* length
      passEnd = passStart &+ length
    }
    measure(lane, until: length)
    goTo(lane, tick &- passStart)
    (previousStart, keepsPasses) = (passStart, false)
    settle(lane)
  }

  /// Returns the number of the pass at a distance from the start of pass 0.
  private static func number(ofPassAt distance: Tick, _ length: Tick) -> Int64 {
    distance >= 0 ? distance / length : (distance &+ 1) / length &- 1
  }

  /// Determines the index ranges of the events in a pass of length `end`; all events for a lane that plays once.
  private mutating func measure(_ lane: Lane, until end: Tick) {
    if lane.loopLength > 0 {
      let part = lane.part(ofPassAt: passStart)
      notes = (lane.firstNote(notBefore: 0, in: part), lane.firstNote(notBefore: end, in: part))
      messages = (lane.firstMessage(notBefore: 0, in: part), lane.firstMessage(notBefore: end, in: part))
    } else {
      (notes, messages) = ((0, lane.noteCount), (0, lane.messageCount))
    }
  }

  private mutating func goTo(_ lane: Lane, _ tick: Tick) {
    let part = lane.part(ofPassAt: passStart)
    note = max(notes.first, min(notes.end, lane.firstNote(notBefore: tick, in: part)))
    message = max(messages.first, min(messages.end, lane.firstMessage(notBefore: tick, in: part)))
  }

  /// Finds the next event, if necessary in the next pass.
  private mutating func settle(_ lane: Lane) {
    nextTick = .max
    guard lane.isAudible else { return }
    if note >= notes.end, message >= messages.end {
      guard lane.loopLength > 0, let next = next(lane) else { return }
      self = next
    }
    if lane.loopLength > 0, lane.passLimit > 0, pass >= lane.passLimit { return }
    let noteTick = note < notes.end ? lane.notes.unsafelyUnwrapped[note].tick : .max
    let messageTick = message < messages.end ? lane.messages.unsafelyUnwrapped[message].tick : .max
    isNote = noteTick < messageTick
    nextTick = passStart &+ (isNote ? noteTick : messageTick)
  }

  /// Returns the cursor at the start of the next pass with events; nil if there is none.
  private func next(_ lane: Lane) -> LaneCursor? {
    var next = self
    for _ in 0..<lane.partCount {
      guard next.passEnd < TimeSettings.tickLimit else { return nil }
      let isAsLong = next.passEnd &- next.passStart == lane.loopLength
      next.pass &+= 1
      (next.previousStart, next.passStart) = (next.passStart, next.passEnd)
      next.passEnd = next.passStart &+ lane.loopLength
      if !isAsLong || lane.partCount > 1 { next.measure(lane, until: lane.loopLength) }
      (next.note, next.message) = (next.notes.first, next.messages.first)
      if next.note < next.notes.end || next.message < next.messages.end { return next }
    }
    return nil
  }
}
