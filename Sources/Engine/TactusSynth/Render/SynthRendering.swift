import CTactusKernels
import TactusDSP
import TactusRealtime
import TactusRender

// The output of a chunk: the sum of its partial mixes, and the effects. See also `OutputState`.

/// Returns the number of events before an offset.
func countEvents(_ events: EventList, before offset: Int) -> Int {
  var count = 0
  while count < events.count, Int(events[count].offset) < offset { count &+= 1 }
  return count
}

/// A chunk whose voices have been rendered: its partial mixes, and the other data that effects need. While the effects
/// process it, the voices of the next chunk may render into other buses.
struct RenderedChunk {
  var buses: UnsafeMutablePointer<VoiceBuses>
  var used: TactusUsedMixes
  /// The buses for the sum of the partial mixes.
  var mix: VoiceBuses
  var master: MasterControl
  var first: Int64
  var count: Int
}

extension SynthCore {
  /// Returns the chunk of the last `count` frames.
  mutating func takeChunk(_ count: Int) -> RenderedChunk {
    let chunk = RenderedChunk(
      buses: voices.pointee.renderer.buses, used: voices.pointee.renderer.used,
      mix: voices.pointee.renderer.mix, master: state.master, first: frame &- Int64(count), count: count)
    voices.pointee.renderer.clearUsedMixes()
    state.master.markEffects(areNew: false)
    return chunk
  }
}

/// Sums a chunk's partial mixes into the block and clears them, then adds the effects.
func finish(
  _ chunk: inout RenderedChunk, _ output: UnsafeMutablePointer<OutputState>, into block: AudioBlock, at offset: Int
) {
  if block.channelCount > 1, block[0] != block[1] {
    (chunk.mix.left, chunk.mix.right) = (block[0] + offset, block[1] + offset)
  }
  sumMixes(&chunk)
  output.pointee.follow(&chunk.master, at: chunk.first)
  output.pointee.takeInsertions(chunk.buses, chunk.used, chunk.count)
  addEffects(to: chunk, output, into: block, at: offset)
}

/// Sums a chunk's partial mixes into its mix, and clears them.
func sumMixes(_ chunk: inout RenderedChunk) {
  ctactus_sum_mixes(
    chunk.buses, Int32(SynthLimits.partialMixes), chunk.used, &chunk.mix, Int32(truncatingIfNeeded: chunk.count))
}

/// Adds the effects to the sum of a chunk, after its master state and the input of the insertion effects have been
/// taken, and writes the result to the block.
func addEffects(
  to chunk: RenderedChunk, _ output: UnsafeMutablePointer<OutputState>, into block: AudioBlock, at offset: Int
) {
  let count = chunk.count
  let mix = DryBuses(left: chunk.mix.left, right: chunk.mix.right)
  let feedsDelay = output.pointee.addInsertions(
    to: chunk.mix, count, from: chunk.first, feedsDelay: chunk.used.delay != 0
  ) { _ in mix }
  output.pointee.add(to: chunk.mix, count, from: chunk.first, feedsDelay: feedsDelay)
  output.pointee.gain.apply(to: chunk.mix.left, chunk.mix.right, count, from: chunk.first)
  write(chunk.mix, count, to: block, at: offset)
}

func clearBuses(_ buses: VoiceBuses, _ count: Int) {
  buses.left.update(repeating: 0, count: count)
  buses.right.update(repeating: 0, count: count)
  buses.reverb_left.update(repeating: 0, count: count)
  buses.reverb_right.update(repeating: 0, count: count)
  buses.chorus_left.update(repeating: 0, count: count)
  buses.chorus_right.update(repeating: 0, count: count)
  buses.delay_left.update(repeating: 0, count: count)
  buses.delay_right.update(repeating: 0, count: count)
}

/// Adds the used buses of a partial mix, the one with a bit, to the mix, and clears them.
func addAndClear(_ buses: VoiceBuses, into mix: VoiceBuses, _ used: TactusUsedMixes, _ bit: UInt32, _ count: Int) {
  if used.dry & bit != 0 {
    addAndClear(buses.left, into: mix.left, count)
    addAndClear(buses.right, into: mix.right, count)
  }
  if used.reverb & bit != 0 {
    addAndClear(buses.reverb_left, into: mix.reverb_left, count)
    addAndClear(buses.reverb_right, into: mix.reverb_right, count)
  }
  if used.chorus & bit != 0 {
    addAndClear(buses.chorus_left, into: mix.chorus_left, count)
    addAndClear(buses.chorus_right, into: mix.chorus_right, count)
  }
  if used.delay & bit != 0 {
    addAndClear(buses.delay_left, into: mix.delay_left, count)
    addAndClear(buses.delay_right, into: mix.delay_right, count)
  }
}

/// Adds a bus to another, and clears the source bus.
func addAndClear(_ source: UnsafeMutablePointer<Float>, into sum: UnsafeMutablePointer<Float>, _ count: Int) {
  for frame in 0..<count { sum[frame] += source[frame] }
  source.update(repeating: 0, count: count)
}

/// Writes the mix to the block, unless it is already there.
///
/// Left and right go to the first two channels, or their mean to a single channel; further channels receive zeros.
func write(_ mix: VoiceBuses, _ count: Int, to block: AudioBlock, at offset: Int) {
  guard block.channelCount > 1 else {
    if block.channelCount == 1 {
      let mono = block[0] + offset
      for frame in 0..<count { mono[frame] = (mix.left[frame] + mix.right[frame]) * 0.5 }
    }
    return
  }
  let left = block[0] + offset
  let right = block[1] + offset
  if mix.left != left {
    for frame in 0..<count {
      left[frame] = mix.left[frame]
      right[frame] = mix.right[frame]
    }
  }
  for channel in 2..<max(2, block.channelCount) { (block[channel] + offset).update(repeating: 0, count: count) }
}

extension TactusUsedMixes {
  /// Marks the buses of a partial mix, the one with a bit, as unused.
  @inline(__always)
  mutating func clear(_ bit: UInt32) {
    dry &= ~bit
    reverb &= ~bit
    chorus &= ~bit
    delay &= ~bit
    for effect in 0..<InsertionControls.count { inserted &= ~(bit &<< UInt32(effect &* SynthLimits.partialMixes)) }
  }

  /// Marks the buses of insertion effects, one bit for each, in the partial mix with a bit.
  @inline(__always)
  mutating func markInsertions(_ effects: UInt8, _ bit: UInt32) {
    for effect in 0..<InsertionControls.count where effects & 1 &<< UInt8(effect) != 0 {
      inserted |= bit &<< UInt32(effect &* SynthLimits.partialMixes)
    }
  }

  /// Returns the partial mixes of an insertion effect that are in use.
  @inline(__always)
  func insertion(_ effect: Int) -> UInt32 { inserted &>> UInt32(effect &* SynthLimits.partialMixes) & 0xFF }

  /// Marks the send buses, and the buses of insertion effects, that others use as used.
  @inline(__always)
  mutating func addSends(of other: TactusUsedMixes) {
    reverb |= other.reverb
    chorus |= other.chorus
    delay |= other.delay
    inserted |= other.inserted
  }

  @inline(__always)
  mutating func clearSends() { (reverb, chorus, delay, inserted) = (0, 0, 0, 0) }
}

extension VoiceRenderer {
  /// Marks all partial mixes as unused, after they have been taken or summed.
  mutating func clearUsedMixes() { used = TactusUsedMixes() }
}
