import TactusMIDI

/// Channel state without voices: interprets MIDI exactly as a synthesizer does, and passes the voice commands on.
///
/// It serves code that must know which notes and regions a score would start, without rendering them.
/// - Thread: control
package final class ChannelInterpreter<Voices: VoiceCommands> {
  private let memory = ChannelMemory(isTouched: false)
  private(set) var state: ChannelState<Voices>

  /// Creates channels in their power-on state.
  ///
  /// - Parameters:
  ///   - presets: the presets that programs select; must outlive the interpreter.
  ///   - startSystem: the system at power-on.
  ///   - reverbSend: the reverb send of each channel after a reset.
  ///   - voices: receives the commands.
  package init(presets: PresetTable, startSystem: SoundSystem, reverbSend: UInt8 = 40, voices: Voices) {
    state = ChannelState(memory, presets: presets, startSystem: startSystem, voices: voices)
    state.reverbSend = min(127, reverbSend)
    state.reset()
  }

  /// Creates channels in the state of a synthesizer with this interpretation of bank selects.
  ///
  /// - Parameter bank: the bank that it plays, which must outlive the interpreter; nil if presets do not matter.
  package convenience init(bank: SoundBank? = nil, bankSelect: SynthSettings.BankSelect, voices: Voices) {
    self.init(presets: bank?.tables.presets ?? .empty, startSystem: SoundSystem(bankSelect), voices: voices)
  }

  /// Creates channels in the state of a synthesizer with these settings; presets do not matter.
  package convenience init(settings: SynthSettings, voices: Voices) {
    self.init(
      presets: .empty, startSystem: SoundSystem(settings.bankSelect), reverbSend: settings.reverbSend, voices: voices)
  }

  /// Applies the next message of a score.
  package func receive(_ message: ChannelMessage) { state.receive(message) }

  /// The number of system-exclusive messages so far that had no effect, for any reason.
  package var ignoredExclusives: Int {
    state.counters.ignoredSystemMessages + state.counters.badChecksums + state.counters.longSystemMessages
  }
  /// The presets that note-ons so far have needed but the bank does not have.
  package var missingPresets: [MissingPreset] { state.missingPresets }
  /// Whether sends to a delay effect (controller 94) are heard in the current state of a port.
  package func followsDelaySends(port: Int) -> Bool { state.followsDelaySends(port: port) }
  /// The number of system-exclusive messages so far that were ignored because of a wrong checksum.
  package var badChecksums: Int { state.counters.badChecksums }

  /// Returns what a channel plays: what the first part that receives the channel plays, or, if none does, the part of its
  /// number.
  package func sound(port: Int, channel: Int) -> ChannelSound {
    let first = port << 4
    let part = (first..<first + 16).first { Int(state.parts[$0].channel) == channel } ?? first + channel
    let played = state.playedAddress(part)
    return ChannelSound(
      isDrums: state.channels[part].isDrums, selected: PartProgram(address: state.channels[part].address),
      played: played < 0 ? nil : PartProgram(address: played))
  }

  /// Returns the channel that a part receives; nil if it receives none. Parts and channels are counted through all ports:
  /// port · 16 + channel.
  package func channelIndex(ofPart part: Int) -> Int? {
    let channel = Int(state.parts[part].channel)
    return channel < 16 ? part & ~15 | channel : nil
  }
}

/// What a channel plays.
package struct ChannelSound {
  /// Whether the channel plays drums.
  package let isDrums: Bool
  /// The preset that the score has selected.
  package let selected: PartProgram
  /// The preset that plays, which replaces the selected one if the bank does not have that; nil for none.
  package let played: PartProgram?
}

extension PresetTable {
  /// A table without presets.
  fileprivate static var empty: PresetTable { PresetTable(entries: noEntries, count: 0) }
  /// The address of the entries of an empty table; never read.
  private nonisolated(unsafe) static let noEntries = UnsafePointer(
    UnsafeMutablePointer<PresetEntry>.allocate(capacity: 1))
}
