import TactusDSP

// The offsets that the settings of a part's sound add to its voices.

extension Modulation {
  /// Adds a part's settings to `values`. The level is applied by ``partGain(_:)``.
  func addSound(_ sound: UnsafePointer<PartSound>, _ region: UnsafePointer<Region>) {
    let sound = sound.pointee
    values[Gen.pan] += 5 * sound[.pan]
    lengthen(Gen.attackVolEnv, Gen.attackModEnv, 1_200 * sound[.attack])
    lengthen(Gen.decayVolEnv, Gen.decayModEnv, 1_200 * sound[.decay])
    values[Gen.sustainVolEnv] -= 10 * sound[.sustain]
    lengthen(Gen.releaseVolEnv, Gen.releaseModEnv, 1_200 * sound[.release])
    values[Gen.filterCutoff] += 1_200 * sound[.cutoff]
    values[Gen.filterQ] += 10 * sound[.resonance]
    values[Gen.freqVibLfo] += 1_200 * sound[.vibratoRate]
    deepenVibrato(by: sound[.vibratoDepth], region)
    if sound[.vibratoDelay] > 0 { delayVibrato(by: sound[.vibratoDelay] * 0.001) }
    values[Gen.fineTune] += 100 * sound[.coarseTuning] + sound[.fineTuning]
    values[Gen.reverbSend] += 10 * sound[.reverb]
    values[Gen.chorusSend] += 10 * sound[.chorus]
  }

  private func delayVibrato(by seconds: Double) {
    let timecents = values[Gen.delayVibLfo]
    let before = timecents <= -12_000 ? 0 : ExactMath.ratio(cents: min(5_000, timecents))
    values[Gen.delayVibLfo] = 1_200 * ExactMath.log2(before + seconds)
  }

  /// Returns the factor of a part's level: 1 for 0 dB, 0 for −96 dB.
  @inline(__always)
  func partGain(_ channel: UnsafePointer<Channel>) -> Double {
    guard channel.pointee.overrides & ChannelOverrides.changesSound != 0 else { return 1 }
    let decibels = channel.pointee.shape.sound.pointee[.volume]
    return decibels > -96 ? ExactMath.gain(decibels: decibels) : 0
  }

  /// Returns by how many centibels a part's level lowers its voices.
  @inline(__always)
  func partAttenuation(_ channel: UnsafePointer<Channel>) -> Double {
    guard channel.pointee.overrides & ChannelOverrides.changesSound != 0 else { return 0 }
    return max(0, -10 * channel.pointee.shape.sound.pointee[.volume])
  }
}
