import TactusDSP

/// Derives the parameters of a voice (pitch, gains, filter, envelopes) from generators, modulators and the state of a
/// channel.
///
/// The results depend on the region, the channel and the voice alone. This type holds tables and scratch buffers, but
/// no state that carries over from one voice to the next.
/// - Thread: audio
struct Modulation {
  var sampleRate = 48_000.0
  /// The overall gain, relative to one step of a 16-bit sample.
  var unitGain = 0.0
  /// The level below which a voice is inaudible, in octaves of amplitude relative to full scale.
  var noiseFloor = -18.0
  /// The number of frames that a note sounds before its release begins.
  var shortestNote = 0.0
  /// The state of the channels; read only.
  let channels: UnsafePointer<Channel>
  let tunings: TuningPrograms
  /// A scratch buffer for one voice's generators after modulation.
  let values: UnsafeMutablePointer<Double>
  /// A scratch buffer for the sums of one region's linked modulators.
  let links: UnsafeMutablePointer<Double>
  let concave: UnsafePointer<Double>
  /// The filter table for cutoffs from 1,500 cents upwards, one entry per `SynthLimits.filterStep`.
  let filterPoints: UnsafePointer<FilterPoint>
  /// 2π · frequency / rate for a cutoff of 0 absolute cents.
  var baseAngle = 0.0
  /// The cutoff at which a bypassed filter is inserted into the signal path, in absolute cents. At this cutoff, the
  /// filter delays low frequencies by close to zero frames.
  var wakeCutoff = 13_500.0

  /// The cutoff above which the filter's coefficients do not change, in absolute cents.
  var highestCutoff = 13_500.0

  /// Evaluates a new voice's generators and modulators, and starts its envelopes and LFOs.
  func prepare(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) {
    modulate(voice, at: voice.pointee.start)
    setTimes(voice, region)
    setLimits(voice, region)
    voice.pointee.volume.envelope.end = voice.pointee.volume.times.delay
    voice.pointee.movers.envelope.end = voice.pointee.movers.times.delay
    voice.pointee.movers.modLFO.origin = delay(values[Gen.delayModLfo])
    voice.pointee.movers.vibLFO.origin = delay(values[Gen.delayVibLfo])
  }

  /// Returns a sample address offset, fine plus coarse · 32,768, from the generators of the voice that was evaluated
  /// last.
  @inline(__always)
  func offset(_ fine: Int, _ coarse: Int) -> Int64 {
    ExactMath.integer(Double(values[fine])) &+ ExactMath.integer(Double(values[coarse])) &* 32_768
  }
}
