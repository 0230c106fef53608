import TactusDSP
import TactusFiles

/// A layer of an instrument: a set of samples across the keyboard and its playback parameters. It becomes one zone per
/// sample.
struct Layer {
  /// The sample of the set that a key plays.
  enum Choice {
    /// The one with the nearest root, with a preference for higher ones.
    case nearest
    /// The next root at or below the key, or at or above it: two layers with different samples sound wide.
    case below, above
  }

  var set: SampleSet
  var choice = Choice.nearest
  var keys = 0...127
  var velocities = 0...127
  /// The level relative to the set's own, in dB.
  var level = 0.0
  /// The pan, −1 left … 1 right, and the spread across the keyboard (low keys left).
  var pan = 0.0
  var keyPan = 0.0
  /// The transposition of the layer in semitones and cents.
  var transpose = 0
  var tune = 0
  /// Cents per key; 0 plays every key at the root's pitch.
  var scale = 100
  /// The key whose pitch and sample all keys of the layer play; nil for their own.
  var fixedKey: Int?
  /// The start position within the loop, 0…1: two layers with different positions sound wide.
  var start = 0.0

  // The volume envelope in seconds, for the full scale of 100 dB. By default the decay is that of the sample.
  var delay = 0.0
  var attack = 0.0
  var hold = 0.0
  var decay: Double?
  var sustain = 0.0
  var release = 0.3
  /// The decrease of the decay time per key, in timecents.
  var decayTracking = 0

  // The filter: the cutoff in hertz at velocity 100 and middle C.
  var cutoff: Double?
  /// The key tracking of the cutoff: 1 is full.
  var tracking = 0.0
  var resonance = 0.0
  /// The range in cents by which velocity opens the filter.
  var velocityToCutoff = 0
  /// The range in timecents by which velocity lengthens the attack (negative: shortens).
  var velocityToAttack = 0
  /// The attenuation in centibels by which the layer falls faster with velocity than the default of 960.
  var velocityToLevel = 0

  // The modulation envelope and its depths in cents.
  var sweepAttack = 0.0
  var sweepDecay = 0.0
  var sweepSustain = 0.0
  var sweepToCutoff = 0
  var sweepToPitch = 0

  // The vibrato LFO (hertz, seconds, cents) and the modulation LFO (hertz, seconds, dB, cents).
  var vibratoRate = BankMaker.vibratoRate
  var vibratoDelay = 0.0
  var vibrato = 0
  var tremoloRate = 5.0
  var tremoloDelay = 0.0
  var tremolo = 0.0
  var tremoloToCutoff = 0
  var tremoloToPitch = 0

  var chorus = 0.0
  var reverb = 0.0
  var exclusiveClass = 0
  /// Whether the measured loudness of the samples is evened out; drums keep their original levels.
  var evened = true

  init(_ set: SampleSet, _ adjust: (inout Layer) -> Void = { _ in }) {
    self.set = set
    adjust(&self)
  }

  /// Makes the filter close slowly, as the high frequencies of a string or bar decay first. Both frequencies in hertz,
  /// at velocity 100 and middle C.
  mutating func dampen(from high: Double, to low: Double, in seconds: Double) {
    cutoff = low
    sweepToCutoff = rounded(1200 * ExactMath.log2(high / low))
    sweepDecay = seconds
    sweepSustain = 0
  }

  /// Returns the layer with some changes.
  func with(_ adjust: (inout Layer) -> Void) -> Layer {
    var copy = self
    adjust(&copy)
    return copy
  }

  /// Returns the layer twice, left and right, slightly detuned.
  func pair(_ width: Double, detune: Int) -> [Layer] {
    [-1, 1].map { side in
      with {
        $0.pan += width * Double(side)
        $0.tune += detune * side
        $0.level -= 3
      }
    }
  }

  /// Returns the layer twice, left and right, started at different positions of its loop.
  func widened(_ width: Double = 0.7, apart: Double = 0.37, detune: Int = 0) -> [Layer] {
    [
      with {
        $0.pan -= width
        $0.tune -= detune
        $0.level -= 3
      },
      with {
        $0.pan += width
        $0.tune += detune
        $0.start = apart
        $0.level -= 3
      },
    ]
  }
}
