import TactusDSP

// Portamento: a straight line in cents from one key to another.

extension Modulation {
  /// How long a glide takes, in frames.
  ///
  /// The time grows with the distance, as on the Sound Canvas and XG: 2^(time/16)/320 seconds for each semitone, which
  /// doubles every sixteen steps and is 50 ms at 64; 0 is no glide. The low byte (controller 37) counts.
  private func glideFrames(_ channel: UnsafePointer<Channel>, keys: Int32) -> Double {
    let low = Double(channel.pointee.controllers[Channel.portamentoTime &+ 32])
    let time = Double(channel.pointee.controllers[Channel.portamentoTime]) + low * (1.0 / 128)
    guard time > 0 else { return 0 }
    return ExactMath.exp2(time * (1.0 / 16)) * (1.0 / 320) * Double(keys.magnitude) * sampleRate
  }

  /// Sets a voice off at a distance in cents from where it goes, for a time that so many keys take.
  func glide(_ voice: UnsafeMutablePointer<Voice>, cents: Double, keys: Int32, at now: Int64) {
    let length = glideFrames(channels + Int(voice.pointee.channel), keys: keys)
    voice.pointee.portamento.end = 0
    guard length > 0, cents != 0 else { return }
    voice.pointee.portamento.cents = cents
    voice.pointee.portamento.start = voice.pointee.age(at: now)
    voice.pointee.portamento.end = voice.pointee.portamento.start + length
  }

  /// A new voice begins at another key's pitch; `values` are its own.
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
  /// How far a glide still has to go, in cents, at a frame of the voice's life.
  @inline(__always)
  func glide(at age: Double) -> Double {
    guard age < portamento.end else { return 0 }
    return portamento.cents * ((portamento.end - age) / (portamento.end - portamento.start))
  }
}
