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
  private var held: [Int: [UInt8: [Held]]] = [:]
  private var stems: [Int: ChannelMessage] = [:]

  private struct Held {
    var order: Int
    var note: ChannelMessage
    var stem: ChannelMessage?
  }

  package init(_ timeline: EventTimeline, before frame: Int64) {
    let ended = EndedParts()
    let presets = UnsafeMutablePointer<PresetEntry>.allocate(capacity: 1)
    defer { presets.deallocate() }
    let channels = ChannelInterpreter(
      presets: PresetTable(entries: presets, count: 0), bankSelect: .gs, voices: ended)
    for (order, event) in timeline.enumerated() {
      guard event.frame < frame else { break }
      channels.receive(event.message)
      for part in ended.takeParts() { held[channels.channelIndex(ofPart: part)] = nil }
      add(event.message, order)
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

  private static func channelIndex(_ message: ChannelMessage) -> Int { Int(message.port) << 4 | Int(message.channel) }
}

/// The parts whose notes have all ended, by whichever message.
private final class EndedParts: VoiceRecorder {
  private var parts: [Int] = []

  func releaseKeys(_ part: Int) { parts.append(part) }
  func fade(_ part: Int) { parts.append(part) }

  func takeParts() -> [Int] {
    guard !parts.isEmpty else { return [] }
    defer { parts = [] }
    return parts
  }
}
