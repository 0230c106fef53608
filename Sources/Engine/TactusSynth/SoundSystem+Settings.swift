extension SoundSystem {
  /// Creates the system that a bank select setting chooses.
  init(_ setting: SynthSettings.BankSelect) {
    switch setting {
    case .gm: self = .gm
    case .gm2: self = .gm2
    case .gs: self = .gs
    case .xg: self = .xg
    case .mma: self = .mma
    }
  }
}
