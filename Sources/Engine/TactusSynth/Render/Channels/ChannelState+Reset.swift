// Resets: power-on, and the messages of the systems.

extension ChannelState {
  /// As at power-on.
  mutating func reset() {
    missingCount = 0
    tunings.count = 0
    master = MasterControl()
    for port in 0..<16 {
      ports[port] = PortState(system: startSystem)
      setParts(of: port)
    }
    for index in 0..<SynthLimits.channels { channels[index].overrides = 0 }
    applyMasterTuning()
    counters = MessageCounters()
  }

  /// Brings a port's parts, and what all ports share, to the state of a system's reset. What sounds on the port fades.
  mutating func resetPort(_ port: Int, _ system: SoundSystem) {
    if ports[port].system != .mma { ports[port].system = system }
    fadePort(port)
    setParts(of: port)
    resetMaster(system)
  }

  /// Brings a port, and what all ports share, to where they were at power-on. What sounds on the port fades.
  mutating func restart(port: Int) {
    ports[port].system = startSystem
    tunings.count = 0
    fadePort(port)
    setParts(of: port)
    master = MasterControl()
    master.reverb.isNew = true
    master.chorus.isNew = true
    applyMasterTuning()
  }

  private mutating func fadePort(_ port: Int) {
    for part in 0..<16 { voices.fade(port &* 16 &+ part) }
  }

  /// Gives a port's parts what its system begins with.
  mutating func setParts(of port: Int) {
    for part in 0..<16 {
      let partIndex = port &* 16 &+ part
      channels[partIndex].reset(isDrums: part == 9)
      parts[partIndex] = PartSettings(part: part)
      switch ports[port].system {
      case .gm2: channels[partIndex].controllers[Channel.bankMSB] = part == 9 ? 120 : 121
      case .xg: channels[partIndex].controllers[Channel.bankMSB] = part == 9 ? 127 : 0
      case .gm, .gs, .mma: break
      }
      choosePreset(partIndex)
    }
    ports[port].isPlain = true
  }
}
