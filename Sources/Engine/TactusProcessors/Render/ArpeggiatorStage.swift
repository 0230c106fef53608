import TactusMIDI
import TactusRender

/// What an arpeggiator remembers.
struct ArpeggiatorState {
  var keys: ArpeggiatorKeys
  var sounding: SoundingNotes
  /// Its own line of steps, while it does not go by the host's.
  var ownLine: HostTickMap?
  /// Whether ``nextStep`` holds.
  var isRunning = false
  /// The step that is played next, counted on the line.
  var nextStep: Int64 = 0
  /// The step with which the pattern began.
  var firstStep: Int64 = 0
  /// How far the pattern was when the line last changed its place.
  var lead: Int64 = 0
  /// How long the steps were, in ticks, and whether they were on the host's grid.
  var stepTicks = 0.0
  var wasByHost = false
  /// The frame from which on steps are played.
  var startFrame: Int64 = 0
  /// Channels whose sustain pedal is down.
  var pedals: UInt16 = 0
  /// The velocity of the latest key, in 16 bits.
  var latestVelocity: UInt16 = 0

  /// Whether keys that are let go are played on.
  func holds(_ isLatched: Bool) -> Bool { isLatched || pedals != 0 }
}

/// An ``Arpeggiator`` at work.
struct ArpeggiatorStage: EffectStage {
  let controls: ArpeggiatorControls
  let pattern: ArpeggiatorPattern
  let state: UnsafeMutablePointer<ArpeggiatorState>

  /// A bit for each channel whose keys it takes.
  var channels: UInt16 { controls.channels }
  var isLatched: Bool { controls.isLatched }
  var pedalHolds: Bool { controls.pedalHolds }
  var startsWithKey: Bool { controls.startsWithKey }
  var playsWhenStopped: Bool { controls.playsWhenStopped }
  var isBypassed: Bool { controls.isBypassed }

  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter) {
    var course = cycle.course
    let origin = cycle.firstFrame
    if isBypassed || course.hasStopped || course.hasJumped && !startsWithKey { silence(&output) }
    state.pointee.pedals &= pedalHolds ? channels : 0
    if isBypassed || course.hasStopped || !state.pointee.holds(isLatched) { state.pointee.keys.dropReleased() }
    if var line = state.pointee.ownLine {
      line.align(to: course.speed, at: origin)
      state.pointee.ownLine = line
    }
    var next = 0
    while let part = course.next() {
      if part.isWrapped, goesByHost(part.line), state.pointee.isRunning {
        state.pointee.lead = state.pointee.nextStep &- state.pointee.firstStep
        state.pointee.isRunning = false
      }
      play(part, course, input, &next, origin, &output)
    }
    // what is not in the cycle comes with its last frame
    take(input, from: &next, before: .max, origin, course.line, &output)
  }

  /// Whether steps are on the host's grid.
  func goesByHost(_ line: HostTickMap?) -> Bool {
    if case .none = line { return false }
    return !startsWithKey
  }

  /// Plays a part of a cycle: note-offs, then what comes in, then steps where they meet.
  private func play(
    _ part: CycleBeatMap.Part, _ course: CycleBeatMap, _ input: EventList, _ next: inout Int, _ origin: Int64,
    _ output: inout EventWriter
  ) {
    while true {
      prepareSteps(part, course, origin)
      let end = state.pointee.sounding.nextDue
      let coming = next < input.count ? max(part.firstFrame, origin &+ Int64(input[next].offset)) : .max
      let step = stepFrame(part)
      if part.endsAtWrap, goesByHost(part.line), step >= part.endFrame, step < .max, min(end, coming) >= part.endFrame {
        // before the wrap by less than a frame
        playStep(part, at: part.endFrame, Int32(truncatingIfNeeded: part.endFrame &- origin), &output)
      } else if end <= coming, end <= step {
        guard end < part.endFrame else { break }
        let frame = max(end, part.firstFrame)
        state.pointee.sounding.end(by: frame, at: Int32(truncatingIfNeeded: frame &- origin), &output)
      } else if coming <= step {
        guard coming < part.endFrame else { break }
        take(input, from: &next, before: coming &+ 1, origin, part.line, &output)
      } else {
        guard step < part.endFrame else { break }
        playStep(part, at: step, Int32(truncatingIfNeeded: step &- origin), &output)
      }
    }
  }

  // MARK: What comes in

  private func take(
    _ input: EventList, from next: inout Int, before end: Int64, _ origin: Int64, _ line: HostTickMap?,
    _ output: inout EventWriter
  ) {
    while next < input.count, origin &+ Int64(input[next].offset) < end {
      let event = input[next]
      take(event.message, at: event.offset, frame: origin &+ Int64(max(0, event.offset)), line, &output)
      next &+= 1
    }
  }

  private func take(
    _ message: ChannelMessage, at offset: Int32, frame: Int64, _ line: HostTickMap?, _ output: inout EventWriter
  ) {
    let isOurs = message.isForChannel && channels &>> UInt16(message.channel) & 1 == 1
    if message.startsNote, isOurs, !isBypassed {
      press(message, frame, line, &output)
    } else if message.endsNote {
      let stays = !isBypassed && state.pointee.holds(isLatched)
      if !state.pointee.keys.release(message, stays: stays) { output.pass(message, at: offset) }
      if state.pointee.keys.count == 0 { rest() }
    } else if message.endsAllNotes {
      state.pointee.keys.drop(channelOf: message)
      // before the message itself, which ends them in whatever follows: their note-offs would come too late there
      state.pointee.sounding.end(channelOf: message, at: offset, &output)
      if state.pointee.keys.count == 0 {
        state.pointee.sounding.end(by: .max, at: offset, &output)
        rest()
      }
      output.pass(message, at: offset)
    } else if isOurs, pedalHolds, message.isPedal, message.isPedalDown, !isBypassed {
      state.pointee.pedals |= 1 &<< UInt16(message.channel)
    } else {
      // the end of a hold goes on: a pedal may have been pressed before this effect came
      if message.isPedal || message.resetsControllers { liftPedal(message.channel) }
      output.pass(message, at: offset)
    }
  }

  private func press(_ noteOn: ChannelMessage, _ frame: Int64, _ line: HostTickMap?, _ output: inout EventWriter) {
    // the first key after none was pressed begins anew, also where a latch holds others; a pedal adds it to them
    let keys = state.pointee.keys
    let isFirst = keys.count == 0 || keys.pressed == 0 && state.pointee.pedals == 0
    if isFirst { state.pointee.keys.removeAll() }
    guard state.pointee.keys.press(noteOn) else { return output.refuse(noteOn) }
    state.pointee.latestVelocity = noteOn.velocity16()
    if isFirst {
      rest()
      state.pointee.startFrame = frame
    } else if pattern.restartsWithEveryKey {
      restart(frame, isOnGrid: goesByHost(line))
    }
  }

  private func liftPedal(_ channel: UInt8) {
    state.pointee.pedals &= ~(1 &<< UInt16(channel))
    if !state.pointee.holds(isLatched) { state.pointee.keys.dropReleased() }
    if state.pointee.keys.count == 0 { rest() }
  }

  // MARK: Steps

  /// No key is held: the next one begins anew.
  func rest() {
    state.pointee.isRunning = false
    state.pointee.ownLine = nil
    state.pointee.lead = 0
  }

  /// Ends what sounds at the cycle's beginning, and begins anew.
  private func silence(_ output: inout EventWriter) {
    state.pointee.sounding.end(by: .max, at: 0, &output)
    rest()
  }

  func release(_ output: inout EventWriter) {
    state.pointee.sounding.end(by: .max, at: 0, &output)
    reset()
  }

  func reset() {
    state.pointee.keys.removeAll()
    state.pointee.sounding.removeAll()
    state.pointee.pedals = 0
    rest()
  }

  /// A pedal that is down has to be seen going up.
  func isIdle() -> Bool {
    state.pointee.keys.count == 0 && state.pointee.sounding.count == 0 && state.pointee.pedals == 0
  }
}
