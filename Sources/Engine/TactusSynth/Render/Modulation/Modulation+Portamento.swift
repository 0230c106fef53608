import TactusDSP

// Portamento: a linear ramp in cents from one key to another.

extension Modulation {
  /// Returns the duration of a portamento in frames.
  ///
  /// As on the Sound Canvas and XG, the duration is proportional to the distance: 2^(time/16)/320 seconds for each
  /// semitone, where `time` is controller 5 with its LSB (controller 37). The duration doubles every sixteen steps; at
  /// 64 it is 50 ms for each semitone, and at 0 there is no portamento.
  private func glideFrames(_ channel: UnsafePointer<Channel>, keys: Int32) -> Double {
    if channel.pointee.shape.sound.pointee.modes & PartModes.portamento != 0 {
      return channel.pointee.shape.sound.pointee[.portamentoTime] * (0.001 / 12) * Double(keys.magnitude) * sampleRate
    }
    let low = Double(channel.pointee.controllers[Channel.portamentoTime &+ 32])
    let time = Double(channel.pointee.controllers[Channel.portamentoTime]) + low * (1.0 / 128)
    guard time > 0 else { return 0 }
    return ExactMath.exp2(time * (1.0 / 16)) * (1.0 / 320) * Double(keys.magnitude) * sampleRate
  }

  /// Starts a portamento from an offset in cents to the voice's pitch; its duration is that for a distance of `keys`
  /// semitones.
  func glide(_ voice: UnsafeMutablePointer<Voice>, cents: Double, keys: Int32, at now: Int64) {
    let length = glideFrames(channels + Int(voice.pointee.channel), keys: keys)
    voice.pointee.portamento.end = 0
    guard length > 0, cents != 0 else { return }
    voice.pointee.portamento.cents = cents
    voice.pointee.portamento.start = voice.pointee.age(at: now)
    voice.pointee.portamento.end = voice.pointee.portamento.start + length
  }

  /// Starts a new voice at the pitch of another key; `values` must hold the voice's own generators.
  func startGlide(_ voice: UnsafeMutablePointer<Voice>, _ region: UnsafePointer<Region>, from source: Int32) {
    guard region.pointee.generators[Gen.keynum] < 0 else { return }
    let keys = source &- Int32(voice.pointee.key)
    var cents = Double(keys) * max(0, min(1_200, values[Gen.scaleTuning]))
    let channel = Int(voice.pointee.channel)
    if channels[channel].overrides & ChannelOverrides.isTuned != 0 {
      cents += channels[channel].tuning.cents(of: UInt8(truncatingIfNeeded: source), tunings) - voice.pointee.tuning
    }
    glide(voice, cents: cents, keys: keys, at: voice.pointee.start)
  }
}

extension Voice {
  /// Returns the remaining offset of a portamento, in cents, at the voice's age in frames.
  @inline(__always)
  func glide(at age: Double) -> Double {
    guard age < portamento.end else { return 0 }
    return portamento.cents * ((portamento.end - age) / (portamento.end - portamento.start))
  }
}
