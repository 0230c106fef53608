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

  /// Returns the number of the bank in which the stack has a preset of the font.
  ///
  /// A DLS instrument in a song's file can have the number 128 · MSB + LSB, where MSB 1 with LSB 0 is 16,512. The offset
  /// then raises the MSB, as it raises that of the song's bank selects.
  package func bank(of preset: SoundFont.Preset) -> Int {
    let bank = Int(preset.bank)
    if bank == 128, !movesDrums { return bank }
    guard bank > 128, !movesDrums, font.format != .soundFont, bankOffset != 0 else { return bank + bankOffset }
    let raised = (bank & 0x3FFF) + (bankOffset << 7)
    return raised == 128 ? 16_384 + 128 : raised
  }

  private static func likelyOffset(of font: SoundFont, in song: MIDIFile) -> Int {
    let usual = font.format == .soundFont ? 1 : 0
    let track = song.mergedTrack()
    func missing(_ offset: Int) -> Int {
      missingPresets(of: track, in: Self(font, bankOffset: offset, movesDrums: false))
    }
    return missing(1 - usual) < missing(usual) ? 1 - usual : usual
  }

  /// Returns the number of melodic presets that a song's notes use and a layer lacks, as the synthesizer interprets the
  /// song's bank selects from the power-on state on.
  private static func missingPresets(of track: MIDIFile.Track, in layer: Self) -> Int {
    let entries = SoundBank.addresses(of: [layer]).map { PresetEntry(address: $0.address) }
    return entries.withUnsafeBufferPointer { entries in
      guard let base = entries.baseAddress else { return 0 }
      let table = PresetTable(entries: base, count: Int32(entries.count))
      let channels = ChannelInterpreter(presets: table, startSystem: .gs, voices: NoVoices())
      var presets: Set<PartProgram> = []
      for event in track.events {
        guard let message = event.channelMessage else {
          for packet in event.exclusivePackets(of: track) { channels.receive(packet) }
          continue
        }
        channels.receive(message)
        guard message.startsNote else { continue }
        let sound = channels.sound(port: Int(message.port), channel: Int(message.channel))
        if !sound.isDrums, sound.played != sound.selected { presets.insert(sound.selected) }
      }
      return presets.count
    }
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
