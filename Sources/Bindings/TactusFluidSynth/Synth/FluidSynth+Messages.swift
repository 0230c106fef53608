import CFluidSynth
import Tactus

extension FluidSynth {
  /// Fades out all voices, and resets all channels to the state of a new synthesizer. Fonts, tuning programs and the
  /// settings of the effects stay.
  func reset() {
    withLock {
      synth.core.pointee.restart()
      forgetChoices()
    }
  }

  /// Applies a system-exclusive message.
  ///
  /// - Parameter bytes: the bytes between F0 and F7.
  /// - Returns: whether it is of a kind that the engine knows, and the reply to an inquiry.
  func apply(_ bytes: [UInt8], isDryRun: Bool) -> (isKnown: Bool, reply: [UInt8]?) {
    withLock {
      guard let kind = ExclusiveKind(bytes), isAddressed(bytes), bytes.allSatisfy({ $0 < 128 }) else {
        return (false, nil)
      }
      guard !isDryRun else { return (true, nil) }
      for port in 0..<UInt8(channelCount / 16) {
        for packet in SystemExclusivePackets(bytes, port: port) { synth.core.pointee.receive(packet) }
      }
      if bytes[0] >= 0x7E, bytes[2] == 8 { followTunings(bytes) }
      if kind == .reset { forgetChoices() } else { for channel in channels.indices { prepare(channel) } }
      return (true, reply())
    }
  }

  /// Makes the engine's drum channels above 16 melodic: FluidSynth has only one drum channel, channel 9 (counted from
  /// 0).
  func makeHigherChannelsMelodic() {
    for channel in channels.indices.dropFirst(16) where synth.core.pointee.isDrums(channel) {
      synth.core.pointee.setDrums(false, of: channel)
      send(0xC0, channel, 0, 0)
    }
  }

  /// Discards the program's choices for the channels: after a reset, every channel plays the preset that the engine
  /// selects.
  private func forgetChoices() {
    for channel in channels.indices {
      (channels[channel].font, channels[channel].bank, channels[channel].selected) = (nil, nil, nil)
      channels[channel].bankSelectValue = nil
      channels[channel].silence = nil
      channels[channel].tuning = nil
      channels[channel].modes = ChannelChoice.Modes()
    }
    basicChannels = BasicChannels(channelCount: channelCount)
    reselectTunings()
    makeHigherChannelsMelodic()
    reapplyChoices()
  }

  /// Whether a universal message is for this device or for all.
  private func isAddressed(_ bytes: [UInt8]) -> Bool {
    guard bytes[0] >= 0x7E else { return true }
    return bytes[1] == 127 || Int(bytes[1]) == settings.integer("synth.device-id")
  }

  /// Returns the reply to the inquiries of the last message.
  private func reply() -> [UInt8]? {
    let known = tunings
    var identity = Sampler.identity
    identity.device = UInt8(clamping: settings.integer("synth.device-id") ?? 0)
    let responder = DeviceResponder(identity: identity) { bank, program in
      TuningTable.Address(Int32(bank), Int32(program)).flatMap { known[$0] }.map {
        DeviceResponder.TuningTable(name: $0.name, cents: $0.deviations)
      }
    }
    return synth.takeInquiries().lazy.compactMap { responder.reply(to: $0) }.first
  }

  /// Prepares for deletion: removes the references to the synthesizer that remain.
  func end() {
    settings.forgetObserver(self)
    withLock { removeAllFollowers() }
  }
}

/// The kinds of system-exclusive messages that the engine knows.
enum ExclusiveKind {
  case reset, other

  /// Recognizes a message by the bytes after F0; nil for other kinds.
  init?(_ bytes: [UInt8]) {
    func byte(_ index: Int) -> UInt8? { bytes.indices.contains(index) ? bytes[index] : nil }
    switch (byte(0), byte(2), byte(3)) {
    case (0x7E, 9, _): self = .reset  // General MIDI on and off
    case (0x7E, 8, _), (0x7F, 8, _), (0x7E, 6, _), (0x7F, 4, _): self = .other
    case (0x41, 0x42, 0x12):
      self = byte(6) == 0x7F && (byte(4) == 0x40 || byte(4) == 0) ? .reset : .other  // Roland GS
    case (0x43, 0x4C, _) where (byte(1) ?? 0) & 0xF0 == 0x10:
      self = byte(3) == 0 && byte(4) == 0 && (byte(5) == 0x7E || byte(5) == 0x7F) ? .reset : .other  // Yamaha XG
    default: return nil
    }
  }
}
