import TactusMIDI
import TactusSequencer

/// What sets the channels as a song has set them by a frame: its messages before it that are not notes, in its order,
/// without those that later ones make void.
///
/// Law: it leaves every channel as all of them would.
package struct SongChase {
  package private(set) var messages: [ChannelMessage] = []

  package init(_ timeline: EventTimeline, before frame: Int64) {
    var later: Set<UInt32> = []
    var index = timeline.partitioningIndex(atFrame: frame)
    while index > 0 {
      index -= 1
      let message = timeline[index].message
      guard !message.isForChannel || message.status & 0xF0 != 0x80 && message.status & 0xF0 != 0x90 else { continue }
      if Self.resetsMuch(message) {
        // what came before a reset is not what it seems: all of that is kept
        later = []
      } else if let cell = Self.cell(of: message), !later.insert(cell).inserted {
        continue
      }
      messages.append(message)
    }
    messages.reverse()
  }

  /// What a message sets that the next of its kind sets anew, whatever has been between them; nil where that cannot be
  /// said: banks and programs, parameters and their data, modes, all that is not for one channel.
  private static func cell(of message: ChannelMessage) -> UInt32? {
    guard message.isMIDI1 else { return nil }
    switch message.status & 0xF0 {
    case 0xA0: return message.word0 & 0xFFFF_FF00
    case 0xB0:
      switch message.data1 {
      case 0, 32, 6, 38, 96...101, 120...127: return nil
      case 5, 65, 84: return nil  // what glides depends on what came between
      default: return message.word0 & 0xFFFF_FF00
      }
    case 0xD0, 0xE0: return message.word0 & 0xFFFF_0000
    default: return nil
    }
  }

  private static func resetsMuch(_ message: ChannelMessage) -> Bool {
    message.isSystemExclusive || message.isSystem
      || message.isForChannel && message.status & 0xF0 == 0xB0 && message.data1 >= 120
  }
}

extension EventTimeline {
  /// The index of the first event that is not before a frame.
  func partitioningIndex(atFrame frame: Int64) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle].frame < frame { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
