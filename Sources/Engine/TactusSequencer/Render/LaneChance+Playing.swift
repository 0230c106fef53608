import TactusMIDI

extension LaneNote {
  /// Whether the note plays in a pass: a function of its arguments alone.
  ///
  /// - Parameters:
  ///   - pass: which pass of the track's loop; may be negative. 0 for a track without a loop.
  ///   - lane: the track that the note is one of.
  ///   - seed: the sequence's, ``SequenceHeader/seed``.
  ///   - isFilling: whether the player fills, for the condition of that name.
  /// - Thread: audio
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  @inline(__always)
  package func plays(in pass: Int64, of lane: UnsafePointer<Lane>, seed: UInt64, isFilling: Bool) -> Bool {
    guard chance != 0 else { return true }
    return lane.pointee.plays(chance: Int(chance) &- 1, in: pass, seed: seed, isFilling: isFilling)
  }

  /// The note-on as it sounds in a pass, with its own velocity there; not yet with the track's channel and transposition.
  ///
  /// The velocity differs by up to ``velocitySpread`` either way, each difference being equally likely, and stays within
  /// 1…127 (of MIDI 2.0: in steps of 1/127 within 1…65535).
  /// - Thread: audio
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  @inline(__always)
  package func noteOn(in pass: Int64, of lane: UnsafePointer<Lane>, seed: UInt64) -> ChannelMessage {
    guard velocitySpread != 0, chance != 0, Int(chance) <= lane.pointee.chanceCount else { return message }
    return lane.pointee.vary(self, in: pass, seed: seed)
  }
}

extension Lane {
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
    return isMet && isLucky(chance, in: pass, seed: seed)
  }

  /// Whether the step played on whose outcome `chance` depends.
  private func sourcePlays(_ chance: LaneChance, in pass: Int64, seed: UInt64, isFilling: Bool) -> Bool {
    guard let chances, let index = chance.source, Int(index) < chanceCount else { return false }
    if chance.sourceIsInPassBefore {
      guard loopLength > 0, pass > 0 || beforeStart == .wrap else { return false }
    }
    let source = chances[Int(index)]
    let pass = chance.sourceIsInPassBefore ? pass &- 1 : pass
    return source.isMet(in: pass, isFilling: isFilling) != source.isInverted && isLucky(source, in: pass, seed: seed)
  }

  @inline(__always)
  private func isLucky(_ chance: LaneChance, in pass: Int64, seed: UInt64) -> Bool {
    guard chance.threshold < 1 &<< 32 else { return true }
    return LaneRandom.bits(seed: seed, track: track, pass: pass, step: chance.step, draw: 0) &>> 32 < chance.threshold
  }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  func vary(_ note: LaneNote, in pass: Int64, seed: UInt64) -> ChannelMessage {
    guard let chances else { return note.message }
    let draw = 1 &+ UInt32(note.place)
    let step = chances[Int(note.chance) &- 1].step
    let bits = LaneRandom.bits(seed: seed, track: track, pass: pass, step: step, draw: draw)
    let spread = Int32(note.velocitySpread)
    let choices = UInt64(truncatingIfNeeded: 2 &* spread &+ 1)
    let difference = Int32(truncatingIfNeeded: ((bits &>> 32) &* choices) &>> 32) &- spread
    return note.message.withVelocity(changedBy: difference)
  }
}

extension LaneChance {
  /// Whether its condition, before it is turned round, holds in a pass; for all conditions but `previous`.
  @inline(__always)
  fileprivate func isMet(in pass: Int64, isFilling: Bool) -> Bool {
    switch condition {
    case .always, .previous: return true
    case .first: return pass == 0
    case .fill: return isFilling
    case .ratio:
      let group = Int64(b == 0 ? 1 : b)
      let place = pass % group
      return (place < 0 ? place &+ group : place) == Int64(a) &- 1
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
