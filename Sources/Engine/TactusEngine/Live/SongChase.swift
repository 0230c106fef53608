import TactusMIDI
import TactusSequencer
import TactusSynth

/// The messages that set the channels to the song's state at a frame: all earlier messages except notes, in order,
/// without those that later ones override. Notes with which a drum setup is heard are replaced by messages for the
/// synthesizer.
///
/// Law: they set every channel to the same state as all earlier messages would.
package struct SongChase {
  package private(set) var messages: [ChannelMessage] = []

  package init(_ timeline: EventTimeline, before frame: Int64) {
    var later: Set<UInt32> = []
    let channels = ChannelInterpreter(bankSelect: .gs, voices: NoVoices())
    var index = timeline.partitioningIndex(atFrame: frame)
    var marks: [(index: Int, message: ChannelMessage)] = []
    var (zones, changesZones) = (ZoneSettings(), Set<Int>())
    for (index, event) in timeline[..<index].enumerated() {
      if zones.take(event.message) { changesZones.insert(index) }
      if let mark = channels.receiveForChase(event.message) { marks.append((index, mark)) }
    }
    while index > 0 {
      index -= 1
      if marks.last?.index == index { messages.append(marks.removeLast().message) }
      let message = timeline[index].message
      guard !message.isForChannel || message.status & 0xF0 != 0x80 && message.status & 0xF0 != 0x90 else { continue }
      if Self.resetsMuch(message) || changesZones.contains(index) {
        // All messages before a reset are kept, because their effect is hard to predict; so are those before a change
        // of an MPE zone, because a message to its manager channel reaches other channels after the change.
        later = []
      } else if let cell = Self.cell(of: message), !later.insert(cell).inserted {
        continue
      }
      messages.append(message)
    }
    messages.reverse()
  }

  /// Returns an identifier of the setting that a message overwrites completely, independently of other messages.
  /// Returns nil for messages whose effect depends on others: bank selects and program changes, parameter numbers and
  /// data entry, portamento, channel mode messages, and messages that are not for one channel.
  private static func cell(of message: ChannelMessage) -> UInt32? {
    guard message.isMIDI1 else { return nil }
    switch message.status & 0xF0 {
    case 0xA0: return message.word0 & 0xFFFF_FF00
    case 0xB0:
      switch message.data1 {
      case 0, 32, 6, 38, 96...101, 120...127: return nil
      case 5, 65, 84: return nil  // portamento depends on the messages in between
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
  /// Returns the index of the first event at or after a frame.
  func partitioningIndex(atFrame frame: Int64) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle].frame < frame { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Finds data entry for the registered parameter 6, which defines and ends zones of MPE.
private struct ZoneSettings {
  /// The parameter that is selected on each channel of each port.
  private var assemblers = [ParameterAssembler](repeating: ParameterAssembler(), count: 256)

  /// Adds a message. Returns whether it may define or end a zone.
  mutating func take(_ message: ChannelMessage) -> Bool {
    guard message.isForChannel, message.channel == 0 || message.channel == 15 else { return false }
    let list = message.translatedToMIDI1()
    var mayChange = false
    for index in 0..<list.endIndex where list.message(index).status & 0xF0 == 0xB0 {
      let (controller, channel) = (list.message(index), message.channelIndex)
      if controller.data1 == 121 { assemblers[channel].reset() }
      let change = assemblers[channel].take(controller: controller.data1, controller.data2)
      if let change, change.isRegistered, change.number == 6 { mayChange = true }
    }
    return mayChange
  }
}
