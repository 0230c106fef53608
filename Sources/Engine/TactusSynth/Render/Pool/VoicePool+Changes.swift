// Handles voices whose channels have changed. Their parameters are recomputed once all events of a frame are known.

extension VoicePool {
  /// Marks a voice dirty: its parameters are recomputed at this frame.
  mutating func markDirty(_ voice: Int) {
    renderer.advance(voice, to: frame)
    voices[voice].needsModulation = true
    partialBlocks[voice &>> 3].pendingModulation |= VoiceGroup.bit(voice & 7)
    hasPendingModulation = true
    scheduleUpdate(voice, at: frame)
  }

  /// Recomputes the parameters of all dirty voices; called once all events of a frame are known.
  mutating func applyPendingModulation() {
    guard hasPendingModulation else { return }
    hasPendingModulation = false
    for index in 0..<renderer.groupEnd where partialBlocks[index].pendingModulation != 0 {
      var rest = partialBlocks[index].pendingModulation
      partialBlocks[index].pendingModulation = 0
      while rest != 0 {
        let voice = index &* 8 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        guard voices[voice].state != .free else { continue }
        if voices[voice].needsModulation { applyModulation(voice) }
        voices[voice].rampTarget = frame
        scheduleUpdate(voice, at: frame)
      }
    }
  }

  /// Recomputes the parameters of a voice that has been rendered up to this frame.
  ///
  /// If its gains start or stop ramping, the whole group is rendered up to the frame, because gain ramps start at the
  /// beginning of a buffer.
  mutating func applyModulation(_ index: Int) {
    let voice = voices + index
    let group = index &>> 3
    // A stage that began before this frame keeps the length that it had when it began.
    let age = voice.pointee.age(at: frame)
    voice.pointee.volume.envelope.advance(to: age, voice.pointee.volume.times)
    voice.pointee.movers.envelope.advance(to: age, voice.pointee.movers.times)
    guard voice.pointee.volume.envelope.stage != .done else { return }
    if groups[group].ramping & VoiceGroup.bit(index & 7) != 0 { renderer.advanceGroup(group, to: frame) }
    renderer.updates.remodulate(index, at: frame)
    groups[group].setKind(index & 7, isFiltered: voice.pointee.parameters.runsFilter)
    if voice.pointee.start < frame, Gains(voice.pointee.ramp.from) != Gains(voice.pointee.ramp.to) {
      renderer.advanceGroup(group, to: frame)
      groups[group].announceRamp(index & 7)
    }
  }
}
