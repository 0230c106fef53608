// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

/// Converts MIDI 1.0 bytes to packets of words and back, for hosts and units that use different forms.
public enum ByteConversion {
  /// Returns the words of the packets for these messages: system-exclusive data has packets of its own, all other
  /// messages share one.
  public static func words(_ bytes: [UInt8], group: UInt8) -> [[UInt32]] {
    let head = UInt32(group & 15) << 24
    if bytes.first == 0xF0 {
      let data = bytes.dropFirst().filter { $0 < 0x80 }
      let starts = data.isEmpty ? [0] : Array(stride(from: 0, to: data.count, by: 6))
      return starts.enumerated().map { index, start in
        let part = Array(data.dropFirst(start).prefix(6))
        let form: UInt32 = starts.count == 1 ? 0 : index == 0 ? 1 : index == starts.count - 1 ? 3 : 2
        let padded = (part + [0, 0, 0, 0, 0, 0]).prefix(6).map(UInt32.init)
        return [
          0x3000_0000 | head | form << 20 | UInt32(part.count) << 16 | padded[0] << 8 | padded[1],
          padded[2] << 24 | padded[3] << 16 | padded[4] << 8 | padded[5],
        ]
      }
    }
    var (words, index): ([UInt32], Int) = ([], 0)
    while index < bytes.count, bytes[index] >= 0x80 {
      let status = bytes[index]
      let count = length(status)
      let data = (1..<3).map { $0 < count && index + $0 < bytes.count ? UInt32(bytes[index + $0]) : 0 }
      let type: UInt32 = status >= 0xF0 ? 1 : 2
      words.append(type << 28 | head | UInt32(status) << 16 | data[0] << 8 | data[1])
      index += count
    }
    return words.isEmpty ? [] : [words]
  }

  /// The byte arrays of messages of MIDI 1.0; a system-exclusive packet becomes a piece of its own.
  public static func messages(_ words: [UInt32]) -> [[UInt8]] {
    var (result, index): ([[UInt8]], Int) = ([], 0)
    while index < words.count {
      let word = words[index]
      let count = StandInMIDI.wordCount(word)
      let status = UInt8(word >> 16 & 255)
      let data = [UInt8(word >> 8 & 127), UInt8(word & 127)]
      switch word >> 28 {
      case 1, 2: result.append([status] + data.prefix(length(status) - 1))
      case 3 where index + 1 < words.count:
        let second = words[index + 1]
        let all = data + [24, 16, 8, 0].map { UInt8(second >> $0 & 127) }
        let (form, size) = (word >> 20 & 15, Int(word >> 16 & 15))
        result.append((form < 2 ? [0xF0] : []) + all.prefix(size) + (form == 0 || form == 3 ? [0xF7] : []))
      default: break
      }
      index += count
    }
    return result
  }

  /// The packets of a list that has been copied.
  static func packets(_ raw: [UInt8]) -> [(time: UInt64, protocolID: MIDIProtocolID, words: [UInt32])] {
    raw.withUnsafeBytes { raw in
      let protocolID = MIDIProtocolID(rawValue: raw.loadUnaligned(as: Int32.self)) ?? ._1_0
      var position = 8
      return (0..<raw.loadUnaligned(fromByteOffset: 4, as: UInt32.self)).map { _ in
        let time = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
        let count = Int(raw.loadUnaligned(fromByteOffset: position + 8, as: UInt32.self))
        let words = (0..<count).map { raw.loadUnaligned(fromByteOffset: position + 12 + 4 * $0, as: UInt32.self) }
        position += 12 + 4 * count
        return (time, protocolID, words)
      }
    }
  }

  private static func length(_ status: UInt8) -> Int {
    switch status {
    case 0xC0...0xDF, 0xF1, 0xF3: 2
    case 0x80...0xBF, 0xE0...0xEF, 0xF2: 3
    default: 1
    }
  }
}
