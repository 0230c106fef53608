import CTactusKernels
import TactusDSP
import TactusRealtime
import TactusRender

// The output of a chunk: the sum of its partial mixes, and the effects.

/// The state of the effects and output gains on the audio thread.
struct OutputState {
  var reverb: ReverbCore
  var chorus: ChorusCore
  let hasReverb: Bool
  let hasChorus: Bool
  /// The stereo width of the chorus; see ``ChorusWidth``.
  var chorusWidth: ChorusWidth
  /// The output gain: master volume and balance, times the gain and pan of a ``LiveSynth``'s settings.
  var gain = MasterGain()
  /// The input gain of the reverb.
  var reverbGain = MasterGain()
  /// The input gain of the chorus.
  var chorusGain = MasterGain()
  /// The gain factors of a ``LiveSynth``: left, right, reverb input and chorus input.
  var unit = UnitGains()

  /// Whether the effects have decayed to silence.
  var isSilent: Bool { reverb.isSilent && chorus.isSilent }
  /// An upper bound on the level of the effects' remaining tails, as a fraction of full scale.
  var level: Float { max(reverb.level, chorus.level) }

  /// Applies, at a chunk's first frame, the master state that messages have set.
  mutating func follow(_ master: inout MasterControl, at frame: Int64) {
    if master.reverb.isNew { reverb.set(master.reverb.settings) }
    if master.chorus.isNew { chorus.set(master.chorus.settings) }
    master.reverb.isNew = false
    master.chorus.isNew = false
    gain.setTarget(left: master.leftGain * unit.left, right: master.rightGain * unit.right, at: frame)
    reverbGain.setTarget(left: unit.reverb, right: unit.reverb, at: frame)
    chorusGain.setTarget(left: unit.chorus, right: unit.chorus, at: frame)
  }

  /// Clears all sound, and all settings made by messages.
  mutating func reset() {
    reverb.set(ReverbSettings())
    reverb.reset()
    chorus.set(ChorusSettings())
    chorus.reset()
    (gain, reverbGain, chorusGain) = (MasterGain(), MasterGain(), MasterGain())
  }

  /// Sets the gains to those of `unit` without a ramp; used before anything has sounded.
  mutating func jumpToUnitGains() {
    gain.jump(left: unit.left, right: unit.right)
    reverbGain.jump(left: unit.reverb, right: unit.reverb)
    chorusGain.jump(left: unit.chorus, right: unit.chorus)
  }

  /// Adds the effects to the dry mix.
  mutating func add(to mix: TactusBuses, _ count: Int, from frame: Int64) {
    reverbGain.apply(to: mix.reverb_left, mix.reverb_right, count, from: frame)
    chorusGain.apply(to: mix.chorus_left, mix.chorus_right, count, from: frame)
    if hasChorus {
      let (left, right) = chorusWidth.begin(mix, count)
      chorus.render(
        inputLeft: mix.chorus_left, inputRight: mix.chorus_right, outputLeft: left, outputRight: right,
        reverbLeft: mix.reverb_left, reverbRight: mix.reverb_right, count: count)
      chorusWidth.finish(mix, count)
    }
    if hasReverb {
      reverb.render(
        inputLeft: mix.reverb_left, inputRight: mix.reverb_right, outputLeft: mix.left, outputRight: mix.right,
        count: count)
    }
  }
}

/// The gain factors for a synthesizer's output and for the inputs of its effects.
struct UnitGains: BitwiseCopyable, Sendable {
  var left = 1.0
  var right = 1.0
  var reverb = 1.0
  var chorus = 1.0
}

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
  var usedMixes: UInt32
  var reverbMixes: UInt32
  var chorusMixes: UInt32
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
      buses: voices.pointee.renderer.buses, usedMixes: voices.pointee.renderer.usedMixes,
      reverbMixes: voices.pointee.renderer.reverbMixes, chorusMixes: voices.pointee.renderer.chorusMixes,
      mix: voices.pointee.renderer.mix, master: state.master, first: frame &- Int64(count), count: count)
    voices.pointee.renderer.clearUsedMixes()
    (state.master.reverb.isNew, state.master.chorus.isNew) = (false, false)
    return chunk
  }
}

/// Sums a chunk's partial mixes into the block and clears them, then adds the effects.
func finish(
  _ chunk: inout RenderedChunk, _ output: UnsafeMutablePointer<OutputState>, into block: AudioBlock, at offset: Int
) {
  let count = chunk.count
  if block.channelCount > 1, block[0] != block[1] {
    (chunk.mix.left, chunk.mix.right) = (block[0] + offset, block[1] + offset)
  }
  ctactus_sum_mixes(
    chunk.buses, Int32(SynthLimits.partialMixes), chunk.usedMixes, chunk.reverbMixes, chunk.chorusMixes, &chunk.mix,
    Int32(truncatingIfNeeded: count))
  output.pointee.follow(&chunk.master, at: chunk.first)
  output.pointee.add(to: chunk.mix, count, from: chunk.first)
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
}

/// Adds the used buses of a partial mix to the mix, and clears them.
func addAndClear(_ buses: VoiceBuses, into mix: VoiceBuses, dry: Bool, reverb: Bool, chorus: Bool, _ count: Int) {
  if dry {
    addAndClear(buses.left, into: mix.left, count)
    addAndClear(buses.right, into: mix.right, count)
  }
  if reverb {
    addAndClear(buses.reverb_left, into: mix.reverb_left, count)
    addAndClear(buses.reverb_right, into: mix.reverb_right, count)
  }
  if chorus {
    addAndClear(buses.chorus_left, into: mix.chorus_left, count)
    addAndClear(buses.chorus_right, into: mix.chorus_right, count)
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

extension VoiceRenderer {
  /// Marks all partial mixes as unused, after they have been taken or summed.
  mutating func clearUsedMixes() { (usedMixes, reverbMixes, chorusMixes) = (0, 0, 0) }

  /// Takes the partial mixes that another replica has rendered.
  mutating func takeMixes(from other: inout VoiceRenderer) {
    for partialMix in 0..<SynthLimits.partialMixes where other.ownMixes & (1 &<< UInt32(partialMix)) != 0 {
      let mine = buses[partialMix]
      buses[partialMix] = other.buses[partialMix]
      other.buses[partialMix] = mine
    }
    other.clearUsedMixes()
  }
}
