import TactusDSP

/// From generators, modulators and the state of a channel to the parameters of a voice: pitch, gains, filter, envelopes.
///
/// What it derives depends on the region, the channel and the voice alone. It holds tables and room to compute in, and
/// nothing that lasts from one voice to the next.
/// - Thread: audio
struct Modulation {
  var sampleRate = 48_000.0
  /// The gain of everything, per point of a 16-bit sample.
  var unitGain = 0.0
  /// The level below which a voice has died away, in octaves of amplitude relative to full scale.
  var noiseFloor = -18.0
  /// What the channels have been set to; only read.
  let channels: UnsafePointer<Channel>
  let tunings: TuningPrograms
  /// Room for one voice's generators after modulation, and one region's links.
  let values: UnsafeMutablePointer<Double>
  let links: UnsafeMutablePointer<Double>
  let concave: UnsafePointer<Double>
  /// What filters are made of, for cutoffs from 1,500 cents, one for each `SynthLimits.filterStep`; and 2π · frequency /
  /// rate of 0 cents.
  let filterPoints: UnsafePointer<FilterPoint>
  var baseAngle = 0.0
  /// Where a filter that was asleep comes into the path: where it delays low frequencies by nothing, in absolute cents.
  var wakeCutoff = 13_500.0

  /// Evaluates a new voice's generators and modulators and sets its envelopes and oscillators to their beginnings.
  func prepare(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>) {
    modulate(voice, at: voice.pointee.start)
    setTimes(voice, region)
    setLimits(voice, region)
    voice.pointee.volume.envelope.end = voice.pointee.volume.times.delay
    voice.pointee.movers.envelope.end = voice.pointee.movers.times.delay
    voice.pointee.movers.modLFO.origin = delay(values[Gen.delayModLfo])
    voice.pointee.movers.vibLFO.origin = delay(values[Gen.delayVibLfo])
  }

  /// A sample's address offset, as the last voice's generators have it: fine, and coarse in steps of 32,768.
  @inline(__always)
  func offset(_ fine: Int, _ coarse: Int) -> Int64 {
    ExactMath.integer(Double(values[fine])) &+ ExactMath.integer(Double(values[coarse])) &* 32_768
  }
}
