import TactusMIDI
import TactusRender
import TactusSequencer
import TactusSynth

/// The state that a song has reached at the start of a range.
package struct RangeOpening {
  /// Every message that is not a note, in the song's order: banks, programs, controllers, parameters, pitch bends. All
  /// are kept, because the meaning of a message may depend on earlier messages.
  package private(set) var settings: [TimedEvent] = []
  /// The notes whose keys are down, by channel and key, each with the last stem-choice message before it on its
  /// channel. The notes of a key are in the order of their note-ons.
  private var held: [Int: [Held]] = [:]
  private var stems: [Int: ChannelMessage] = [:]

  private struct Held {
    var order: Int
    var note: ChannelMessage
    var stem: ChannelMessage?
  }

  package init(_ timeline: EventTimeline, before frame: Int64) {
    for (order, event) in timeline.enumerated() {
      guard event.frame < frame else { break }
      let message = event.message
      guard !message.isStemChoice else {
        stems[Self.channelIndex(message)] = message
        settings.append(TimedEvent(offset: 0, message: message))
        continue
      }
      switch message.status & 0xF0 {
      case 0x90:
        let note = Held(order: order, note: message, stem: stems[Self.channelIndex(message)])
        held[Self.channelIndex(message) << 7 | Int(message.data1), default: []].append(note)
      case 0x80: held[Self.channelIndex(message) << 7 | Int(message.data1)] = nil
      default: settings.append(TimedEvent(offset: 0, message: message))
      }
    }
  }

  /// Returns the messages that restart the held notes; none unless `isWanted`.
  func struck(if isWanted: Bool) -> [TimedEvent] {
    guard isWanted else { return [] }
    let notes = held.values.joined().sorted { $0.order < $1.order }.flatMap { [$0.stem, $0.note].compactMap { $0 } }
    let after = stems.sorted { $0.key < $1.key }.map { $0.value }
    return (notes + after).map { TimedEvent(offset: 0, message: $0) }
  }

  /// The indices of the note-ons whose keys are down.
  var heldIndices: Set<Int> { Set(held.values.joined().map { $0.order }) }

  private static func channelIndex(_ message: ChannelMessage) -> Int { Int(message.port) << 4 | Int(message.channel) }
}
