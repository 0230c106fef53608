// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

import CoreAudioTypes

/// Converts channel messages between the protocols, as far as the stand-in supports them: notes, pressure, controllers,
/// programs without banks, and pitch bend. All else passes unchanged.
public enum ProtocolConversion {
  /// The words of whole messages in another protocol.
  public static func words(_ words: [UInt32], from: MIDIProtocolID, to: MIDIProtocolID) -> [UInt32] {
    guard from != to else { return words }
    var (result, index): ([UInt32], Int) = ([], 0)
    while index < words.count {
      let count = StandInMIDI.wordCount(words[index])
      let message = Array(words[index..<min(words.count, index + count)])
      result += message.count < count ? message : to == ._2_0 ? up(message) : down(message)
      index += count
    }
    return result
  }

  private static func up(_ message: [UInt32]) -> [UInt32] {
    let word = message[0]
    guard word >> 28 == 2 else { return message }
    let (first, second) = (word >> 8 & 127, word & 127)
    let head = 0x4000_0000 | word & 0x0FFF_0000
    switch word >> 20 & 15 {
    case 8: return [head | first << 8, wide(second) & 0xFFFF_0000]
    case 9:
      return second == 0
        ? [head & ~0x10_0000 | first << 8, 0x8000_0000] : [head | first << 8, wide(second) & 0xFFFF_0000]
    case 10, 11: return [head | first << 8, wide(second)]
    case 12: return [head, first << 24]
    case 13: return [head, wide(first)]
    default: return [head, (second << 7 | first) << 18]
    }
  }

  /// Seven bits in 32: 0 stays 0, 64 becomes the middle, 127 all bits.
  private static func wide(_ value: UInt32) -> UInt32 {
    guard value > 64 else { return value << 25 }
    let low = value & 63
    return value << 25 | low << 19 | low << 13 | low << 7 | low << 1 | low >> 5
  }

  private static func down(_ message: [UInt32]) -> [UInt32] {
    let (word, value) = (message[0], message.count > 1 ? message[1] : 0)
    guard word >> 28 == 4 else { return message }
    let head = 0x2000_0000 | word & 0x0FFF_0000
    let first = word & 0x7F00
    switch word >> 20 & 15 {
    case 9: return [head | first | max(1, value >> 25)]
    case 8, 10, 11: return [head | first | value >> 25]
    case 12: return [head | (value >> 24 & 127) << 8]
    case 13: return [head | (value >> 25) << 8]
    case 14: return [head | (value >> 18 & 127) << 8 | value >> 25]
    default: return []
    }
  }
}
