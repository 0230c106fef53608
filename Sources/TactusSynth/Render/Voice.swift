import TactusDSP

/// One sounding region, as the control plane sees it: everything that decides, nothing that is heard.
///
/// Its lane in a `VoiceGroup` is what is heard. The control plane never reads a lane's sound, so that several replicas
/// of the synthesizer decide alike although each renders only some of the lanes.
/// - Thread: audio
struct Voice {
  enum State { case free, held, sustained, released, fading }

  var state = State.free
  /// The key is kept by the sostenuto pedal.
  var isKept = false
  /// The generators' sums have to be computed anew: a controller has moved.
  var isStale = false
  /// Key and velocity as played; the channel's index.
  var key: UInt8 = 0
  var velocity: UInt8 = 0
  var channel: Int32 = 0
  /// The channel's list of voices.
  var next: Int32 = -1
  var previous: Int32 = -1
  /// Counts note-ons; all voices of a note have the same.
  var note: UInt64 = 0
  var exclusiveClass: Int32 = 0
  var region: UnsafePointer<Region>?
  /// The absolute frame at which the note began.
  var start: Int64 = 0
  /// The next absolute frame at which this voice wants attention.
  var due = Int64.max
  /// The frame at which its sample has ended.
  var sampleEnd = Int64.max
  /// The frame at which the running ramps arrive, or the envelope is to be set back on its curve.
  var refresh = Int64.max
  /// The frame at which the running ramps began.
  var rampStart: Int64 = 0

  var volume = VolumeEnvelope()
  /// The stage that the lane's envelope follows now.
  var shownStage = EnvelopeStage.done
  var volumeTimes = EnvelopeTimes()
  var modulation = ModulationEnvelope()
  var modulationTimes = EnvelopeTimes()
  var modLFO = TriangleLFO()
  var vibLFO = TriangleLFO()

  /// What the generators and modulators say; see `VoiceTone`.
  var tone = VoiceTone()
  /// What the lane is set to without oscillators and envelope.
  var still = LaneValues()
  /// Whether the running ramps hold more than what moves all the time.
  var isRamping = false
  /// The lane's values at the ramp's start and end.
  var from = LaneValues()
  var to = LaneValues()
  /// Softened by the soft pedal at its start, in centibels.
  var softening: Float = 0

  @inline(__always)
  func age(at frame: Int64) -> Double { Double(frame &- start) }
}

/// A voice's quantities after the modulators, in the units in which they are used.
struct VoiceTone {
  /// Pitch without LFOs and envelope, in cents above the sample's own speed at the output rate.
  var pitch = 0.0
  var modLfoToPitch = 0.0
  var vibLfoToPitch = 0.0
  var modEnvToPitch = 0.0
  /// The filter's cutoff in absolute cents, without LFO and envelope.
  var cutoff = 13_500.0
  var modLfoToFilter = 0.0
  var modEnvToFilter = 0.0
  /// 1/Q of the filter.
  var damping = 1.41421356
  var isFiltered = false
  /// The gain of attenuation, the filter's compensation and the whole synthesizer.
  var gain = 0.0
  var panLeft = 0.0
  var panRight = 0.0
  var modLfoToVolume = 0.0
  var reverb: Float = 0
  var chorus: Float = 0
  /// In centibels, for choosing whom to steal from.
  var attenuation: Float = 0

  /// Whether an oscillator or the envelope moves pitch, cutoff or level all the time.
  var movesPitch = false
  var movesFilter = false
  var movesVolume = false
  @inline(__always) var moves: Bool { movesPitch || movesFilter || movesVolume }
}

/// What a lane is set to at one frame.
struct LaneValues: Equatable {
  var increment: Int64 = 0
  var left: Float = 0
  var right: Float = 0
  var reverb: Float = 0
  var chorus: Float = 0
  var filterA: Float = 1
  var filterB: Float = 0
  var filterC: Float = 1

  /// The values a part of the way to others, 0…1.
  @inline(__always)
  func towards(_ other: LaneValues, _ part: Double) -> LaneValues {
    let p = Float(part)
    var mixed = self
    mixed.increment &+= ExactMath.integer(Double(other.increment &- increment) * part)
    mixed.left += (other.left - left) * p
    mixed.right += (other.right - right) * p
    mixed.reverb += (other.reverb - reverb) * p
    mixed.chorus += (other.chorus - chorus) * p
    mixed.filterA += (other.filterA - filterA) * p
    mixed.filterB += (other.filterB - filterB) * p
    mixed.filterC += (other.filterC - filterC) * p
    return mixed
  }
}
