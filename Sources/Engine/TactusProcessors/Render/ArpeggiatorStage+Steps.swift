import TactusMIDI
import TactusRender

extension ArpeggiatorStage {
  /// Returns the tick map on which the steps lie: that of the host or that of the arpeggiator; nil if nothing is
  /// played.
  private func stepLine(_ part: CycleBeatMap.Part) -> HostTickMap? {
    goesByHost(part.line) ? part.line : state.pointee.ownLine
  }

  /// Finds the next step while keys are held. This is necessary if the step is unknown, if the step length has changed,
  /// or if the steps have changed from the host's tick map to the arpeggiator's or back.
  ///
  /// - Parameter origin: the cycle's first frame, at which the beat map's tempo holds.
  func prepareSteps(_ part: CycleBeatMap.Part, _ beatMap: CycleBeatMap, _ origin: Int64) {
    guard state.pointee.keys.count > 0, !isBypassed, playsWhenStopped || isMoving(part) else {
      if state.pointee.isRunning { rest() }
      return
    }
    if state.pointee.isRunning {
      if state.pointee.stepTicks == pattern.step, state.pointee.wasByHost == goesByHost(part.line) { return }
      state.pointee.lead = state.pointee.nextStep &- state.pointee.firstStep
    }
    if goesByHost(part.line) { state.pointee.ownLine = nil }
    state.pointee.wasByHost = goesByHost(part.line)
    let start = max(part.firstFrame, state.pointee.startFrame)
    if !goesByHost(part.line), case .none = state.pointee.ownLine {
      let speed = beatMap.speed.ticksPerFrame + beatMap.speed.slope * Double(start &- origin)
      state.pointee.ownLine = HostTickMap(tick: 0, frame: start, ticksPerFrame: speed, slope: beatMap.speed.slope)
    }
    guard let line = stepLine(part) else { return }
    state.pointee.stepTicks = pattern.step
    state.pointee.nextStep = firstStep(part, beatMap, from: start, on: line, isFirst: part.firstFrame == origin)
    state.pointee.firstStep = state.pointee.nextStep &- state.pointee.lead
    state.pointee.isRunning = true
  }

  /// Returns the first step at or after a frame. If the host has jumped or wrapped at that frame, the step is found by
  /// its position instead of its frame.
  private func firstStep(
    _ part: CycleBeatMap.Part, _ beatMap: CycleBeatMap, from start: Int64, on line: HostTickMap, isFirst: Bool
  ) -> Int64 {
    let step = pattern.firstStep(notBefore: start, on: line)
    guard goesByHost(part.line), start == part.firstFrame else { return step }
    if part.isWrapped { return pattern.firstStep(from: part.startTick) }
    guard isFirst, beatMap.hasJumped else { return step }
    return min(step, pattern.firstStep(from: line.tick(atFrame: start) - beatMap.host.seekTicks()))
  }

  private func isMoving(_ part: CycleBeatMap.Part) -> Bool {
    if case .none = part.line { return false }
    return true
  }

  /// Restarts the pattern when a key is pressed: at the next step of the grid, or immediately.
  func restart(_ frame: Int64, isOnGrid: Bool) {
    state.pointee.lead = 0
    state.pointee.firstStep = state.pointee.nextStep
    guard !isOnGrid else { return }
    state.pointee.ownLine = nil
    state.pointee.isRunning = false
    state.pointee.startFrame = frame
  }

  /// Returns the frame of the next step; `.max` if there is none.
  func stepFrame(_ part: CycleBeatMap.Part) -> Int64 {
    guard state.pointee.isRunning, let line = stepLine(part) else {
      return .max
    }
    let position = pattern.position(state.pointee.nextStep)
    // a step at the end of a cycle region belongs to the region's start
    if goesByHost(part.line), position >= part.endTick { return .max }
    return max(line.frame(at: position), part.firstFrame)
  }

  /// Returns the frame of the next step or note-off, whichever comes first. While keys wait for their first step, which
  /// may be on any frame, this is `.min`.
  func nextFrame(_ line: HostTickMap?) -> Int64 {
    let end = state.pointee.sounding.nextDue
    guard state.pointee.keys.count > 0, !isBypassed else { return end }
    guard state.pointee.isRunning, let steps = goesByHost(line) ? line : state.pointee.ownLine else { return .min }
    return min(end, steps.frame(at: pattern.position(state.pointee.nextStep)))
  }

  /// Plays the next step.
  func playStep(_ part: CycleBeatMap.Part, at frame: Int64, _ offset: Int32, _ output: inout EventWriter) {
    guard let line = stepLine(part) else { return }
    let step = state.pointee.nextStep
    state.pointee.nextStep &+= 1
    let index = pattern.index(step, from: state.pointee.firstStep)
    let accent = pattern.accent(index)
    guard accent > 0 else { return }
    if pattern.gate <= 1 { state.pointee.sounding.end(by: .max, at: offset, &output) }
    let due = line.end(of: pattern.end(step) - pattern.position(step), from: frame)
    let count = state.pointee.keys.count
    if case .chord = pattern.order {
      let octave = ArpeggiatorPattern.modulo(index, Int64(pattern.octaves))
      for rank in 0..<count {
        play(state.pointee.keys.ascending(rank), octave, accent, due: due, at: offset, &output)
      }
      return
    }
    let (rank, octave) = pattern.key(index, of: Int64(count))
    var key = state.pointee.keys.ascending(Int(rank))
    if case .asPlayed = pattern.order { key = state.pointee.keys.asPlayed(Int(rank)) }
    play(key, octave, accent, due: due, at: offset, &output)
  }

  private func play(
    _ key: ArpeggiatorKeys.Key, _ octave: Int64, _ accent: UInt32, due: Int64, at offset: Int32,
    _ output: inout EventWriter
  ) {
    var number = Int64(key.noteOn.data1) &+ 12 &* octave
    while number > 127 { number &-= 12 }
    let note = key.noteOn.with(key: UInt8(truncatingIfNeeded: number)).with(velocity16: velocity(key, accent))
    state.pointee.sounding.end(on: note.keyIndex, at: offset, &output)
    guard !state.pointee.sounding.isFull, output.hasRoom() else {
      output.drop()
      return
    }
    output.write(note, at: offset)
    state.pointee.sounding.add(note.noteOff, due: due)
  }

  private func velocity(_ key: ArpeggiatorKeys.Key, _ accent: UInt32) -> UInt16 {
    var velocity = UInt32(key.noteOn.velocity16())
    if pattern.takesLatestVelocity { velocity = UInt32(state.pointee.latestVelocity) }
    if pattern.velocity > 0 { velocity = UInt32(ValueScaling.up16(pattern.velocity)) }
    let scaled = velocity &* accent / 100
    return UInt16(truncatingIfNeeded: scaled < 1 ? 1 : scaled > 0xFFFF ? 0xFFFF : scaled)
  }
}
