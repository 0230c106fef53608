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
  var volume = VolumeEnvelope()
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

  /// The stage that the lane's envelope follows now.
  var shownStage = EnvelopeStage.done
  var volumeTimes = EnvelopeTimes()
  var modulation = ModulationEnvelope()
  var modulationTimes = EnvelopeTimes()
  var modLFO = TriangleLFO()
  var vibLFO = TriangleLFO()

  /// Where the tone's standing part comes from, goes to, and between which frames.
  var from = StandingTone()
  var to = StandingTone()
  var standingStart: Int64 = 0
  var standingEnd: Int64 = 0
  /// Whether the lane's gains and sends are set for where the standing part is, or goes.
  var gainsAreSet = false
  var swell = LaneSwell()
  var way = FilterWay()
  /// The pitches at which the lane stands still and at which it is as fast as it may be.
  var lowestCents = 0.0
  var highestCents = 0.0
  /// The pitch that `increment` belongs to.
  var shownCents = Double.nan
  var increment: Int64 = 0
  /// How far the pitch goes on the lane's present way, in cents.
  var glide = 0.0
  /// Portamento: how far the pitch is from where it goes at `glideStart`, and when it is there, in frames of its life.
  var glideCents = 0.0
  var glideStart = 0.0
  var glideEnd = 0.0
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
