import CTactusKernels
import TactusDSP

/// The state of the effects and output gains on the audio thread.
struct OutputState {
  var reverb: ReverbCore
  var chorus: ChorusCore
  var delay: DelayCore
  /// The delay that replaces the reverb if GS's reverb macro selects one.
  var reverbDelay: DelayCore
  /// The insertion effects; nil if there are none.
  var insertions: UnsafeMutablePointer<InsertionBlock>?
  /// Whether a part has fed an insertion effect since the last reset.
  var usesInsertions = false
  let hasReverb: Bool
  let hasChorus: Bool
  let hasDelay: Bool
  /// The level of the reverb that the settings give. It is applied to the complete input of the reverb, and of the
  /// delay that replaces it. Both are linear, so the output changes as much, and tails end by the level that is heard.
  let reverbLevel: MasterGain
  /// The level of the chorus that the settings give, applied to its complete input.
  let chorusLevel: MasterGain
  /// The stereo width of the chorus; see ``ChorusWidth``.
  var chorusWidth: ChorusWidth
  /// The gain with which the chorus is also sent to the delay.
  var chorusToDelay = MasterGain(0)
  /// The share of the reverb's input that goes to the reverb; the rest goes to the delay that replaces it.
  var reverbShare = MasterGain()
  /// Whether the delay feeds the chorus, so that it must be rendered first.
  var delayFeedsChorus = false
  /// Whether the delay is silent and has no input in the current chunk.
  var delayRests = false
  /// The output gain: master volume and balance, times the gain and pan of a ``LiveSynth``'s settings.
  var gain = MasterGain()
  /// The input gain of the reverb.
  var reverbGain = MasterGain()
  /// The input gain of the chorus.
  var chorusGain = MasterGain()
  /// The gain factors of a ``LiveSynth``: left, right, reverb input and chorus input.
  var unit = UnitGains()

  /// Whether the effects have decayed to silence.
  var isSilent: Bool {
    reverb.isSilent && chorus.isSilent && delay.isSilent && reverbDelay.isSilent && insertionsAreSilent
  }
  /// An upper bound on the level of the effects' remaining tails, as a fraction of full scale.
  var level: Float {
    max(max(max(reverb.level, chorus.level), max(delay.level, reverbDelay.level)), insertionLevel)
  }

  /// Applies, at a chunk's first frame, the master state that messages have set.
  mutating func follow(_ master: inout MasterControl, at frame: Int64) {
    if master.reverb.isNew { followReverb(master.reverb, at: frame) }
    if master.chorus.isNew { chorus.set(master.chorus.settings) }
    if master.delay.isNew { delay.set(master.delay.settings) }
    let send = Double(master.delay.chorusSend)
    chorusToDelay.setTarget(left: send, right: send, at: frame)
    delayFeedsChorus = master.delay.settings.chorusSend > 0
    if usesInsertions || master.insertions.areUsed { followInsertions(&master.insertions, at: frame) }
    master.markEffects(areNew: false)
    gain.setTarget(left: master.leftGain * unit.left, right: master.rightGain * unit.right, at: frame)
    reverbGain.setTarget(left: unit.reverb, right: unit.reverb, at: frame)
    chorusGain.setTarget(left: unit.chorus, right: unit.chorus, at: frame)
  }

  private mutating func followReverb(_ control: ReverbControl, at frame: Int64) {
    reverb.set(control.settings)
    if let delay = control.delay { reverbDelay.set(delay.settings) }
    let share = control.delay == nil ? 1.0 : 0
    if frame == 0 {
      reverbShare.jump(left: share, right: share)
    } else {
      reverbShare.setTarget(left: share, right: share, at: frame)
    }
  }

  /// Clears all sound, and all settings made by messages.
  mutating func reset() {
    reverb.set(ReverbSettings())
    reverb.reset()
    chorus.set(ChorusSettings())
    chorus.reset()
    delay.set(DelayControl().settings)
    delay.reset()
    reverbDelay.reset()
    reverbShare = MasterGain()
    resetInsertions()
    (gain, reverbGain, chorusGain, chorusToDelay) = (MasterGain(), MasterGain(), MasterGain(), MasterGain(0))
  }

  /// Sets the gains to those of `unit` without a ramp; used before anything has sounded.
  mutating func jumpToUnitGains() {
    gain.jump(left: unit.left, right: unit.right)
    reverbGain.jump(left: unit.reverb, right: unit.reverb)
    chorusGain.jump(left: unit.chorus, right: unit.chorus)
  }

  /// Adds the effects to the dry mix.
  ///
  /// - Parameter feedsDelay: whether the delay's buses hold its input; otherwise their contents are undefined.
  mutating func add(to mix: TactusBuses, _ count: Int, from frame: Int64, feedsDelay: Bool) {
    reverbGain.apply(to: mix.reverb_left, mix.reverb_right, count, from: frame)
    chorusGain.apply(to: mix.chorus_left, mix.chorus_right, count, from: frame)
    let sendsToDelay = hasDelay && hasChorus && !chorusToDelay.isZero(from: frame)
    if hasDelay { prepareDelay(mix, count, isFed: feedsDelay, hasChorus: sendsToDelay) }
    // XG's delay feeds the chorus, GS's chorus the delay; each is rendered after what feeds it.
    if hasDelay, delayFeedsChorus { addDelay(to: mix, count) }
    if hasChorus { addChorus(to: mix, count, from: frame, sendsToDelay: sendsToDelay) }
    if hasDelay, !delayFeedsChorus { addDelay(to: mix, count) }
    if hasReverb { addReverb(to: mix, count, from: frame) }
  }

  private mutating func addReverb(to mix: TactusBuses, _ count: Int, from first: Int64) {
    reverbLevel.apply(to: mix.reverb_left, mix.reverb_right, count, from: first)
    if reverbShare.isOne(from: first), reverbDelay.isSilent {
      reverbDelay.rest(count)
    } else {
      addReverbDelay(to: mix, count, from: first)
    }
    reverb.render(
      inputLeft: mix.reverb_left, inputRight: mix.reverb_right, outputLeft: mix.left, outputRight: mix.right,
      count: count)
  }

  /// Adds the delay that takes the reverb's part, and leaves the reverb its share of the input.
  private mutating func addReverbDelay(to mix: TactusBuses, _ count: Int, from first: Int64) {
    let input = chorusWidth.spare
    for frame in 0..<count {
      let share = reverbShare.value(at: first &+ Int64(frame))[0]
      input.left[frame] = mix.reverb_left[frame] * (1 - share)
      input.right[frame] = mix.reverb_right[frame] * (1 - share)
      mix.reverb_left[frame] *= share
      mix.reverb_right[frame] *= share
    }
    let output = DelayCore.Buses(mix.left, mix.right)
    reverbDelay.render(input.left, input.right, output: output, reverb: output, chorus: output, count: count)
  }

  private mutating func addChorus(to mix: TactusBuses, _ count: Int, from first: Int64, sendsToDelay: Bool) {
    chorusLevel.apply(to: mix.chorus_left, mix.chorus_right, count, from: first)
    let (left, right) = chorusWidth.begin(mix, count, isApart: sendsToDelay)
    chorus.render(
      inputLeft: mix.chorus_left, inputRight: mix.chorus_right, outputLeft: left, outputRight: right,
      reverbLeft: mix.reverb_left, reverbRight: mix.reverb_right, count: count)
    if sendsToDelay {
      chorusToDelay.add(left, right, to: mix.delay_left, mix.delay_right, count, from: first)
    }
    chorusWidth.finish(mix, count, isApart: sendsToDelay)
  }

  /// Clears the delay's buses if no voice feeds them but something will be added to them or read from them.
  private mutating func prepareDelay(_ mix: TactusBuses, _ count: Int, isFed: Bool, hasChorus: Bool) {
    delayRests = !isFed && !hasChorus && delay.isSilent
    guard !isFed, !delayRests else { return }
    mix.delay_left.update(repeating: 0, count: count)
    mix.delay_right.update(repeating: 0, count: count)
  }

  private mutating func addDelay(to mix: TactusBuses, _ count: Int) {
    if delayRests { return delay.rest(count) }
    delay.render(
      mix.delay_left, mix.delay_right, output: DelayCore.Buses(mix.left, mix.right),
      reverb: DelayCore.Buses(mix.reverb_left, mix.reverb_right),
      chorus: DelayCore.Buses(mix.chorus_left, mix.chorus_right), count: count)
  }
}

/// The gain factors for a synthesizer's output and for the inputs of its effects.
struct UnitGains: BitwiseCopyable, Sendable {
  var left = 1.0
  var right = 1.0
  var reverb = 1.0
  var chorus = 1.0
}
