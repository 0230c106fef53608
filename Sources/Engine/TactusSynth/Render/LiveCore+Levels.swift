import TactusDSP

// The levels of the parts, for display.

extension LiveCore {
  /// Returns the level of a part at the current frame, 1 at full scale, before effects: the voices' gains and envelopes,
  /// added as powers. The samples themselves are not measured: each counts as a sound that peaks at half of full scale.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func level(ofPart part: Int) -> Float {
    guard soundingVoices() > 0 else { return 0 }
    return core.pointee.voices.pointee.level(ofChannel: Int32(truncatingIfNeeded: part))
  }
}

extension VoicePool {
  func level(ofChannel channel: Int32) -> Float {
    var power = 0.0
    for group in 0..<renderer.groupCount where groups[group].active != 0 {
      for index in group &* 8..<group &* 8 &+ 8 where voices[index].state != .free && voices[index].channel == channel {
        let voice = voices + index
        let envelope = voice.pointee.volume.envelope.level(at: voice.pointee.age(at: frame))
        let gain = max(voice.pointee.ramp.to.left.magnitude, voice.pointee.ramp.to.right.magnitude)
        let level = min(max(envelope, 0), 1) * gain
        power += level * level
      }
    }
    // gains include the scale of 16-bit samples
    return Float(ExactMath.squareRoot(power) * 16_384)
  }
}
