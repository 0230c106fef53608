import TactusDSP

// Controllers that have effects in addition to modulation, and pedals with more than two positions.

extension ChannelState {
  mutating func setController(_ channel: Int, _ number: Int, _ value: UInt8) {
    let state = channels + channel
    switch number {
    case 120: fadeAll(channel)
    case 121: resetControllers(channel)
    case 123...125: releaseAll(channel)
    case 126, 127: changeMode(channel, isMono: number == 126)
    default:
      let wasDown = state.pointee.controllers[number] >= 64
      state.pointee.controllers[number] = value
      controllerChanged(channel, number, value, wasDown: wasDown)
      switch number {
      case Channel.dataMSB: enterData(channel, number, value)
      case Channel.dataLSB, 96, 97:
        state.pointee.recallParameter()
        enterData(channel, number, value)
      case 98: state.pointee.parameter.selectNonRegistered(lsb: value)
      case 99: state.pointee.parameter.selectNonRegistered(msb: value)
      case 100: state.pointee.parameter.select(.registered, lsb: value)
      case 101: state.pointee.parameter.select(.registered, msb: value)
      case Channel.sustainPedal:
        moveDampers(channel, value)
        if value < 64 { voices.releaseSustained(channel) }
      case Channel.sostenutoPedal:
        if value >= 64, !wasDown { voices.catchHeldKeys(channel) }
        if value < 64 { voices.releaseCaughtKeys(channel) }
      case Channel.bankMSB, Channel.bankLSB, Channel.softPedal: break
      default: markDirty(channel)
      }
    }
  }

  private mutating func resetControllers(_ channel: Int) {
    channels[channel].resetControllers()
    resetExpressions(channel)
    moveDampers(channel, 0)
    voices.releaseSustained(channel)
    voices.releaseCaughtKeys(channel)
    markDirty(channel)
  }

  /// All sound off.
  private mutating func fadeAll(_ channel: Int) {
    channels[channel].held.count = 0
    voices.fade(channel)
  }

  /// All notes off: like a note-off for every key; the sustain pedal still sustains the notes.
  private mutating func releaseAll(_ channel: Int) {
    channels[channel].held.count = 0
    voices.releaseKeys(channel)
  }

  /// Sets mono or poly mode. In MIDI 1.0, that is also all notes off; in GS and XG, it is all sound off.
  ///
  /// Source: Roland SC-88Pro owner's manual, MIDI implementation chart; Yamaha MU80 owner's manual, 1.2.23.6, 1.2.23.7.
  private mutating func changeMode(_ channel: Int, isMono: Bool) {
    channels[channel].isMono = isMono
    switch ports[channel &>> 4].system {
    case .gs, .xg: fadeAll(channel)
    case .gm, .gm2, .mma: releaseAll(channel)
    }
  }

  /// Applies the effects of a controller that has just been set.
  @inline(__always)
  mutating func controllerChanged(_ channel: Int, _ number: Int, _ value: UInt8, wasDown: Bool) {
    let state = channels + channel
    switch number {
    // A controller's MSB clears its LSB, except for bank select and data entry.
    case 1...5, 7...31: state.pointee.controllers[number &+ 32] = 0
    case 33...37, 39...63: if value != 0 { state.pointee.isFine = true }
    case 68: if (value >= 64) != wasDown, !state.pointee.playsMono { gatherHeldKeys(channel) }
    case 71...78: if value != 64 { state.pointee.overrides |= ChannelOverrides.changesGenerators }
    case 91, 93, 94:
      if number == 94 { setDelaySend(channel, value) }
      followInsertedSends(channel)
    case 84: state.pointee.portamento.namedKey = Int32(value)
    default: break
    }
  }

  /// Sets a channel's send to GS's delay, or to XG's variation effect; other systems have no such effect.
  private mutating func setDelaySend(_ channel: Int, _ value: UInt8) {
    let system = ports[channel &>> 4].system
    let feedsDelay = hasDelay && value > 0 && (system == .gs || system == .xg)
    let others = channels[channel].overrides & ~ChannelOverrides.feedsDelay
    channels[channel].overrides = feedsDelay ? others | ChannelOverrides.feedsDelay : others
  }

  /// Whether delay sends of a port's channels are heard.
  func followsDelaySends(port: Int) -> Bool {
    switch ports[port].system {
    case .gs, .xg: delay.isOn
    case .gm, .gm2, .mma: false
    }
  }

  // MARK: Half-pressed sustain pedal

  /// Applies a new position of the sustain pedal.
  ///
  /// At 64 and above, the pedal sustains. From 32 to 63, the dampers touch the strings lightly, and a release takes
  /// 2^((value − 32)/8) times as long, up to 14.7 times. Voices that are in their release when the pedal moves continue
  /// from their current level at the new rate.
  mutating func moveDampers(_ channel: Int, _ value: UInt8) {
    let state = channels + channel
    let isHalfway = value > 32 && value < 64
    let factor = isHalfway ? ExactMath.exp2((Double(value) - 32) * (1.0 / 8)) : 1
    let isChanged = factor != state.pointee.dampers.factor || factor != state.pointee.dampers.released
    state.pointee.dampers.factor = factor
    // A pedal that is pressed again does not sustain notes that are already released.
    guard value < 64, isChanged else { return }
    state.pointee.dampers.released = factor
    voices.dampersChanged(channel)
  }
}
