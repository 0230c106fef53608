import TactusTime

/// A pass of a compiled track.
struct TrackPass {
  var number: Int64
  var start: Tick
  /// The tick at which the next pass starts; `.max` in a track that plays once.
  var end: Tick

  /// The length of the pass, in a track with a loop.
  var length: Tick { end &- start }
}

/// A player's position in a compiled track: the pass, and its next note and message.
struct TrackCursor {
  /// The tick of the sequence at which the next event is due; `.max` for never.
  private(set) var nextTick: Tick = .max
  /// Whether the next event is a note.
  private(set) var isNote = false
  /// The current pass; negative for passes before the track's start.
  private(set) var pass: Int64 = 0
  /// The tick at which pass 0 would have started if all passes had the current length.
  private(set) var origin: Tick = 0
  private(set) var passStart: Tick = 0
  /// The start of the previous pass if playback has continued from that pass into the current one, so that notes of the
  /// previous pass may still sound; otherwise ``passStart``.
  private(set) var previousStart: Tick = 0
  /// The tick at which the next pass starts; `.max` for a track that plays once.
  private(set) var passEnd: Tick = .max
  /// Whether the passes that had started before an edit have kept their positions.
  private(set) var keepsPasses = false
  private(set) var note = 0
  private(set) var message = 0
  /// The index ranges of the notes and messages in a pass. Events outside the loop never play.
  private var notes = (first: 0, end: 0)
  private var messages = (first: 0, end: 0)

  init() {}

  /// Moves to the first event at or after `tick`. Pass 0 starts at the track's start.
  mutating func seek(_ track: CompiledTrack, to tick: Tick) {
    origin = track.start
    locate(track, at: tick)
  }

  /// Continues after an edit of the track with the events at or after `tick`, at the loop position that
  /// ``CompiledTrack/loopChange`` requires.
  ///
  /// An unedited track continues unchanged: resume(track, at: t, old: track.loopLength, …) changes no event.
  ///
  /// - Parameters:
  ///   - old: the length of a pass before the edit.
  ///   - oldStart: the track's start before the edit.
  mutating func resume(_ track: CompiledTrack, at tick: Tick, old: Tick, oldStart: Tick) {
    guard track.loopLength > 0, old > 0, track.start == oldStart,
      let sounding = pass(at: tick, old, wrapsBeforeStart: track.wrapsBeforeStart)
    else { return seek(track, to: tick) }
    let isOther = track.loopLength != old
    if isOther, case .restart = track.loopChange {
      origin = tick
      locate(track, at: tick)
    } else if isOther, case .keepBeat = track.loopChange {
      seek(track, to: tick)
    } else {
      // the current pass keeps its old length and all its notes until it ends, unless nothing of it has been played yet
      (pass, passStart) = (sounding.number, sounding.start)
      passEnd = tick == passStart ? passStart &+ track.loopLength : sounding.end
      (previousStart, keepsPasses) = (passStart, true)
      origin = passEnd &- (pass &+ 1) &* track.loopLength
      measure(track, until: passEnd &- passStart)
      goTo(track, tick &- passStart)
      settle(track)
    }
  }

  /// Returns the pass that contains `tick`, which must not be before the previous pass; nil if the track waits for its
  /// start.
  ///
  /// - Parameter length: the length of passes other than the current and the previous one, which may still have a
  ///   former length; 0 for a track that plays once.
  func pass(at tick: Tick, _ length: Tick, wrapsBeforeStart: Bool) -> TrackPass? {
    if tick >= passStart, tick < passEnd { return present }
    if tick < passStart, tick >= previousStart {
      return TrackPass(number: pass &- 1, start: previousStart, end: passStart)
    }
    guard length > 0 else { return nil }
    let number = Self.number(ofPassAt: tick &- origin, length)
    guard number >= 0 || wrapsBeforeStart else { return nil }
    let start = origin &+ number &* length
    return TrackPass(number: number, start: start, end: start &+ length)
  }

  /// The current pass.
  var present: TrackPass { TrackPass(number: pass, start: passStart, end: passEnd) }

  /// Moves past the next event.
  mutating func advance(_ track: CompiledTrack) {
    if isNote { note &+= 1 } else { message &+= 1 }
    settle(track)
  }

  private mutating func locate(_ track: CompiledTrack, at tick: Tick) {
    let length = track.loopLength
    if length <= 0 {
      (pass, passStart, passEnd) = (0, origin, .max)
    } else {
      pass = Self.number(ofPassAt: tick &- origin, length)
      if pass < 0, case .silent = track.beforeStart { pass = 0 }
      passStart = origin &+ pass &* length
      passEnd = passStart &+ length
    }
    measure(track, until: length)
    goTo(track, tick &- passStart)
    (previousStart, keepsPasses) = (passStart, false)
    settle(track)
  }

  /// Returns the number of the pass at a distance from the start of pass 0.
  private static func number(ofPassAt distance: Tick, _ length: Tick) -> Int64 {
    distance >= 0 ? distance / length : (distance &+ 1) / length &- 1
  }

  /// Determines the index ranges of the events in a pass of length `end`; all events for a track that plays once.
  private mutating func measure(_ track: CompiledTrack, until end: Tick) {
    if track.loopLength > 0 {
      let variant = track.variant(ofPassAt: passStart)
      notes = (track.firstNote(notBefore: 0, in: variant), track.firstNote(notBefore: end, in: variant))
      messages = (track.firstMessage(notBefore: 0, in: variant), track.firstMessage(notBefore: end, in: variant))
    } else {
      (notes, messages) = ((0, track.noteCount), (0, track.messageCount))
    }
  }

  private mutating func goTo(_ track: CompiledTrack, _ tick: Tick) {
    let variant = track.variant(ofPassAt: passStart)
    note = max(notes.first, min(notes.end, track.firstNote(notBefore: tick, in: variant)))
    message = max(messages.first, min(messages.end, track.firstMessage(notBefore: tick, in: variant)))
  }

  /// Finds the next event, if necessary in the next pass.
  private mutating func settle(_ track: CompiledTrack) {
    nextTick = .max
    guard track.isAudible else { return }
    if note >= notes.end, message >= messages.end {
      guard track.loopLength > 0, let next = next(track) else { return }
      self = next
    }
    if track.loopLength > 0, track.passLimit > 0, pass >= track.passLimit { return }
    let noteTick = note < notes.end ? track.notes.unsafelyUnwrapped[note].tick : .max
    let messageTick = message < messages.end ? track.messages.unsafelyUnwrapped[message].tick : .max
    isNote = noteTick < messageTick
    nextTick = passStart &+ (isNote ? noteTick : messageTick)
  }

  /// Returns the cursor at the start of the next pass with events; nil if there is none.
  private func next(_ track: CompiledTrack) -> TrackCursor? {
    var next = self
    for _ in 0..<track.variantCount {
      guard next.passEnd < TimeSettings.tickLimit else { return nil }
      let isAsLong = next.passEnd &- next.passStart == track.loopLength
      next.pass &+= 1
      (next.previousStart, next.passStart) = (next.passStart, next.passEnd)
      next.passEnd = next.passStart &+ track.loopLength
      if !isAsLong || track.variantCount > 1 { next.measure(track, until: track.loopLength) }
      (next.note, next.message) = (next.notes.first, next.messages.first)
      if next.note < next.notes.end || next.message < next.messages.end { return next }
    }
    return nil
  }
}
