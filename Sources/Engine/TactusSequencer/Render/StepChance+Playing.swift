import TactusMIDI

extension CompiledNote {
  /// Returns whether the note plays in a pass: a pure function of its arguments.
  ///
  /// - Parameters:
  ///   - pass: the number of the pass of the track's loop; may be negative. 0 for a track without a loop.
  ///   - track: the note's compiled track.
  ///   - seed: the seed of the sequence, ``SequenceHeader/seed``.
  ///   - isFilling: whether fills are on, for the `fill` condition.
  /// - Thread: audio
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  @inline(__always)
  package func plays(in pass: Int64, of track: UnsafePointer<CompiledTrack>, seed: UInt64, isFilling: Bool) -> Bool {
    guard chance != 0 else { return true }
    return track.pointee.plays(chance: Int(chance) &- 1, in: pass, seed: seed, isFilling: isFilling)
  }

  /// Returns the note-on with its velocity in a pass; the track's channel and transposition are not applied yet.
  ///
  /// A random number within ± ``velocitySpread``, all numbers being equally likely, is added to the velocity, which is
  /// then clamped to 1…127. For MIDI 2.0, the unit of the number is 1/127 of the range, and the velocity is clamped to
  /// 1…65535.
  /// - Thread: audio
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  @inline(__always)
  package func noteOn(in pass: Int64, of track: UnsafePointer<CompiledTrack>, seed: UInt64) -> ChannelMessage {
    guard velocitySpread != 0, chance != 0, Int(chance) <= track.pointee.chanceCount else { return message }
    return track.pointee.vary(self, in: pass, seed: seed)
  }
}

extension CompiledTrack {
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  func plays(chance index: Int, in pass: Int64, seed: UInt64, isFilling: Bool) -> Bool {
    guard let chances, index < chanceCount else { return true }
    let chance = chances[index]
    var isMet: Bool
    if case .previous = chance.condition {
      isMet = sourcePlays(chance, in: pass, seed: seed, isFilling: isFilling)
    } else {
      isMet = chance.isMet(in: pass, isFilling: isFilling)
    }
    if chance.isInverted { isMet.toggle() }
    return isMet && passesProbability(chance, in: pass, seed: seed)
  }

  /// Whether the step on which a `previous` condition depends has played.
  private func sourcePlays(_ chance: StepChance, in pass: Int64, seed: UInt64, isFilling: Bool) -> Bool {
    guard let chances, let index = chance.source, Int(index) < chanceCount else { return false }
    if chance.sourceIsInPassBefore {
      guard loopLength > 0, pass > 0 || beforeStart == .wrap else { return false }
    }
    let source = chances[Int(index)]
    let pass = chance.sourceIsInPassBefore ? pass &- 1 : pass
    return source.isMet(in: pass, isFilling: isFilling) != source.isInverted
      && passesProbability(source, in: pass, seed: seed)
  }

  @inline(__always)
  private func passesProbability(_ chance: StepChance, in pass: Int64, seed: UInt64) -> Bool {
    guard chance.threshold < 1 &<< 32 else { return true }
    return StepRandom.bits(seed: seed, track: id, pass: pass, step: chance.step, draw: 0) &>> 32 < chance.threshold
  }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  func vary(_ note: CompiledNote, in pass: Int64, seed: UInt64) -> ChannelMessage {
    guard let chances else { return note.message }
    let draw = 1 &+ UInt32(note.position)
    let step = chances[Int(note.chance) &- 1].step
    let bits = StepRandom.bits(seed: seed, track: id, pass: pass, step: step, draw: draw)
    let spread = Int32(note.velocitySpread)
    let choices = UInt64(truncatingIfNeeded: 2 &* spread &+ 1)
    let difference = Int32(truncatingIfNeeded: ((bits &>> 32) &* choices) &>> 32) &- spread
    return note.message.withVelocity(changedBy: difference)
  }
}

extension StepChance {
  /// Whether the condition, before negation, is met in a pass. Valid for all conditions except `previous`.
  @inline(__always)
  fileprivate func isMet(in pass: Int64, isFilling: Bool) -> Bool {
    switch condition {
    case .always, .previous: return true
    case .first: return pass == 0
    case .fill: return isFilling
    case .ratio:
      let group = Int64(b == 0 ? 1 : b)
      let position = pass % group
      return (position < 0 ? position &+ group : position) == Int64(a) &- 1
    }
  }
}

extension ChannelMessage {
  @inline(__always)
  fileprivate func withVelocity(changedBy difference: Int32) -> ChannelMessage {
    var message = self
    if isMIDI2 {
      let velocity = Int32(truncatingIfNeeded: word1 &>> 16) &+ difference &* 516  // 65535 / 127
      let kept = UInt32(truncatingIfNeeded: velocity < 1 ? 1 : velocity > 65535 ? 65535 : velocity)
      message.word1 = kept &<< 16 | word1 & 0xFFFF
    } else {
      let velocity = Int32(data2) &+ difference
      let kept = UInt32(truncatingIfNeeded: velocity < 1 ? 1 : velocity > 127 ? 127 : velocity)
      message.word0 = word0 & 0xFFFF_FF80 | kept
    }
    return message
  }
}
