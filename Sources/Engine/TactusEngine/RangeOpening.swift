import TactusMIDI
import TactusProcessors
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
  private var held: [Int: [UInt8: [Held]]] = [:]
  private var stems: [Int: ChannelMessage] = [:]

  private struct Held {
    var order: Int
    var note: ChannelMessage
    var stem: ChannelMessage?
  }

  package init(_ timeline: EventTimeline, before frame: Int64) {
    var resets = [SystemResetDetector](repeating: SystemResetDetector(), count: 16)
    for (order, event) in timeline.enumerated() {
      guard event.frame < frame else { break }
      let message = event.message
      if resets[Int(message.port)].take(message) { endNotes(ofPort: Int(message.port)) }
      add(message, order)
    }
  }

  private mutating func add(_ message: ChannelMessage, _ order: Int) {
    let channel = Self.channelIndex(message)
    switch message.status & 0xF0 {
    case _ where message.isStemChoice:
      stems[channel] = message
      settings.append(TimedEvent(offset: 0, message: message))
    case 0x90:
      let note = Held(order: order, note: message, stem: stems[channel])
      held[channel, default: [:]][message.data1, default: []].append(note)
    case 0x80: held[channel]?[message.data1] = nil
    default:
      if message.endsAllNotes { held[channel] = nil }
      settings.append(TimedEvent(offset: 0, message: message))
    }
  }

  private mutating func endNotes(ofPort port: Int) {
    for channel in 0..<16 { held[port << 4 | channel] = nil }
  }

  /// Returns the messages that restart the held notes; none unless `isWanted`.
  func struck(if isWanted: Bool) -> [TimedEvent] {
    guard isWanted else { return [] }
    let struck = notes.sorted { $0.order < $1.order }.flatMap { [$0.stem, $0.note].compactMap { $0 } }
    let after = stems.sorted { $0.key < $1.key }.map { $0.value }
    return (struck + after).map { TimedEvent(offset: 0, message: $0) }
  }

  /// The indices of the note-ons whose keys are down.
  var heldIndices: Set<Int> { Set(notes.map { $0.order }) }

  private var notes: [Held] { held.values.flatMap { $0.values.joined() } }

  private static func channelIndex(_ message: ChannelMessage) -> Int { Int(message.port) << 4 | Int(message.channel) }
}

extension ChannelMessage {
  /// Whether the message ends all notes of its channel: all sound off, all notes off, or a change of mode.
  fileprivate var endsAllNotes: Bool {
    guard status & 0xF0 == 0xB0 else { return false }
    return data1 == 120 || data1 >= 123
  }
}
