import TactusMIDI
import TactusRender

/// The state of an arpeggiator.
struct ArpeggiatorState {
  var keys: ArpeggiatorKeys
  var sounding: SoundingNotes
  /// The tick map of the arpeggiator, on which the steps lie while they do not follow the host's beat.
  var ownLine: HostTickMap?
  /// Whether ``nextStep`` is valid.
  var isRunning = false
  /// The number of the next step, counted from position 0.
  var nextStep: Int64 = 0
  /// The number of the step with which the pattern began.
  var firstStep: Int64 = 0
  /// The number of steps that the pattern had advanced when the tick map last jumped.
  var lead: Int64 = 0
  /// The step length in ticks with which ``nextStep`` was found.
  var stepTicks = 0.0
  /// Whether ``nextStep`` was found on the host's grid.
  var wasByHost = false
  /// The first frame on which steps may play.
  var startFrame: Int64 = 0
  /// The channels of all ports whose sustain pedal is down.
  var pedals = ChannelSet()
  /// The velocity of the last pressed key, in 16 bits.
  var latestVelocity: UInt16 = 0

  /// Whether released keys of a channel continue to play.
  func holds(_ line: Int, _ isLatched: Bool) -> Bool { isLatched || pedals.contains(line) }
}

/// Runs an ``Arpeggiator`` in a chain.
struct ArpeggiatorStage: EffectStage {
  let controls: ArpeggiatorControls
  let pattern: ArpeggiatorPattern
  let state: UnsafeMutablePointer<ArpeggiatorState>

  /// A bit for each channel: whether its keys are arpeggiated.
  var channels: UInt16 { controls.channels }
  var isLatched: Bool { controls.isLatched }
  var pedalHolds: Bool { controls.pedalHolds }
  var startsWithKey: Bool { controls.startsWithKey }
  var playsWhenStopped: Bool { controls.playsWhenStopped }
  var isBypassed: Bool { controls.isBypassed }

  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter) {
    var beatMap = cycle.beatMap
    let origin = cycle.firstFrame
    if isBypassed || beatMap.hasStopped || beatMap.hasJumped && !startsWithKey { silence(&output) }
    state.pointee.pedals.formIntersection(channels: pedalHolds ? channels : 0)
    if isBypassed || beatMap.hasStopped {
      state.pointee.keys.dropReleased(exceptOn: ChannelSet())
    } else if !isLatched {
      state.pointee.keys.dropReleased(exceptOn: state.pointee.pedals)
    }
    if var line = state.pointee.ownLine {
      line.align(to: beatMap.speed, at: origin)
      state.pointee.ownLine = line
    }
    var next = 0
    while let part = beatMap.next() {
      if part.isWrapped, goesByHost(part.line), state.pointee.isRunning {
        state.pointee.lead = state.pointee.nextStep &- state.pointee.firstStep
        state.pointee.isRunning = false
      }
      play(part, beatMap, input, &next, origin, &output)
    }
    // events with offsets beyond the cycle are processed at its end
    take(input, from: &next, before: .max, origin, beatMap.line, &output)
  }

  /// Whether steps lie on the host's grid.
  func goesByHost(_ line: HostTickMap?) -> Bool {
    if case .none = line { return false }
    return !startsWithKey
  }

  /// Plays a part of a cycle. At each frame, note-offs come first, then incoming events, then steps.
  private func play(
    _ part: CycleBeatMap.Part, _ beatMap: CycleBeatMap, _ input: EventList, _ next: inout Int, _ origin: Int64,
    _ output: inout EventWriter
  ) {
    while true {
      prepareSteps(part, beatMap, origin)
      let end = state.pointee.sounding.nextDue
      let coming = next < input.count ? max(part.firstFrame, origin &+ Int64(input[next].offset)) : .max
      let step = stepFrame(part)
      if part.endsAtWrap, goesByHost(part.line), step >= part.endFrame, step < .max, min(end, coming) >= part.endFrame {
        // the step lies less than a frame before the wrap, so its frame is that of the wrap
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

  // MARK: Incoming events

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
      let stays = !isBypassed && state.pointee.holds(message.line, isLatched)
      if !state.pointee.keys.release(message, stays: stays) { output.pass(message, at: offset) }
      if state.pointee.keys.count == 0 { rest() }
    } else if message.endsAllNotes {
      state.pointee.keys.drop(channelOf: message, &output)
      // note-offs go before this message, because it ends the notes in all later effects
      state.pointee.sounding.end(channelOf: message, at: offset, &output)
      if state.pointee.keys.count == 0 {
        state.pointee.sounding.end(by: .max, at: offset, &output)
        rest()
      }
      output.pass(message, at: offset)
    } else if isOurs, pedalHolds, message.isPedal, message.isPedalDown, !isBypassed {
      state.pointee.pedals.insert(message.line)
    } else {
      // a pedal-up is always passed on: the pedal may have been pressed before this effect was inserted
      if message.isPedal || message.resetsControllers { liftPedal(message.line) }
      output.pass(message, at: offset)
    }
  }

  private func press(_ noteOn: ChannelMessage, _ frame: Int64, _ line: HostTickMap?, _ output: inout EventWriter) {
    // a key that is pressed while no other key is pressed or held by the pedal of its channel restarts the pattern and
    // replaces latched keys; any other key joins the keys that are playing
    let isFirst = !state.pointee.keys.isAnyHeld(state.pointee.pedals)
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

  private func liftPedal(_ line: Int) {
    state.pointee.pedals.remove(line)
    if !isLatched { state.pointee.keys.dropReleased(exceptOn: state.pointee.pedals) }
    if state.pointee.keys.count == 0 { rest() }
  }

  // MARK: Steps

  /// Stops the steps, so that the next key restarts the pattern.
  func rest() {
    state.pointee.isRunning = false
    state.pointee.ownLine = nil
    state.pointee.lead = 0
  }

  /// Ends all sounding notes at the start of the cycle, and stops the steps.
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
    state.pointee.pedals = ChannelSet()
    rest()
  }

  /// Whether no key is held, no note sounds, and no pedal that the effect has seen is down.
  func isIdle() -> Bool {
    state.pointee.keys.count == 0 && state.pointee.sounding.count == 0 && state.pointee.pedals.isEmpty()
  }
}
