import TactusFiles
import TactusMIDI

extension SoundBank.Layer {
  /// The bank that an RMID file brings along, to be laid over others: its banks are moved up by as much as the song counts
  /// them higher than the bank itself, drum kits stay.
  ///
  /// Where the file does not say by how much (`DBNK`), it is 1, unless the song then lacks more presets than with 0.
  ///
  /// Source: SF2 RMIDI specification, "Bank Offset".
  /// - Parameters:
  ///   - font: the bank, read from the range that ``MIDIFile/container`` gives.
  ///   - song: the file's song.
  /// - Complexity: O(events)
  /// - Thread: control
  public init(_ font: SoundFont, embeddedIn song: MIDIFile) {
    var offset: Int?
    if case .rmid(_, let said) = song.container { offset = said }
    self.init(font, bankOffset: offset ?? Self.likelyOffset(of: font, in: song), movesDrums: false)
  }

  private static func likelyOffset(of font: SoundFont, in song: MIDIFile) -> Int {
    let asked = AskedPresets(of: song).presets
    func missing(_ offset: Int) -> Int {
      asked.count { font.preset(bank: $0.bank - offset, program: $0.program) == nil }
    }
    return missing(0) < missing(1) ? 0 : 1
  }
}

/// The melodic presets that a song's notes ask for, by controller 0.
private struct AskedPresets {
  struct Address: Hashable {
    var bank: Int
    var program: Int
  }

  private(set) var presets: Set<Address> = []

  init(of song: MIDIFile) {
    // Controller 0, and what the last program has chosen, for 16 channels of 16 ports.
    var selects = [Int](repeating: 0, count: 256)
    var chosen = [Address](repeating: Address(bank: 0, program: 0), count: 256)
    for event in song.mergedTrack().events {
      guard let message = event.channelMessage, message.channel != 9 else { continue }
      let channel = Int(message.port & 15) << 4 | Int(message.channel)
      switch message.status & 0xF0 {
      case 0xB0 where message.data1 == 0: selects[channel] = Int(message.data2)
      case 0xC0: chosen[channel] = Address(bank: selects[channel], program: Int(message.data1))
      // From 120 on GM2 and XG mean drums, or another way to say the bank.
      case 0x90 where message.data2 > 0 && chosen[channel].bank < 120: presets.insert(chosen[channel])
      default: break
      }
    }
  }
}
