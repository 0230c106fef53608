import TactusDSP

/// From generators, modulators and the state of a channel to the parameters of a voice: pitch, gains, filter,
/// envelopes.
///
/// The results depend on the region, the channel and the voice alone. This type holds tables and scratch memory, but no
/// state that carries over from one voice to the next.
/// - Thread: audio
struct Modulation {
  var sampleRate = 48_000.0
  /// The overall gain, relative to one step of a 16-bit sample.
  var unitGain = 0.0
  /// The level below which a voice has died away, in octaves of amplitude relative to full scale.
  var noiseFloor = -18.0
  /// The state of the channels; read only.
  let channels: UnsafePointer<Channel>
  let tunings: TuningPrograms
  /// Scratch memory for one voice's generators after modulation, and for one region's links.
  let values: UnsafeMutablePointer<Double>
  let links: UnsafeMutablePointer<Double>
  let concave: UnsafePointer<Double>
  /// The filter table for cutoffs from 1,500 cents, one entry per `SynthLimits.filterStep`; and 2π · frequency / rate
  /// at 0 cents.
  let filterPoints: UnsafePointer<FilterPoint>
  var baseAngle = 0.0
  /// The cutoff at which a bypassed filter joins the signal path, in absolute cents: there it delays low frequencies by
  /// zero frames.
  var wakeCutoff = 13_500.0

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

  /// Returns a sample's address offset from the generators of the voice derived last: fine plus coarse · 32,768.
  @inline(__always)
  func offset(_ fine: Int, _ coarse: Int) -> Int64 {
    ExactMath.integer(Double(values[fine])) &+ ExactMath.integer(Double(values[coarse])) &* 32_768
  }
}
