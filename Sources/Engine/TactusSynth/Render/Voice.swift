import TactusDSP

/// One sounding region, as the control plane sees it: everything that decides, nothing that is heard.
///
/// Its lane in a `VoiceGroup` is what is heard. The control plane never reads a lane's sound, so that several replicas
/// of the synthesizer decide alike although each renders only some of the lanes.
/// - Thread: audio
struct Voice {
  enum State { case free, held, sustained, released, fading }

  // First what is looked at most, close together.

  var state = State.free
  /// The key is kept by the sostenuto pedal.
  var isKept = false
  /// The generators' sums have to be computed anew: a controller has moved.
  var isStale = false
  /// Key and velocity as played; the channel's index.
  var key: UInt8 = 0
  var velocity: UInt8 = 0
  var channel: Int32 = 0
  /// Counts note-ons; all voices of a note have the same.
  var note: UInt64 = 0
  /// The absolute frame at which the note began.
  var start: Int64 = 0
  var volume = VoiceVolume()
  /// What the generators and modulators say; see `VoiceTone`.
  var tone = VoiceTone()
  /// Which stem it sounds in.
  var stem: Int32 = 0
  var exclusiveClass: Int32 = 0
  var region: UnsafePointer<Region>?
  /// The number of the bank that the region is from.
  var bank: UInt32 = 0
  /// The frame at which its sample has ended.
  var sampleEnd = Int64.max
  /// The frame at which the lane's ramps arrive and are aimed anew.
  var refresh = Int64.max

  /// What moves pitch, filter and level.
  var movers = VoiceMovers()
  /// The static parameters, on their way from one value to another.
  var ramp = ParameterRamp()
  /// What its lane has been set to.
  var lane = LaneRamps()
  var portamento = VoicePortamento()
  /// How far its key is tuned from equal temperament, in cents.
  var tuning = 0.0
  /// The frame from which a filter that was asleep may be heard, while it warms up.
  var filterWake = Int64.max
  /// Where the channel's wheel stood when the key went up.
  var wheelAtRelease: Int32 = 8_192
  /// Softened by the soft pedal at its start, in centibels.
  var softening = 0.0

  @inline(__always)
  func age(at frame: Int64) -> Double { Double(frame &- start) }

  /// The first frame after `now` on a grid of `spacing` frames that begins with the grid block in which the voice began:
  /// what it has to do now and then it does not do in the same cycle as all other voices.
  @inline(__always)
  func nextStop(after now: Int64, every spacing: Int64) -> Int64 {
    let origin = start & ~Int64(SynthLimits.gridFrames &- 1)
    return now &+ spacing &- (now &- origin) % spacing
  }
}

/// The volume envelope of a voice.
struct VoiceVolume {
  var envelope = VolumeEnvelope()
  var times = EnvelopeTimes()
  /// The stage that the lane's envelope follows now.
  var shownStage = EnvelopeStage.done
}

/// What a voice's lane has been set to.
struct LaneRamps {
  var pitch = LanePitch()
  var swell = LaneSwell()
  var filter = FilterWay()
  /// Whether the gains and sends are set for where the static parameters are, or go.
  var gainsAreSet = false
}

/// The modulation envelope and the LFOs of a voice.
struct VoiceMovers {
  var envelope = ModulationEnvelope()
  var times = EnvelopeTimes()
  var modLFO = TriangleLFO()
  var vibLFO = TriangleLFO()
}

/// Static parameters that go from one value to another between two absolute frames.
struct ParameterRamp {
  var from = StandingTone()
  var to = StandingTone()
  var start: Int64 = 0
  var end: Int64 = 0
}

/// The pitch of a lane.
struct LanePitch {
  /// The pitches at which the lane stands still and at which it is as fast as it may be, in cents.
  var lowest = 0.0
  var highest = 0.0
  /// The pitch that `increment` belongs to.
  var shown = Double.nan
  var increment: Int64 = 0
  /// How far the pitch goes on the lane's present ramp, in cents.
  var change = 0.0
}

/// How far a voice's pitch is from where it goes at the age `start`, in cents, and at which age it is there, in frames.
struct VoicePortamento {
  var cents = 0.0
  var start = 0.0
  var end = 0.0
}

/// What else a voice's generators and modulators say: which of its parts are at work.
struct VoiceTone {
  /// In centibels, for choosing whom to steal from.
  var attenuation = 0.0
  /// Whether the filter runs, and whether it is in the path.
  var runsFilter = false
  var isFiltered = false
  /// Whether an oscillator or the envelope moves pitch, cutoff or level all the time, and which of them are at work.
  var movesPitch = false
  var movesFilter = false
  var movesVolume = false
  var usesModLfo = false
  var usesVibLfo = false
  var usesModEnv = false
  @inline(__always) var moves: Bool { movesPitch || movesFilter || movesVolume }
}

/// The part of a tone that stands still until a controller moves it.
struct StandingTone: Equatable {
  /// Pitch in cents above the sample's own speed at the output rate.
  var cents = 0.0
  /// The filter's cutoff in absolute cents, 1/Q, and the gain before it that makes up for the resonance.
  var cutoff = 13_500.0
  var damping = 1.41421356
  var filterGain = 1.0
  var left = 0.0
  var right = 0.0
  var reverb = 0.0
  var chorus = 0.0
  // How far LFOs and envelope swing: cents, and centibels.
  var modLfoToPitch = 0.0
  var vibLfoToPitch = 0.0
  var modEnvToPitch = 0.0
  var modLfoToFilter = 0.0
  var modEnvToFilter = 0.0
  var modLfoToVolume = 0.0

  /// How far the depths of LFOs and envelope are from another tone's, all together: cents and centibels.
  @inline(__always)
  func depthsChange(from other: StandingTone) -> Double {
    let pitch = (modLfoToPitch - other.modLfoToPitch).magnitude + (vibLfoToPitch - other.vibLfoToPitch).magnitude
    let filter = (modLfoToFilter - other.modLfoToFilter).magnitude + (modEnvToFilter - other.modEnvToFilter).magnitude
    let rest = (modEnvToPitch - other.modEnvToPitch).magnitude + (modLfoToVolume - other.modLfoToVolume).magnitude
    return pitch + filter + rest
  }

  /// The tone a part of the way to another, 0…1.
  @inline(__always)
  func towards(_ other: StandingTone, _ part: Double) -> StandingTone {
    var mixed = self
    mixed.cents += (other.cents - cents) * part
    mixed.cutoff += (other.cutoff - cutoff) * part
    mixed.damping += (other.damping - damping) * part
    mixed.filterGain += (other.filterGain - filterGain) * part
    mixed.left += (other.left - left) * part
    mixed.right += (other.right - right) * part
    mixed.reverb += (other.reverb - reverb) * part
    mixed.chorus += (other.chorus - chorus) * part
    mixed.modLfoToPitch += (other.modLfoToPitch - modLfoToPitch) * part
    mixed.vibLfoToPitch += (other.vibLfoToPitch - vibLfoToPitch) * part
    mixed.modEnvToPitch += (other.modEnvToPitch - modEnvToPitch) * part
    mixed.modLfoToFilter += (other.modLfoToFilter - modLfoToFilter) * part
    mixed.modEnvToFilter += (other.modEnvToFilter - modEnvToFilter) * part
    mixed.modLfoToVolume += (other.modLfoToVolume - modLfoToVolume) * part
    return mixed
  }
}

/// What LFOs and modulation envelope add to pitch and level at one frame.
struct ToneMotion {
  /// Cents of pitch, centibels of level.
  var cents = 0.0
  var centibels = 0.0
}
