import TactusDSP
import TactusFiles

/// One layer of an instrument: a set of samples across the keyboard and how it is played. Becomes one zone per sample.
struct Layer {
  /// Which sample of the set a key plays.
  enum Choice {
    /// The one whose root is nearest, rather a higher one.
    case nearest
    /// The next root at or below the key, and the next at or above it: two layers that differ, for width.
    case below, above
  }

  var set: SampleSet
  var choice = Choice.nearest
  var keys = 0...127
  var velocities = 0...127
  /// Level against the set's own, dB.
  var level = 0.0
  /// −1 left … 1 right, and how far the keyboard is spread over it (low left).
  var pan = 0.0
  var keyPan = 0.0
  /// Semitones and cents the layer sounds above the key.
  var transpose = 0
  var tune = 0
  /// Cents per key; 0 plays every key at the root's pitch.
  var scale = 100
  /// The key whose pitch and sample every key of the layer plays; nil for its own.
  var fixedKey: Int?
  /// Where in the loop the sound starts, 0…1: two layers that start apart are a wide pair.
  var start = 0.0

  // The volume envelope, in seconds for the full scale of 100 dB. The decay is the sample's own unless given.
  var delay = 0.0
  var attack = 0.0
  var hold = 0.0
  var decay: Double?
  var sustain = 0.0
  var release = 0.3
  /// By how much the decay shortens per key, in timecents.
  var decayTracking = 0

  // The filter: cutoff in hertz at velocity 100, at middle C.
  var cutoff: Double?
  /// How far the cutoff follows the key: 1 fully.
  var tracking = 0.0
  var resonance = 0.0
  /// Cents by which full velocity opens the filter beyond none.
  var velocityToCutoff = 0
  /// Timecents by which full velocity lengthens the attack beyond none (negative: shortens).
  var velocityToAttack = 0
  /// Centibels by which the layer falls faster with velocity than the format's own 960 at none.
  var velocityToLevel = 0

  // The modulation envelope and what it moves, in cents.
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
  /// Whether loudness measured on the samples is evened out; drums keep the level they were made with.
  var evened = true

  init(_ set: SampleSet, _ adjust: (inout Layer) -> Void = { _ in }) {
    self.set = set
    adjust(&self)
  }

  /// Lets the filter close slowly, as the highs of a string or bar die before its lows: both frequencies in hertz, at
  /// velocity 100 and middle C.
  mutating func dampen(from high: Double, to low: Double, in seconds: Double) {
    cutoff = low
    sweepToCutoff = rounded(1200 * ExactMath.log2(high / low))
    sweepDecay = seconds
    sweepSustain = 0
  }

  /// The same layer with some things changed.
  func with(_ adjust: (inout Layer) -> Void) -> Layer {
    var copy = self
    adjust(&copy)
    return copy
  }

  /// This layer twice, left and right, a little out of tune.
  func pair(_ width: Double, detune: Int) -> [Layer] {
    [-1, 1].map { side in
      with {
        $0.pan += width * Double(side)
        $0.tune += detune * side
        $0.level -= 3
      }
    }
  }

  /// This layer twice, left and right, started at different places of its loop.
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
