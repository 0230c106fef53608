import TactusDSP

/// What system-exclusive messages say of what all ports share: reverb, chorus, master volume and balance, tuning.
///
/// Held by each core alike; the first core's is passed to the effects where a chunk begins.
/// - Thread: audio
struct MasterControl {
  var reverb = ReverbControl()
  var chorus = ChorusControl()
  /// 0…1, in the steps of 14 bits, as loud as a channel's volume would be.
  var volume = 1.0
  /// −1 all left … 1 all right.
  var balance = 0.0
  /// Cents, for all parts and for all but drums.
  var fineTuning = 0.0
  var coarseTuning = 0.0

  var leftGain: Double { volume * volume * min(1, 1 - balance) }
  var rightGain: Double { volume * volume * min(1, 1 + balance) }
}

extension ChannelState {
  /// Each system's own effects and master settings, as its reset calls for them.
  mutating func resetMaster(_ system: SoundSystem) {
    master = MasterControl()
    switch system {
    case .gs, .gm2: master.reverb.choose(.largeHall, level: 1)
    case .gm, .xg, .mma: master.reverb.choose(.mediumHall, level: 1)
    }
    master.chorus.choose(.chorus3, level: 1)
    applyMasterTuning()
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
