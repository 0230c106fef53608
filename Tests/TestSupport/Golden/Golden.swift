/// The golden model: a SoundFont voice, computed the slow and obvious way, to hold the real synthesizer against.
///
/// It is written from the formulas alone (SF2.04 and what hardware is known to do), in `Double`, one frame at a time,
/// with the platform's mathematics. It shares no code with the synthesizer under test: where the two differ, one of
/// them has misread the formulas. Every reading of a doubtful passage is stated in a comment where it is made.
///
/// ```
/// events ─► Channel ─► Modulator sums ─► Controls ─┐            (whenever something changes)
///                                                  ▼
/// Playhead ─► Filter ─► × VolumeEnvelope × tremolo ─► × pan ─► dry, × send ─► reverb, chorus   (every frame)
///    ▲ pitch     ▲ cutoff
///    └── LFOs, ModulationEnvelope
/// ```
///
/// Left out, because no formula fixes them: stealing, choking by exclusive class, effects, portamento.
package enum Golden {
  /// What is free to choose: the rate, and the readings that the texts leave open.
  package struct Options: Sendable {
    /// Output frames per second.
    package var rate: Double
    /// How the sample is read between its points.
    package var interpolation = Interpolation.cubic
    /// How gain, pan and sends follow a controller that moves while the note sounds.
    package var smoothing = Smoothing.rampToGrid
    /// Frames between the grid points of `Smoothing.rampToGrid`, counted from absolute frame 0.
    package var grid = 64
    /// What a controller's 127 is worth.
    package var top = Top.exactMaximum
    /// Whether delays of −12000 timecents or less are none at all. The text gives −32768 that meaning and −12000, the
    /// default of every zone, about a millisecond, so that by the letter no note ever starts on its frame.
    package var shortestDelayIsNone = false
    /// Controllers that do not start at 0.
    package var initialControllers = [7: 100, 10: 64, 11: 127]

    package init(rate: Double = 48_000) { self.rate = rate }
  }

  package enum Interpolation: Sendable { case linear, cubic }

  package enum Smoothing: Sendable {
    /// The new value holds from the event's frame on.
    case step
    /// A straight line from the old value at the event's frame to the new one at the next grid point (a whole grid
    /// interval if the event is on a grid point itself).
    case rampToGrid
  }

  /// The top of a controller's range.
  package enum Top: Sendable {
    /// 127 and the wheel's 16383 give exactly 1; halfway values stretch to match. The default, so that a pan of 127
    /// is hard right and a full bend is the full range.
    case exactMaximum
    /// The printed SF2 formula for linear curves: value / 128, and (value − 8192) / 8192 for the wheel, so that 1 is
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
