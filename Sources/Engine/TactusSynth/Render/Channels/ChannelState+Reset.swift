// Resets: the state at power-on, and reset messages.

extension ChannelState {
  /// Resets everything to the state at power-on.
  mutating func reset() {
    missingCount = 0
    tunings.count = 0
    expressions.count = 0
    master = MasterControl()
    resetDelay(startSystem)
    for port in 0..<16 {
      ports[port] = PortState(system: startSystem)
      setParts(of: port)
    }
    for index in 0..<SynthLimits.channels {
      channels[index].overrides &= ChannelOverrides.changesSound
      channels[index].route = NoteRoute()
    }
    applyMasterTuning()
    counters = MessageCounters()
  }

  /// Resets a port's parts, and the state shared by all ports, as a system's reset message does. Sounding notes of the
  /// port fade out.
  mutating func resetPort(_ port: Int, _ system: SoundSystem) {
    if ports[port].system != .mma { ports[port].system = system }
    fadePort(port)
    setParts(of: port)
    resetMaster(system)
  }

  /// Resets a port, and the state shared by all ports, to the state at power-on. Sounding notes of the port fade out.
  mutating func restart(port: Int) {
    ports[port].system = startSystem
    tunings.count = 0
    fadePort(port)
    setParts(of: port)
    master = MasterControl()
    clearInsertions()
    resetDelay(startSystem)
    master.markEffects(areNew: true)
    applyMasterTuning()
  }

  private mutating func fadePort(_ port: Int) {
    for part in 0..<16 { voices.fade(port &* 16 &+ part) }
  }

  /// Sets a port's parts to the initial state of its system.
  mutating func setParts(of port: Int) {
    for part in 0..<16 {
      let partIndex = port &* 16 &+ part
      resetExpressions(partIndex)
      channels[partIndex].reset(isDrums: part == 9, reverbSend: reverbSend)
      parts[partIndex] = PartSettings(part: part)
      if part == 9 { parts[partIndex].drumMap = ports[port].system == .xg ? 2 : 1 }
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
