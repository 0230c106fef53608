import TactusFiles
import TactusMIDI

extension SoundBank.Layer {
  /// Creates the entry of the stack for a bank that is embedded in an RMID file.
  ///
  /// The offset that the song uses is added to the bank numbers of melodic presets; drum kits keep their bank number.
  ///
  /// If the file does not specify the offset (`DBNK`), it is 1, unless more of the song's presets would then be missing
  /// than with 0. For a DLS bank, `DBNK` is ignored, and the offset is 0, unless more would be missing than with 1.
  ///
  /// With the offset 0, a SoundFont plays its own first preset with a program if it does not have the selected bank,
  /// even if a font below has it. A program that it does not have comes from the fonts below.
  ///
  /// Source: SF2 RMIDI specification, "Bank Offset" and "Handling Differences", 4. Its early versions give DLS banks the
  /// offset 0, later revisions 1 "or try to detect" it.
  /// - Parameters:
  ///   - font: the bank, read from the byte range in ``MIDIFile/container``.
  ///   - song: the file's song.
  /// - Complexity: O(events)
  /// - Thread: control
  public init(_ font: SoundFont, embeddedIn song: MIDIFile) {
    var offset: Int?
    if font.format == .soundFont, case .rmid(_, let bankOffset) = song.container { offset = bankOffset }
    let chosen = offset ?? Self.likelyOffset(of: font, in: song)
    self.init(
      font, bankOffset: chosen, movesDrums: false, replacesPrograms: chosen == 0 && font.format == .soundFont)
  }

  private static func likelyOffset(of font: SoundFont, in song: MIDIFile) -> Int {
    let usual = font.format == .soundFont ? 1 : 0
    let presets = melodicPresets(of: song)
    func missing(_ offset: Int) -> Int {
      presets.count { font.preset(bank: $0.bank - offset, program: $0.program) == nil }
    }
    return missing(1 - usual) < missing(usual) ? 1 - usual : usual
  }

  /// Returns the melodic presets that a song's notes use, as the synthesizer interprets its bank selects from the
  /// power-on state on.
  private static func melodicPresets(of song: MIDIFile) -> Set<PartProgram> {
    let channels = ChannelInterpreter(bankSelect: .gs, voices: NoVoices())
    let track = song.mergedTrack()
    var presets: Set<PartProgram> = []
    for event in track.events {
      guard let message = event.channelMessage else {
        for packet in event.exclusivePackets(of: track) { channels.receive(packet) }
        continue
      }
      channels.receive(message)
      guard message.startsNote else { continue }
      let sound = channels.sound(port: Int(message.port), channel: Int(message.channel))
      if !sound.isDrums { presets.insert(sound.selected) }
    }
    return presets
  }
}

extension MIDIFile.Event {
  /// Returns the packets of a whole system-exclusive message; none for other events, and for messages that are too long
  /// for the synthesizer.
  fileprivate func exclusivePackets(of track: MIDIFile.Track) -> SystemExclusivePackets<MIDIFile.Payload.SubSequence> {
    let bytes = track.payload(of: self)
    let data = bytes.dropLast()
    guard case .sysEx = content, bytes.last == 0xF7, data.count <= SynthLimits.exclusiveBytes,
      data.allSatisfy({ $0 < 0x80 })
    else { return SystemExclusivePackets(bytes[0..<0]) }
    return SystemExclusivePackets(data, port: port)
  }
}
