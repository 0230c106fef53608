import CTactusKernels

// Renders the channels of each stem, and the mix of all stems, from partial mixes.
//
//     mixes ─► sum of each stem ─┬─► effects of each stem ─► its two channels
//                                  └─► sum of all ─► effects ─► the mix

/// The buses and effects of one stem, or of the mix of all stems.
struct StemMix {
  /// The buses of the sum.
  var mix: VoiceBuses
  /// The effects that process the sum.
  var output: UnsafeMutablePointer<OutputState>
}

/// Sums one stem's partial mixes in fixed order.
///
/// - Parameter cores: the stems of the n replicas; partial mix s was rendered by replica s mod n.
func sumPartialMixes(
  of stem: Int, _ cores: UnsafeBufferPointer<UnsafeMutablePointer<StemBuses>>, to mix: VoiceBuses, _ count: Int
) {
  clearBuses(mix, count)
  for partialMix in 0..<SynthLimits.partialMixes {
    let bit: UInt32 = 1 &<< UInt32(partialMix)
    let stemMix = cores[partialMix % cores.count] + stem
    addAndClear(stemMix.pointee.mixes[partialMix], into: mix, stemMix.pointee.used, bit, count)
  }
}

/// Sums the partial mixes of one stem's insertion effects in fixed order, renders the effects, and adds them to the stem.
func addInsertions(
  _ kind: InsertionKind, of stem: Int, _ cores: UnsafeBufferPointer<UnsafeMutablePointer<StemBuses>>,
  to stemMix: StemMix, _ count: Int, from first: Int64
) {
  let output = stemMix.output
  if let insertions = output.pointee.insertions {
    for effect in 0..<InsertionControls.count where insertions[effect].isUsed {
      let buses = insertions[effect].buses
      buses.left.update(repeating: 0, count: count)
      buses.right.update(repeating: 0, count: count)
      for partialMix in 0..<SynthLimits.partialMixes {
        let source = cores[partialMix % cores.count] + stem
        guard source.pointee.used.insertion(effect) & 1 &<< UInt32(partialMix) != 0 else { continue }
        let set = source.pointee.mixes[(effect &+ 1) &* SynthLimits.partialMixes &+ partialMix]
        addAndClear(set.left, into: buses.left, count)
        addAndClear(set.right, into: buses.right, count)
      }
    }
    let dry = DryBuses(left: stemMix.mix.left, right: stemMix.mix.right)
    _ = output.pointee.addInsertions(kind, to: stemMix.mix, count, from: first, feedsDelay: true) { _ in dry }
  }
  for replica in 0..<cores.count { cores[replica][stem].used = TactusUsedMixes() }
}

/// Adds a stem's buses to those of the mix.
func add(_ stem: VoiceBuses, to mix: VoiceBuses, _ count: Int) {
  for frame in 0..<count {
    mix.left[frame] += stem.left[frame]
    mix.right[frame] += stem.right[frame]
    mix.reverb_left[frame] += stem.reverb_left[frame]
    mix.reverb_right[frame] += stem.reverb_right[frame]
    mix.chorus_left[frame] += stem.chorus_left[frame]
    mix.chorus_right[frame] += stem.chorus_right[frame]
    mix.delay_left[frame] += stem.delay_left[frame]
    mix.delay_right[frame] += stem.delay_right[frame]
  }
}

/// Adds the effects to a stem or mix, applies the master gain, and writes two channels.
func finish(
  _ stemMix: StemMix, _ count: Int, from first: Int64, into left: UnsafeMutablePointer<Float>,
  _ right: UnsafeMutablePointer<Float>
) {
  stemMix.output.pointee.add(to: stemMix.mix, count, from: first, feedsDelay: true)
  stemMix.output.pointee.gain.apply(to: stemMix.mix.left, stemMix.mix.right, count, from: first)
  left.update(from: stemMix.mix.left, count: count)
  right.update(from: stemMix.mix.right, count: count)
}

/// Writes the effects alone to two channels, and their sum with the dry mix to two others.
func finishApart(
  _ stemMix: StemMix, _ count: Int, from first: Int64,
  effects: (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>),
  mix: (left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>)
) {
  mix.left.update(from: stemMix.mix.left, count: count)
  mix.right.update(from: stemMix.mix.right, count: count)
  stemMix.mix.left.update(repeating: 0, count: count)
  stemMix.mix.right.update(repeating: 0, count: count)
  let dry = DryBuses(left: stemMix.mix.left, right: stemMix.mix.right)
  stemMix.output.pointee.clearInputsOfSends(count)
  _ = stemMix.output.pointee.addInsertions(.withSends, to: stemMix.mix, count, from: first, feedsDelay: true) { _ in dry
  }
  stemMix.output.pointee.add(to: stemMix.mix, count, from: first, feedsDelay: true)
  for frame in 0..<count {
    mix.left[frame] += stemMix.mix.left[frame]
    mix.right[frame] += stemMix.mix.right[frame]
  }
  let same = stemMix.output.pointee.gain
  same.apply(to: stemMix.mix.left, stemMix.mix.right, count, from: first)
  effects.left.update(from: stemMix.mix.left, count: count)
  effects.right.update(from: stemMix.mix.right, count: count)
  stemMix.mix.left.update(from: mix.left, count: count)
  stemMix.mix.right.update(from: mix.right, count: count)
  stemMix.output.pointee.gain.apply(to: stemMix.mix.left, stemMix.mix.right, count, from: first)
  mix.left.update(from: stemMix.mix.left, count: count)
  mix.right.update(from: stemMix.mix.right, count: count)
}
