import CTactusKernels
import TactusDSP

// A replica that renders only a slice of a score. Outside of its slice, it follows the score: it makes all decisions and
// keeps all signal data up to date that do not depend on rendered samples.

/// The part of a voice's state that determines its future sound, together with the score. If two replicas play the same
/// score, and a voice has the same lane state in both, it sounds the same in both from then on.
struct LaneState {
  fileprivate var phase: SamplePhase = 0
  fileprivate var passed: Int64 = 0
  fileprivate var bits: UInt8 = 0
  fileprivate var nextFilterUpdate = Int64.max
  fileprivate var filter = FilterState()
  fileprivate var ramp = FilterRamp()
  fileprivate var equalizer: LaneEqualizer?

  func isSame(as other: LaneState) -> Bool {
    guard phase == other.phase, passed == other.passed, bits == other.bits, filter == other.filter,
      nextFilterUpdate == other.nextFilterUpdate
    else { return false }
    if nextFilterUpdate != .max, !ramp.isSame(as: other.ramp) { return false }
    guard let equalizer else { return other.equalizer == nil }
    return other.equalizer.map { equalizer.isSame(as: $0) } ?? false
  }
}

/// A lane's filter coefficients, their change per frame, and the filter's memory, as bit patterns.
private struct FilterState: Equatable {
  var coefficients = SIMD8<UInt32>.zero
  var memory = SIMD2<UInt32>.zero
}

extension FilterRamp {
  fileprivate func isSame(as other: FilterRamp) -> Bool {
    here.cutoff == other.here.cutoff && here.damping == other.here.damping && here.gain == other.here.gain
      && end == other.end && endCutoff == other.endCutoff
  }
}

extension VoiceUpdates {
  /// Whether no voice is rendered.
  @inline(__always) var isFollowing: Bool { ownMixes == 0 }

  /// Stops rendering. From now on, this replica only follows the score.
  mutating func endRendering() {
    ownMixes = 0
    keepsSignals = true
  }

  /// Resumes rendering at the frame at which `endRendering` was called.
  mutating func resumeRendering() { ownMixes = .max }

  /// Begins to render all voices at a frame up to which this replica has followed the score. The filters and equalizers
  /// of the voices that sound start from a wrong state, whose effect soon decays; see ``laneState(of:)``.
  mutating func beginRendering(_ laneCount: Int, at now: Int64) {
    resumeRendering()
    block = BlockPosition(slot: -1, frame: now)
    for voice in 0..<laneCount where voices[voice].state != .free {
      groups[voice &>> 3].set(LaneFilter(), voice & 7)
      let (target, moves) = modulation.rampTarget(voices + voice, from: now)
      setFilterRamp(voice, at: now, target: target, moves: moves)
      if levels[voice].kind == .due { setLevel(voice, at: levels[voice].since) }
    }
  }

  /// Returns what the sound of a voice depends on beside the score; nil if the lane is free.
  mutating func laneState(of voice: Int) -> LaneState? {
    guard voices[voice].state != .free else { return nil }
    let (group, lane) = (groups + voice &>> 3, voice & 7)
    let bit = VoiceGroup.bit(lane)
    var state = LaneState()
    (state.phase, state.passed) = (readers[voice].phase, readers[voice].passed)
    if group.pointee.filtered & bit != 0 { state.bits |= 1 }
    if group.pointee.isInPath(lane) { state.bits |= 2 }
    state.nextFilterUpdate = nextFilterUpdates[voice]
    state.ramp = voices[voice].lane.filter
    if voices[voice].parameters.hasRunFilter { state.filter = FilterState(group.pointee.filterValues(lane)) }
    if group.pointee.equalized & bit != 0 { state.equalizer = equalizers[voice] }
    return state
  }
}

extension FilterState {
  fileprivate init(_ values: (filter: LaneFilter, memory1: Float, memory2: Float)) {
    let filter = values.filter
    coefficients = SIMD8(
      filter.b.bitPattern, filter.bStep.bitPattern, filter.c.bitPattern, filter.cStep.bitPattern, filter.h.bitPattern,
      filter.hStep.bitPattern, filter.gain.bitPattern, filter.gainStep.bitPattern)
    memory = SIMD2(values.memory1.bitPattern, values.memory2.bitPattern)
  }
}
