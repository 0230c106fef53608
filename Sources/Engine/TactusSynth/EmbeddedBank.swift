import TactusFiles
import TactusMIDI

extension SoundBank.Layer {
  /// Creates the entry of the stack for a bank that is embedded in an RMID file.
  ///
  /// The offset that the song uses is added to the bank numbers of melodic presets; drum kits keep their bank number.
  ///
  /// If the file does not specify the offset (`DBNK`), it is 1, unless more of the song's presets would then be missing
  /// than with 0.
  ///
  /// Source: SF2 RMIDI specification, "Bank Offset".
  /// - Parameters:
  ///   - font: the bank, read from the byte range in ``MIDIFile/container``.
  ///   - song: the file's song.
  /// - Complexity: O(events)
  /// - Thread: control
  public init(_ font: SoundFont, embeddedIn song: MIDIFile) {
    var offset: Int?
    if case .rmid(_, let bankOffset) = song.container { offset = bankOffset }
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

/// The melodic presets that a song's notes use, with the value of controller 0 as the bank number.
private struct AskedPresets {
  struct Address: Hashable {
    var bank: Int
    var program: Int
  }

  private(set) var presets: Set<Address> = []

  init(of song: MIDIFile) {
    // The value of controller 0, and the preset that the last program change selected, for the 16 channels of 16 ports.
    var selects = [Int](repeating: 0, count: 256)
    var chosen = [Address](repeating: Address(bank: 0, program: 0), count: 256)
    for event in song.mergedTrack().events {
      guard let message = event.channelMessage, message.channel != 9 else { continue }
      let channel = Int(message.port & 15) << 4 | Int(message.channel)
      switch message.status & 0xF0 {
      case 0xB0 where message.data1 == 0: selects[channel] = Int(message.data2)
      case 0xC0: chosen[channel] = Address(bank: selects[channel], program: Int(message.data1))
      // In GM2 and XG, values of 120 and above select drums, or mean that another controller selects the bank.
      case 0x90 where message.data2 > 0 && chosen[channel].bank < 120: presets.insert(chosen[channel])
      default: break
      }
    }
  }
}
