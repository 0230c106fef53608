// The equalizers of voices: XG's equalizers of parts and drum keys.

extension VoiceUpdates {
  /// Sets the equalizer of a voice that begins.
  @inline(__always)
  mutating func startEqualizer(_ index: Int) {
    let settings = equalizerSettings(index)
    guard !settings.isFlat, keepsSignals(of: index) else { return }
    equalizers[index] = LaneEqualizer(settings, sampleRate: modulation.sampleRate)
    groups[index &>> 3].equalized |= VoiceGroup.bit(index & 7)
  }

  /// Ramps a voice's equalizer to new settings, along with the other static parameters.
  @inline(__always)
  mutating func followEqualizer(_ index: Int, at now: Int64) {
    let settings = equalizerSettings(index)
    let isOn = groups[index &>> 3].equalized & VoiceGroup.bit(index & 7) != 0
    guard isOn || !settings.isFlat, keepsSignals(of: index) else { return }
    changeEqualizer(index, settings, isOn: isOn, at: now)
  }

  /// Starts the ramp; a voice that had no equalizer begins it with a flat one.
  @inline(never)
  private mutating func changeEqualizer(_ index: Int, _ settings: PartEqualizer, isOn: Bool, at now: Int64) {
    if !isOn {
      var flat = settings
      (flat.lowGain, flat.highGain) = (64, 64)
      equalizers[index] = LaneEqualizer(flat, sampleRate: modulation.sampleRate)
      groups[index &>> 3].equalized |= VoiceGroup.bit(index & 7)
    }
    guard !settings.isSame(as: equalizers[index].settings) else { return }
    let frames = Int(truncatingIfNeeded: voices[index].ramp.end &- now)
    equalizers[index].glide(to: settings, frames: frames, sampleRate: modulation.sampleRate)
  }

  @inline(__always)
  private func equalizerSettings(_ index: Int) -> PartEqualizer {
    modulation.channels[Int(voices[index].channel)].equalizer(ofKey: voices[index].key)
  }
}
