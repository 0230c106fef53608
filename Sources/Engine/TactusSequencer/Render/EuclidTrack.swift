import TactusTime

/// A track of a Euclidean rhythm, as settings in plain memory: those of a track with a pattern of `[Step].euclid`.
///
/// - Thread: any
package struct EuclidTrack: Hashable, Sendable, BitwiseCopyable {
  /// Whether the track plays.
  package var isOn = false
  /// The number of onsets; more than there are steps count as all.
  package var onsets = 0
  /// The number of steps, 1…``mostSteps``.
  package var steps = 1
  /// The number of steps by which the rhythm is delayed, at least 0.
  package var rotation = 0
  /// The length of a step in ticks, at least 2.
  package var stepLength: Tick = 2
  /// 0…127.
  package var key: UInt8 = 60
  /// 1…127.
  package var velocity: UInt8 = 100
  /// The length of the notes in percent of a step.
  package var gate = 50
  /// The probability that a step plays, in percent.
  package var probability = 100
  /// 0…15.
  package var channel: UInt8 = 0

  /// The maximum number of steps.
  package static var mostSteps: Int { 64 }

  package init() {}

  /// Whether all settings are those of another track; `==` cannot be proved free of locks in other modules.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func isSame(as other: EuclidTrack) -> Bool {
    isOn == other.isOn && onsets == other.onsets && steps == other.steps && rotation == other.rotation
      && stepLength == other.stepLength && key == other.key && velocity == other.velocity && gate == other.gate
      && probability == other.probability && channel == other.channel
  }

  /// Returns whether a step has an onset; see ``Euclid``.
  func hasOnset(_ step: Int) -> Bool {
    let onsets = min(max(0, onsets), steps)
    return (step &+ steps &- rotation % steps) % steps &* onsets % steps < onsets
  }

  /// The same track with all settings in their ranges.
  var clamped: EuclidTrack {
    var track = self
    track.steps = min(max(1, steps), Self.mostSteps)
    track.rotation = max(0, rotation)
    track.stepLength = min(max(2, stepLength), 1 << 32)
    track.gate = min(max(1, gate), 1 << 24)
    track.probability = min(max(0, probability), 100)
    return track
  }
}
