import TactusDSP

/// The state that system-exclusive messages set for all ports: the effects, master volume, balance and tuning.
///
/// Every core has the same state; the state of the first core is passed to the effects at the start of each chunk.
/// - Thread: audio
struct MasterControl {
  var reverb = ReverbControl()
  var chorus = ChorusControl()
  var delay = DelayControl()
  var insertions = InsertionControls()
  /// The master volume, 0…1 in 14-bit steps, with the same curve as a channel's volume.
  var volume = 1.0
  /// The balance, from −1 (left) to 1 (right).
  var balance = 0.0
  /// The master fine tuning in cents, which applies to all parts.
  var fineTuning = 0.0
  /// The master coarse tuning in cents, which applies to all parts except drums.
  var coarseTuning = 0.0

  var leftGain: Double { volume * volume * min(1, 1 - balance) }
  var rightGain: Double { volume * volume * min(1, 1 + balance) }

  /// Records whether the settings of the effects have still to be passed on to them.
  @inline(__always)
  mutating func markEffects(areNew: Bool) {
    reverb.isNew = areNew
    chorus.isNew = areNew
    delay.isNew = areNew
    insertions.mark(areNew: areNew)
  }
}

extension ChannelState {
  /// Sets the default effects and master settings of a system.
  mutating func resetMaster(_ system: SoundSystem) {
    master = MasterControl()
    master.insertions.mark(areNew: true)
    clearInsertions()
    resetDelay(system)
    switch system {
    case .gs, .gm2: master.reverb.choose(.largeHall, level: 1)
    case .gm, .xg, .mma: master.reverb.choose(.mediumHall, level: 1)
    }
    master.chorus.choose(.chorus3, level: 1)
    applyMasterTuning()
  }

  /// Sets the delay of a system at power-on.
  mutating func resetDelay(_ system: SoundSystem) {
    delay = DelayParameters(system)
    master.delay.settings = delay.settings
  }

  /// Derives a part's tuning from its own settings and the master's.
  mutating func applyMasterTuning(to part: Int) {
    let shift = channels[part].isDrums ? 0 : master.coarseTuning + parts[part].keyShift * 100
    let tuning = unitTuning + master.fineTuning + parts[part].detune + shift
    guard tuning != channels[part].systemTuning else { return }
    channels[part].systemTuning = tuning
    markDirty(part)
  }

  mutating func applyMasterTuning() {
    for part in 0..<SynthLimits.channels { applyMasterTuning(to: part) }
  }
}
