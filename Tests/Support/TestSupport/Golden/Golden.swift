/// The golden model: a SoundFont voice, computed in the slow and obvious way, with which the real synthesizer is
/// compared.
///
/// It is written from the formulas alone (SF2.04 and what hardware is known to do), in `Double`, one frame at a time,
/// with the platform's mathematics. It shares no code with the synthesizer under test: where the two differ, one of
/// them has misread the formulas. Every interpretation of an ambiguous passage is stated in a comment where it is made.
///
/// ```
/// events ─► Channel ─► Modulator sums ─► Controls ─┐            (whenever something changes)
///                                                  ▼
/// Playhead ─► Filter ─► × VolumeEnvelope × tremolo ─► × pan ─► dry, × send ─► reverb, chorus   (every frame)
///    ▲ pitch     ▲ cutoff
///    └── LFOs, ModulationEnvelope
/// ```
///
/// Omitted, because no formula defines them: stealing, choking by exclusive class, effects, portamento.
package enum Golden {
  /// The choices: the sample rate, and the interpretations that the specification leaves open.
  package struct Options: Sendable {
    /// Output frames per second.
    package var rate: Double
    /// How the sample is interpolated.
    package var interpolation = Interpolation.cubic
    /// Which parameters follow a controller that changes while the note sounds, and how.
    package var smoothing = Smoothing.gains
    /// Frames between the grid points at which `Smoothing` arrives, counted from absolute frame 0.
    package var grid = 64
    /// What a controller's 127 is worth.
    package var top = Top.exactMaximum
    /// The value of a pitch bend of 16383.
    package var wheelTop = Top.exactMaximum
    /// Whether a modulator that changes an envelope's time or level also changes the stage that is running.
    package var changesRunningStages = true
    /// When an open filter is bypassed.
    package var bypass = Bypass.whileOpen
    /// Whether hold and decay are clamped to their range before the key scales them, and not only after.
    package var clampsBeforeKeyScaling = true
    /// Whether a total attenuation of 960 centibels or more is silence, like the volume envelope's end. Otherwise only
    /// a velocity, volume or expression of 0 is.
    package var isSilentFrom960 = false
    /// Whether a voice is over when its sample is. Otherwise zeros follow indefinitely, so that the interpolation and
    /// the filter can decay.
    package var endsWithSample = false
    /// Whether delays of −12000 timecents or less are none at all. The text gives −32768 that meaning and −12000, the
    /// default of every zone, about a millisecond, so that by the letter no note ever starts on its frame.
    package var shortestDelayIsNone = false
    /// How long a note sounds at least before its release, in seconds.
    package var shortestNote = 0.010
    /// Controllers that do not start at 0.
    package var initialControllers = [
      7: 100, 10: 64, 11: 127, 70: 64, 71: 64, 72: 64, 73: 64, 74: 64, 75: 64, 76: 64, 77: 64, 78: 64, 79: 64,
    ]

    package init(rate: Double = 48_000) { self.rate = rate }
  }

  package enum Interpolation: Sendable { case linear, cubic }

  /// A new value applies from the event's frame on, or is reached by a linear ramp from the old value at the event's
  /// frame to the new one at the first grid point that is at least half a grid interval away.
  package enum Smoothing: Sendable {
    /// Nothing ramps.
    case none
    /// Gains, with pan and sends, ramp.
    case gains
    /// All ramps: pitch, cutoff and depths in cents.
    case all
  }

  /// When an open filter (cutoff at 13500 cents, no resonance) is left out.
  package enum Bypass: Sendable {
    /// In every frame in which it is open, also where an LFO or an envelope only passes through there.
    case whileOpen
    /// As long as it is open and neither LFO nor envelope can move it; once it is in the signal path, it stays there.
    case untilMoved
  }

  /// The top of a controller's range.
  package enum Top: Sendable {
    /// 127 and the pitch bend's 16383 give exactly 1; halfway values segment to match. The default, so that a pan of 127
    /// is hard right and a full bend is the full range.
    case exactMaximum
    /// The printed SF2 formula for linear curves: value / 128, and (value − 8192) / 8192 for the pitch bend, so that 1 is
    /// never reached.
    case printed
  }

  /// Six signals, each a pair of channels of equal length: the dry sound and what is sent to the effects.
  ///
  /// The sends are taken after pan and do not take away from the dry signal.
  package struct Output: Sendable {
    package var left: [Double] = []
    package var right: [Double] = []
    package var reverbLeft: [Double] = []
    package var reverbRight: [Double] = []
    package var chorusLeft: [Double] = []
    package var chorusRight: [Double] = []

    package init() {}

    init(silence count: Int) {
      let zeros = [Double](repeating: 0, count: count)
      (left, right) = (zeros, zeros)
      (reverbLeft, reverbRight) = (zeros, zeros)
      (chorusLeft, chorusRight) = (zeros, zeros)
    }
  }
}
