import CTactusKernels
import TactusDSP

// Insertion effects: between the sum of the partial mixes and the effects with sends.
//
//     partial mixes of the inserted parts ─► sum ─► insertion effect ─┬─► dry mix
//                                                                      └─► inputs of reverb, chorus and delay
//
// The dry output of an effect may go to the input of a later one: XG's effects of one part are in a row, and the output
// of GS's insertion effect goes to GS's equalizer.

/// An insertion effect, its input, and the gains with which its output is sent on.
struct InsertionBlock {
  var core: InsertionCore
  /// The input of the current chunk, which the effect replaces by its output.
  let buses: DryBuses
  var reverbSend = MasterGain(0)
  var chorusSend = MasterGain(0)
  var delaySend = MasterGain(0)
  /// Whether a part has fed the effect since the last reset. Until then, it is not rendered.
  var isUsed = false
  /// Whether the input is what the parts send to the delay.
  var hasSends = false
  /// The later effect that the dry output goes to; −1 if it goes to the mix.
  var next = -1
  /// The part that alone feeds the effect; −1 if there is none or several.
  var part = -1
}

extension InsertionBlock {
  /// Starts ramps to the sends that messages have set; those of the first use apply at once.
  mutating func setSends(_ control: InsertionControl, at frame: Int64, isFirst: Bool) {
    if isFirst {
      reverbSend = MasterGain(control.reverbSend)
      chorusSend = MasterGain(control.chorusSend)
      delaySend = MasterGain(control.delaySend)
    } else {
      reverbSend.setTarget(control.reverbSend, at: frame)
      chorusSend.setTarget(control.chorusSend, at: frame)
      delaySend.setTarget(control.delaySend, at: frame)
    }
  }
}

/// Insertion effects of parts, and XG's variation effect as a system effect.
enum InsertionKind { case all, ofParts, withSends }

/// The two buses of a dry signal.
struct DryBuses {
  let left: UnsafeMutablePointer<Float>
  let right: UnsafeMutablePointer<Float>
}

extension OutputState {
  /// Whether all insertion effects have decayed.
  var insertionsAreSilent: Bool {
    guard usesInsertions, let insertions else { return true }
    for effect in 0..<InsertionControls.count where insertions[effect].isUsed {
      guard insertions[effect].core.isSilent else { return false }
    }
    return true
  }

  /// An upper bound on the level of the insertion effects' tails.
  var insertionLevel: Float {
    guard usesInsertions, let insertions else { return 0 }
    var level: Float = 0
    for effect in 0..<InsertionControls.count where insertions[effect].isUsed {
      level = max(level, insertions[effect].core.level)
    }
    return level
  }

  /// Applies the settings that messages have set, at a chunk's first frame.
  mutating func followInsertions(_ controls: inout InsertionControls, at frame: Int64) {
    guard let insertions else { return }
    usesInsertions = true
    for effect in 0..<InsertionControls.count {
      let (block, control) = (insertions + effect, controls[effect])
      let isFirst = control.isUsed && !block.pointee.isUsed
      if isFirst { block.pointee.isUsed = true }
      guard block.pointee.isUsed else { continue }
      if control.isNew { block.pointee.core.set(control.settings) }
      (block.pointee.hasSends, block.pointee.part) = (control.isSystem, Int(control.part))
      let isEqualized = control.feedsEqualizer && controls[InsertionControls.equalizer].isUsed
      block.pointee.next = isEqualized ? InsertionControls.equalizer : Int(control.next)
      block.pointee.setSends(control, at: frame, isFirst: isFirst)
    }
  }

  /// Sums the partial mixes of the insertion effects, and clears them.
  mutating func takeInsertions(_ sets: UnsafeMutablePointer<TactusBuses>, _ used: TactusUsedMixes, _ count: Int) {
    guard usesInsertions, let insertions else { return }
    for effect in 0..<InsertionControls.count where insertions[effect].isUsed {
      let buses = insertions[effect].buses
      ctactus_sum_stereo(
        sets + (effect &+ 1) &* SynthLimits.partialMixes, Int32(SynthLimits.partialMixes), used.insertion(effect),
        buses.left, buses.right, Int32(truncatingIfNeeded: count))
    }
  }

  /// Takes the inputs of the insertion effects from sums that were stored: the left and the right frames of each effect,
  /// one after the other.
  mutating func takeInsertions(_ sums: UnsafePointer<Float>?, _ used: TactusUsedMixes, _ count: Int) {
    guard usesInsertions, let insertions else { return }
    for effect in 0..<InsertionControls.count where insertions[effect].isUsed {
      let buses = insertions[effect].buses
      if let sums, used.insertion(effect) != 0 {
        buses.left.update(from: sums + 2 &* effect &* count, count: count)
        buses.right.update(from: sums + (2 &* effect &+ 1) &* count, count: count)
      } else {
        buses.left.update(repeating: 0, count: count)
        buses.right.update(repeating: 0, count: count)
      }
    }
  }

  /// Renders the insertion effects, and adds their output to the mix and to the inputs of the other effects.
  ///
  /// - Parameters:
  ///   - kind: which effects are rendered.
  ///   - feedsDelay: whether the delay's buses hold its input; otherwise their contents are undefined.
  ///   - output: returns the dry buses for an effect, given the part that alone feeds it, or −1.
  /// - Returns: whether the delay's buses hold its input now.
  @inline(__always)
  mutating func addInsertions(
    _ kind: InsertionKind = .all, to mix: TactusBuses, _ count: Int, from frame: Int64, feedsDelay: Bool,
    output: (Int) -> DryBuses
  ) -> Bool {
    guard usesInsertions, let insertions else { return feedsDelay }
    var feeds = feedsDelay
    for effect in 0..<InsertionControls.count where insertions[effect].isUsed {
      let block = insertions + effect
      switch kind {
      case .all: break
      case .ofParts: if block.pointee.hasSends { continue }
      case .withSends: if !block.pointee.hasSends { continue }
      }
      if block.pointee.hasSends, feeds { takeSends(mix, block.pointee.buses, count) }
      block.pointee.core.render(block.pointee.buses.left, block.pointee.buses.right, count: count)
      if !feeds, !block.pointee.delaySend.isZero(from: frame) {
        mix.delay_left.update(repeating: 0, count: count)
        mix.delay_right.update(repeating: 0, count: count)
        feeds = true
      }
      let next = block.pointee.next
      let isPassedOn = next > effect && insertions[next].isUsed
      add(block, to: mix, isPassedOn ? insertions[next].buses : output(block.pointee.part), count, from: frame)
    }
    return feeds
  }

  /// Clears the inputs of the effects that take sends, where no partial mixes have been summed into them.
  mutating func clearInputsOfSends(_ count: Int) {
    guard usesInsertions, let insertions else { return }
    for effect in 0..<InsertionControls.count where insertions[effect].isUsed && insertions[effect].hasSends {
      insertions[effect].buses.left.update(repeating: 0, count: count)
      insertions[effect].buses.right.update(repeating: 0, count: count)
    }
  }

  /// Adds what parts send to the delay to the input of an effect.
  private func takeSends(_ mix: TactusBuses, _ buses: DryBuses, _ count: Int) {
    for frame in 0..<count {
      buses.left[frame] += mix.delay_left[frame]
      buses.right[frame] += mix.delay_right[frame]
    }
  }

  private func add(
    _ block: UnsafeMutablePointer<InsertionBlock>, to mix: TactusBuses, _ dry: DryBuses, _ count: Int,
    from first: Int64
  ) {
    let (left, right) = (block.pointee.buses.left, block.pointee.buses.right)
    for frame in 0..<count {
      dry.left[frame] += left[frame]
      dry.right[frame] += right[frame]
    }
    block.pointee.reverbSend.add(left, right, to: mix.reverb_left, mix.reverb_right, count, from: first)
    block.pointee.chorusSend.add(left, right, to: mix.chorus_left, mix.chorus_right, count, from: first)
    block.pointee.delaySend.add(left, right, to: mix.delay_left, mix.delay_right, count, from: first)
  }

  /// Clears all sound and all settings of the insertion effects.
  mutating func resetInsertions() {
    guard usesInsertions, let insertions else { return }
    usesInsertions = false
    // The first use sets everything else.
    for effect in 0..<InsertionControls.count where insertions[effect].isUsed {
      insertions[effect].core.reset()
      insertions[effect].isUsed = false
    }
  }
}
