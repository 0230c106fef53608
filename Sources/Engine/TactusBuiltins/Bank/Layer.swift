import TactusDSP
import TactusFiles

/// A layer of an instrument: a set of samples across the keyboard, with playback parameters. It becomes one zone per
/// sample.
struct Layer {
  /// The rule that selects the sample of the set for a key.
  enum Choice {
    /// The sample with the nearest root key, with a preference for higher roots.
    case nearest
    /// `below`: the sample with the nearest root at or below the key. `above`: the one with the nearest root at or
    /// above it. Two layers that play different samples give a wide stereo sound.
    case below, above
  }

  var set: SampleSet
  var choice = Choice.nearest
  var keys = 0...127
  var velocities = 0...127
  /// The level in dB, relative to the level of the set of samples.
  var level = 0.0
  /// The pan, −1 left … 1 right.
  var pan = 0.0
  /// How far the keyboard is spread across the stereo field, with low keys on the left; 0 for no spread.
  var keyPan = 0.0
  /// The transposition of the layer in semitones.
  var transpose = 0
  /// The tuning of the layer in cents, in addition to `transpose`.
  var tune = 0
  /// Cents per key; 0 plays every key at the root's pitch.
  var scale = 100
  /// The key whose pitch and sample all keys of the layer play, or nil if each key plays its own.
  var fixedKey: Int?
  /// The start position within the loop, 0…1: two layers with different positions sound wide.
  var start = 0.0

  // The volume envelope: the times are in seconds (the decay is the time for 100 dB), and `sustain` is the attenuation
  // in dB. If `decay` is nil, each sample's own decay rate applies.
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
  /// The range in centibels by which velocity controls the level, in addition to the default of 960.
  var velocityToLevel = 0

  // The modulation envelope: times in seconds, sustain level 0…1, depths in cents.
  var sweepAttack = 0.0
  var sweepDecay = 0.0
  var sweepSustain = 0.0
  var sweepToCutoff = 0
  var sweepToPitch = 0

  // The vibrato LFO: rate in hertz, delay in seconds, pitch depth in cents. The modulation LFO: rate in hertz, delay in
  // seconds, volume depth in dB, cutoff and pitch depths in cents.
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
  /// Whether the measured loudness differences between the samples are evened out; drums keep their original levels.
  var evened = true

  init(_ set: SampleSet, _ adjust: (inout Layer) -> Void = { _ in }) {
    self.set = set
    adjust(&self)
  }

  /// Makes the filter close slowly, because the high frequencies of a string or bar decay first.
  ///
  /// Both frequencies are in hertz and apply at velocity 100 and middle C.
  mutating func dampen(from high: Double, to low: Double, in seconds: Double) {
    cutoff = low
    sweepToCutoff = rounded(1200 * ExactMath.log2(high / low))
    sweepDecay = seconds
    sweepSustain = 0
  }

  /// Returns a copy of the layer, changed by `adjust`.
  func with(_ adjust: (inout Layer) -> Void) -> Layer {
    var copy = self
    adjust(&copy)
    return copy
  }

  /// Returns the layer, and a second one of the same samples: for sounds that are too quiet even at full scale because
  /// they are short or soft.
  /// - Parameters:
  ///   - decibels: the level of the second layer, relative to full scale.
  ///   - program: the program of the layers, whose level in ``ProgramMap`` applies to both.
  func reinforced(_ decibels: Double, program: Int) -> [Layer] {
    let second = with {
      $0.evened = false
      $0.level = decibels - ProgramMap.programs[program].level
    }
    return [self, second]
  }

  /// Returns two copies of the layer, panned left and right and slightly detuned.
  func pair(_ width: Double, detune: Int) -> [Layer] {
    [-1, 1].map { side in
      with {
        $0.pan += width * Double(side)
        $0.tune += detune * side
        $0.level -= 3
      }
    }
  }

  /// Returns two copies of the layer, panned left and right, which start at different positions in the loop.
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
