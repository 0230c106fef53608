import CTactusKernels
import TactusDSP

// Coefficient ramps of the filters. A linear ramp of the coefficients follows the curve of a moving cutoff for a short
// time only, so filters are updated more often than pitch and level.

/// The ramp of a lane's filter to the current ramp target.
struct FilterRamp {
  /// The parameters at the next update.
  var here = FilterParameters()
  /// The age of the voice at the target, in frames.
  var end = 0.0
  /// The cutoff at the target, in absolute cents.
  var endCutoff = 0.0
}

extension VoiceUpdates {
  /// Sets a lane's filter and starts its coefficient ramp. `target` is the ramp target of the whole lane, in frames of
  /// the voice's age.
  mutating func setFilterRamp(_ index: Int, at now: Int64, target: Double, moves: Bool) {
    let voice = voices + index
    nextFilterUpdates[index] = .max
    guard voice.pointee.parameters.runsFilter else { return stopRunning(index, at: now) }
    let age = voice.pointee.age(at: now)
    voice.pointee.lane.filter.here = modulation.filterParameters(
      voice, at: age, cutoff: modulation.filterCutoff(voice, at: age), last: voice.pointee.lane.filter.here)
    guard moves else {
      return write(
        LaneFilter(voice.pointee.lane.filter.here, isInPath: voice.pointee.parameters.isFiltered), index, at: now)
    }
    voice.pointee.lane.filter.end = target
    voice.pointee.lane.filter.endCutoff = modulation.filterCutoff(voice, at: target)
    followFilter(index, at: now)
  }

  /// Runs all updates of a lane's filter before a frame, between two updates of its voice.
  @inline(__always)
  mutating func followFilters(_ index: Int, before end: Int64) {
    while nextFilterUpdates[index] < end { followFilter(index, at: nextFilterUpdates[index]) }
  }

  /// Starts the next segment of a lane's coefficient ramp.
  private mutating func followFilter(_ index: Int, at now: Int64) {
    let voice = voices + index
    let here = voice.pointee.lane.filter.here
    let age = voice.pointee.age(at: now)
    var end = voice.pointee.lane.filter.end
    var cutoff = voice.pointee.lane.filter.endCutoff
    nextFilterUpdates[index] = .max
    if let piece = Self.piece(end - age, here.cutoff, cutoff) {
      let update = voice.pointee.nextStop(after: now, every: piece)
      let position = voice.pointee.age(at: update)
      if position < end {
        end = position
        cutoff = modulation.filterCutoff(voice, at: end)
        nextFilterUpdates[index] = update
      }
    }
    let there = modulation.filterParameters(voice, at: end, cutoff: cutoff, last: here)
    let isInPath = voice.pointee.parameters.isFiltered
    write(LaneFilter(here, to: there, frames: end - age, isInPath: isInPath), index, at: now)
    voice.pointee.lane.filter.here = there
  }

  /// Returns the length of a ramp segment in frames, or nil if a single linear ramp is close enough to the curve. A
  /// linear ramp that spans 60 cents deviates by at most 0.02 %; the shortest segments have two frames.
  @inline(__always)
  private static func piece(_ frames: Double, _ from: Double, _ to: Double) -> Int64? {
    let distance = (to - from).magnitude
    guard distance > SynthLimits.filterLine else { return nil }
    let longest = frames * SynthLimits.filterLine / distance
    var piece = SynthLimits.resyncFrames / 2
    while piece > 2, Double(piece) > longest { piece /= 2 }
    return piece
  }

  // MARK: Into the lane

  /// Stops a lane's filter, and takes it out of the signal path if it was running.
  private mutating func stopRunning(_ index: Int, at now: Int64) {
    let lane = index & 7
    let group = groups + index &>> 3
    if group.pointee.filtered & VoiceGroup.bit(lane) != 0 { set(LaneFilter(), index, at: now) }
    group.pointee.setFilter(lane, runs: false, moves: false)
  }

  private mutating func write(_ filter: LaneFilter, _ index: Int, at now: Int64) {
    set(filter, index, at: now)
    groups[index &>> 3].setFilter(index & 7, runs: true, moves: filter.moves)
  }

  /// Sets a lane's filter now, or schedules the change for the kernel if the frame lies inside the block.
  @inline(__always)
  private mutating func set(_ filter: LaneFilter, _ index: Int, at now: Int64) {
    if now == block.frame || block.slot < 0 {
      groups[index &>> 3].set(filter, index & 7)
    } else {
      put(filter, index & 7, at: now)
    }
  }

  /// Stops the coefficient ramp of a lane whose voice has ended.
  mutating func stopFilter(_ index: Int, at now: Int64) {
    if groups[index &>> 3].sweeping & VoiceGroup.bit(index & 7) != 0 { set(LaneFilter(), index, at: now) }
  }

  /// Schedules a change for the kernel.
  private mutating func put(_ filter: LaneFilter, _ lane: Int, at now: Int64) {
    let offset = Int(truncatingIfNeeded: now &- block.frame)
    add(filter.change(at: offset, lane: block.slot == 1 ? 8 &+ lane : lane))
  }

  /// Schedules a change for the kernel in the list of the block that is being filled.
  @inline(__always)
  mutating func add(_ change: TactusFilterChange) {
    if block.slot < 2 {
      buffers.changes[changeCount] = change
      changeCount &+= 1
    } else if block.slot == 2 {
      buffers.loneChanges[loneChangeCount] = change
      loneChangeCount &+= 1
    } else {
      let index = block.slot &- BlockPosition.firstPartial
      buffers.partialChanges[index &* LaneBuffers.partialChangesPerGroup &+ partialBlocks[index].changeCount] = change
      partialBlocks[index].changeCount &+= 1
    }
  }
}

extension LaneFilter {
  /// A filter with constant coefficients.
  @inline(__always)
  init(_ parameters: FilterParameters, isInPath: Bool) {
    b = Float(parameters.coefficients.b)
    c = Float(parameters.coefficients.c)
    h = Float(parameters.coefficients.h)
    gain = Float(parameters.gain)
    self.isInPath = isInPath
  }

  /// A filter with a linear ramp of its coefficients.
  @inline(__always)
  init(_ parameters: FilterParameters, to other: FilterParameters, frames: Double, isInPath: Bool) {
    self.init(parameters, isInPath: isInPath)
    guard other.cutoff != parameters.cutoff || other.damping != parameters.damping else { return }
    let (from, to, part) = (parameters.coefficients, other.coefficients, 1 / frames)
    bStep = Float((to.b - from.b) * part)
    cStep = Float((to.c - from.c) * part)
    hStep = Float((to.h - from.h) * part)
    gainStep = Float((other.gain - parameters.gain) * part)
  }
}
