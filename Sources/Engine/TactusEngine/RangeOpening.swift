import TactusMIDI
import TactusRender
import TactusSequencer
import TactusSynth

/// The state that a song has reached at the start of a range.
package struct RangeOpening {
  /// Every message that is not a note, in the song's order: banks, programs, controllers, parameters, pitch bends. All
  /// are kept, because the meaning of a message may depend on earlier messages. So are those that stand for notes; see
  /// `ChannelInterpreter.receiveForChase`.
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
    let routes = EndedChannels()
    for (order, event) in timeline.enumerated() {
      guard event.frame < frame else {
        endNotes(timeline[(timeline.startIndex + order)...], on: frame)
        break
      }
      let (ended, mark) = routes.receive(event.message)
      for channel in ended { held[channel] = nil }
      add(event.message, order)
      if let mark { settings.append(TimedEvent(offset: 0, message: mark)) }
    }
  }

  /// Removes the notes that end on the first frame of the range. A note-off after a note-on of the same key ends that
  /// note.
  private mutating func endNotes(_ events: some Sequence<TimelineEvent>, on frame: Int64) {
    var started: Set<Int> = []
    for event in events {
      guard event.frame == frame else { break }
      let message = event.message
      if message.startsNote {
        started.insert(message.keyIndex)
      } else if message.endsNote, !started.contains(message.keyIndex) {
        held[message.channelIndex]?[message.data1] = nil
      }
    }
  }

  private mutating func add(_ message: ChannelMessage, _ order: Int) {
    let channel = message.channelIndex
    switch message.status & 0xF0 {
    case _ where message.isStemChoice:
      stems[channel] = message
      settings.append(TimedEvent(offset: 0, message: message))
    case 0x90:
      let note = Held(order: order, note: message, stem: stems[channel])
      held[channel, default: [:]][message.data1, default: []].append(note)
    case 0x80: held[channel]?[message.data1] = nil
    default: settings.append(TimedEvent(offset: 0, message: message))
    }
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
}

/// Finds the channels whose notes a message ends, by following the song as the synthesizer does. The notes of a channel
/// have ended if they have ended in all parts that receive it.
private final class EndedChannels {
  private let ended = EndedParts()
  private let channels: ChannelInterpreter<EndedParts>
  /// The channel that each part receives; nil for none.
  private var routes: [Int?]

  init() {
    channels = ChannelInterpreter(bankSelect: .gs, voices: ended)
    routes = (0..<256).map { $0 }
  }

  /// Receives the next message of the song. Returns the channels whose notes it ends, and the message that stands for it
  /// in a chase.
  func receive(_ message: ChannelMessage) -> (ended: [Int], mark: ChannelMessage?) {
    let mark = channels.receiveForChase(message)
    return (endedChannels(by: message), mark)
  }

  private func endedChannels(by message: ChannelMessage) -> [Int] {
    let first = Int(message.port) << 4
    let parts = first..<first + 16
    let ended = ended.takeParts()
    // only system-exclusive messages and resets change which channel a part receives
    defer { if message.isSystemExclusive || message.isSystem { update(parts) } }
    guard !ended.isEmpty else { return [] }
    // a reset of the port
    if parts.allSatisfy(ended.contains) { return Array(parts) }
    return Set(ended.compactMap { routes[$0] }).filter { channel in
      parts.allSatisfy { routes[$0] != channel || ended.contains($0) }
    }
  }

  private func update(_ parts: Range<Int>) {
    for part in parts { routes[part] = channels.channelIndex(ofPart: part) }
  }
}

/// The parts whose notes have all ended since they were taken last.
private final class EndedParts: VoiceRecorder {
  private var parts: Set<Int> = []

  func releaseKeys(_ part: Int) { parts.insert(part) }
  func fade(_ part: Int) { parts.insert(part) }

  func takeParts() -> Set<Int> {
    guard !parts.isEmpty else { return [] }
    defer { parts = [] }
    return parts
  }
}
