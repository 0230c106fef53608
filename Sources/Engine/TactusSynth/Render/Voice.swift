import TactusDSP

/// The control data of one sounding region: everything that decides what the voice does.
///
/// Its lane in a `VoiceGroup` holds the signal data. Decisions never read a lane's audio, so several replicas of the
/// synthesizer make the same decisions although each renders only some of the lanes.
/// - Thread: audio
struct Voice {
  enum State { case free, held, sustained, released, fading }

  // The fields that loops over all voices read come first, close together.

  var state = State.free
  /// Whether the sostenuto pedal holds the key, or a drum that does not receive note-offs rings on.
  var isKept = false
  /// Whether the parameters must be recomputed because a controller has changed.
  var needsModulation = false
  /// The key as played.
  var key: UInt8 = 0
  /// The velocity as played.
  var velocity: UInt8 = 0
  /// The index of the channel.
  var channel: Int32 = 0
  /// The number of the note-on; all voices of a note have the same number.
  var note: UInt64 = 0
  /// The absolute frame at which the note began.
  var start: Int64 = 0
  var volume = VoiceVolume()
  /// The parameters that are derived from generators and modulators.
  var parameters = VoiceParameters()
  /// The stem and the insertion effect to which the voice is mixed, and the track of its note.
  var route = NoteRoute()
  var exclusiveClass: Int32 = 0
  var region: UnsafePointer<Region>?
  /// The number of the bank to which the region belongs.
  var bank: UInt32 = 0
  /// The frame at which playback reaches the end of the sample.
  var sampleEnd = Int64.max
  /// The frame at which the lane's ramps end and need new targets.
  var rampTarget = Int64.max

  /// The sources that modulate pitch, filter and level.
  var movers = VoiceMovers()
  /// The static parameters, and the ramp between their old and new values.
  var ramp = ParameterRamp()
  /// The values that the lane was last set to.
  var lane = LaneRamps()
  var portamento = VoicePortamento()
  /// The tuning of the key, in cents from equal temperament.
  var tuning = 0.0
  /// While a bypassed filter warms up: the first frame at which it may be inserted into the signal path.
  var filterWake = Int64.max
  var atRelease = ReleaseExpression()
  /// The attenuation by the soft pedal at the note's start, in centibels.
  var softening = 0.0
  var expression = VoiceExpression()

  @inline(__always)
  func age(at frame: Int64) -> Double { Double(frame &- start) }

  /// The first frame after `now` on a grid of `spacing` frames that begins with the block in which the voice began.
  ///
  /// The grid is different for each voice, so that periodic work does not fall into the same cycle for all voices.
  @inline(__always)
  func nextStop(after now: Int64, every spacing: Int64) -> Int64 {
    let origin = start & ~Int64(SynthLimits.gridFrames &- 1)
    return now &+ spacing &- (now &- origin) % spacing
  }
}

/// The expression of a voice's own channel at the time of the note-off.
struct ReleaseExpression {
  var pitchBend: Int32 = 8_192
  /// The pressure that a member of an MPE zone had received.
  var pressure: UInt8 = 0
  /// The controller 74 that a member of an MPE zone had received.
  var timbre: UInt8 = 64
}

/// The volume envelope of a voice.
struct VoiceVolume {
  var envelope = VolumeEnvelope()
  var times = EnvelopeTimes()
  /// The envelope stage that the lane's level curve was last set for.
  var shownStage = EnvelopeStage.done
}

/// The values that a voice's lane was last set to.
struct LaneRamps {
  var pitch = LanePitch()
  var tremolo = LaneTremolo()
  var filter = FilterRamp()
  /// Whether the lane's gains and sends have their final values or ramp to them.
  var gainsAreSet = false
}

/// The modulation envelope and the LFOs of a voice.
struct VoiceMovers {
  var envelope = ModulationEnvelope()
  var times = EnvelopeTimes()
  var modLFO = TriangleLFO()
  var vibLFO = TriangleLFO()
}

/// A linear ramp of the static parameters between two absolute frames.
struct ParameterRamp {
  var from = StaticParameters()
  var to = StaticParameters()
  var start: Int64 = 0
  var end: Int64 = 0
}

/// The pitch of a lane.
struct LanePitch {
  /// The lowest pitch, in cents, at which the playback rate is not clamped.
  var lowest = 0.0
  /// The highest pitch, in cents, at which the playback rate is not clamped.
  var highest = 0.0
  /// The pitch that `increment` belongs to.
  var shown = Double.nan
  var increment: Int64 = 0
  /// The change of pitch over the lane's current ramp, in cents.
  var change = 0.0
}

/// A portamento: a linear glide that begins `cents` away from the target pitch at the age `start`, and reaches it at
/// the age `end`. Ages are in frames.
struct VoicePortamento {
  var cents = 0.0
  var start = 0.0
  var end = 0.0
}

/// The parameters that do not ramp: which modulation sources are active, and whether the filter runs.
struct VoiceParameters {
  /// The attenuation in centibels, which voice stealing compares.
  var attenuation = 0.0
  /// Whether the filter is computed.
  var runsFilter = false
  /// Whether the filter has been computed since the voice's start, so that its state matters.
  var hasRunFilter = false
  /// Whether the filter's output is used.
  var isFiltered = false
  /// Whether an LFO or the modulation envelope continuously modulates the pitch.
  var movesPitch = false
  /// Whether the modulation LFO or the modulation envelope continuously modulates the cutoff.
  var movesFilter = false
  /// Whether the modulation LFO continuously modulates the level.
  var movesVolume = false
  /// Whether the modulation LFO modulates anything.
  var usesModLfo = false
  /// Whether the vibrato LFO modulates the pitch.
  var usesVibLfo = false
  /// Whether the modulation envelope modulates the pitch or the cutoff.
  var usesModEnv = false
  @inline(__always) var moves: Bool { movesPitch || movesFilter || movesVolume }
}

/// The parameters that stay constant until a controller changes.
struct StaticParameters: Equatable {
  /// Pitch in cents relative to the sample's recorded pitch at the output rate.
  var cents = 0.0
  /// The filter's cutoff in absolute cents.
  var cutoff = 13_500.0
  /// The filter's damping, 1/Q.
  var damping = 1.41421356
  /// The gain before the filter, which compensates for the resonance.
  var filterGain = 1.0
  var left = 0.0
  var right = 0.0
  var reverb = 0.0
  var chorus = 0.0
  var delay = 0.0
  // Modulation depths of the LFOs and the envelope, in cents and centibels.
  var modLfoToPitch = 0.0
  var vibLfoToPitch = 0.0
  var modEnvToPitch = 0.0
  var modLfoToFilter = 0.0
  var modEnvToFilter = 0.0
  var modLfoToVolume = 0.0

  /// The sum of the absolute differences between the modulation depths of two sets of parameters, in cents and
  /// centibels.
  @inline(__always)
  func depthsChange(from other: StaticParameters) -> Double {
    let pitch = (modLfoToPitch - other.modLfoToPitch).magnitude + (vibLfoToPitch - other.vibLfoToPitch).magnitude
    let filter = (modLfoToFilter - other.modLfoToFilter).magnitude + (modEnvToFilter - other.modEnvToFilter).magnitude
    let rest = (modEnvToPitch - other.modEnvToPitch).magnitude + (modLfoToVolume - other.modLfoToVolume).magnitude
    return pitch + filter + rest
  }

  /// Interpolates linearly to other parameters; `part` is 0…1.
  @inline(__always)
  func towards(_ other: StaticParameters, _ part: Double) -> StaticParameters {
    var mixed = self
    mixed.cents += (other.cents - cents) * part
    mixed.cutoff += (other.cutoff - cutoff) * part
    mixed.damping += (other.damping - damping) * part
    mixed.filterGain += (other.filterGain - filterGain) * part
    mixed.left += (other.left - left) * part
    mixed.right += (other.right - right) * part
    mixed.reverb += (other.reverb - reverb) * part
    mixed.chorus += (other.chorus - chorus) * part
    mixed.delay += (other.delay - delay) * part
    mixed.modLfoToPitch += (other.modLfoToPitch - modLfoToPitch) * part
    mixed.vibLfoToPitch += (other.vibLfoToPitch - vibLfoToPitch) * part
    mixed.modEnvToPitch += (other.modEnvToPitch - modEnvToPitch) * part
    mixed.modLfoToFilter += (other.modLfoToFilter - modLfoToFilter) * part
    mixed.modEnvToFilter += (other.modEnvToFilter - modEnvToFilter) * part
    mixed.modLfoToVolume += (other.modLfoToVolume - modLfoToVolume) * part
    return mixed
  }
}

/// The sums of the offsets that LFOs, modulation envelope and portamento add to pitch and level at one frame.
struct ModulationOffsets {
  /// The pitch offset in cents.
  var cents = 0.0
  /// The level offset in centibels.
  var centibels = 0.0
}
