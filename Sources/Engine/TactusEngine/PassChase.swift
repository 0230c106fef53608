import TactusMIDI
import TactusProcessors
import TactusSequencer
import TactusSynth

/// The messages with which each further pass of a looped range starts, so that the channels have the settings that they
/// have at the start of the first pass: programs, controllers, registered and non-registered parameters, pressure and
/// pitch bends.
///
/// Channels whose settings change within a pass first get the defaults of what has changed, and then the messages
/// before the range; a reset of the receiver changes those of all channels of its port. A channel state without voices
/// plays the first pass and these messages. What then still differs from the start of the range gets messages of its
/// own, whatever has changed it: non-registered parameters, or system-exclusive messages that set what a channel
/// message can set, which kinds of message a part receives, or whether it is a drum part.
///
/// Channel mode messages, except controller 121, and the song's system-exclusive messages are not repeated, because
/// they would end the sound of the pass before. The system, the channel that a part receives, and effects thus stay as
/// the pass before has left them.
struct PassChase {
  private(set) var messages: [ChannelMessage] = []

  /// - Parameters:
  ///   - timeline: the unrolled song.
  ///   - pass: the frames of the first pass.
  init(_ timeline: EventTimeline, firstPass pass: Range<Int64>, _ settings: SynthSettings) {
    let first = timeline.partitioningIndex(atFrame: pass.lowerBound)
    let end = timeline.partitioningIndex(atFrame: pass.upperBound)
    guard timeline[first..<end].contains(where: { Self.changesSettings($0.message) }) else { return }
    messages = Self.repeated(timeline, first..<end, from: pass.lowerBound)
    let channels = ChannelInterpreter(settings: settings, voices: NoVoices())
    for event in timeline[..<first] { channels.receive(event.message) }
    let start = channels.snapshots
    for event in timeline[first..<end] { channels.receive(event.message) }
    for message in messages { channels.receive(message) }
    messages += channels.restore(start)
  }

  /// Returns the messages that reset what changes within the first pass, and those before it, for the channels that
  /// change. What has been set before a reset within the pass may be reset again.
  ///
  /// - Parameters:
  ///   - events: the indices of the events of the pass.
  ///   - frame: the start of the pass.
  private static func repeated(
    _ timeline: EventTimeline, _ events: Range<Int>, from frame: Int64
  ) -> [ChannelMessage] {
    let (changed, restored) = (ReceiverSettings(), ReceiverSettings())
    // they own the memory of their records
    defer { withExtendedLifetime((changed, restored)) {} }
    var channels: Set<Int> = []
    var detectors = [SystemResetDetector](repeating: SystemResetDetector(), count: 16)
    for event in timeline[events] {
      let port = Int(event.message.port & 15)
      if detectors[port].take(event.message) { channels.formUnion(16 * port..<16 * port + 16) }
      guard isSetting(event.message) else { continue }
      changed.record.note(event.message)
      channels.insert(event.message.channelIndex)
    }
    guard !channels.isEmpty else { return [] }
    let earlier = settings(before: frame, in: timeline).filter { channels.contains($0.channelIndex) }
    for message in earlier { restored.record.note(message) }
    var resets: [ChannelMessage] = []
    for channel in channels.sorted() {
      changed.record.reset(channel, unlessSetIn: restored.record) { resets.append($0) }
    }
    return resets + earlier
  }

  /// Returns the settings before a frame. A reset of the receiver undoes those that precede it.
  private static func settings(before frame: Int64, in timeline: EventTimeline) -> [ChannelMessage] {
    var detectors = [SystemResetDetector](repeating: SystemResetDetector(), count: 16)
    var settings: [ChannelMessage] = []
    for message in SongChase(timeline, before: frame).messages {
      if detectors[Int(message.port & 15)].take(message) { settings.removeAll { $0.port == message.port } }
      if isSetting(message) { settings.append(message) }
    }
    return settings
  }

  /// Returns a timeline with the messages inserted on some frames, which ascend: after the note-offs that end the pass
  /// before, which a restored pedal must not sustain, and before all other events.
  func inserted(into timeline: EventTimeline, at frames: [Int64]) -> EventTimeline {
    guard !messages.isEmpty else { return timeline }
    var events: [TimelineEvent] = []
    events.reserveCapacity(timeline.count + messages.count * frames.count)
    var next = timeline.startIndex
    for frame in frames {
      var index = timeline.partitioningIndex(atFrame: frame)
      while index < timeline.endIndex, timeline[index].frame == frame, timeline[index].message.endsNote { index += 1 }
      events.append(contentsOf: timeline[next..<index])
      for message in messages { events.append(TimelineEvent(frame: frame, message: message)) }
      next = index
    }
    events.append(contentsOf: timeline[next...])
    return timeline.replacing(events)
  }

  /// Whether a message can change settings of channels.
  private static func changesSettings(_ message: ChannelMessage) -> Bool {
    message.isSystemExclusive || message.isSystem || isSetting(message)
      || message.isForChannel && message.status & 0xF0 == 0xA0
  }

  /// Whether a message makes a setting of its channel that lasts.
  private static func isSetting(_ message: ChannelMessage) -> Bool {
    guard message.isForChannel else { return false }
    switch message.status & 0xF0 {
    // portamento control is for the next note only
    case 0xB0: return message.data1 != 84 && (message.data1 < 120 || message.data1 == 121)
    case 0xC0, 0xD0, 0xE0: return true
    // registered and assignable controllers of MIDI 2.0
    case 0x20, 0x30, 0x40, 0x50: return message.isMIDI2
    default: return false
    }
  }
}
