import TactusMIDI
import TactusProcessors
import TactusSequencer

/// The messages with which each further pass of a looped range starts, so that the channels have the settings that they
/// have at the start of the first pass: programs, controllers, registered parameters, pressure and pitch bends.
///
/// There are none for channels whose settings do not change within a pass. Channel mode messages, except controller 121,
/// and system-exclusive messages are not repeated, because they would end the sound of the pass before.
struct PassChase {
  let messages: [ChannelMessage]

  /// - Parameters:
  ///   - timeline: the unrolled song.
  ///   - pass: the frames of the first pass.
  init(_ timeline: EventTimeline, firstPass pass: Range<Int64>) {
    let (changed, restored) = (ReceiverSettings(), ReceiverSettings())
    // they own the memory of their records
    defer { withExtendedLifetime((changed, restored)) {} }
    var channels: Set<Int> = []
    let first = timeline.partitioningIndex(atFrame: pass.lowerBound)
    let end = timeline.partitioningIndex(atFrame: pass.upperBound)
    for event in timeline[first..<end] where Self.isSetting(event.message) {
      changed.record.note(event.message)
      channels.insert(event.message.channelIndex)
    }
    guard !channels.isEmpty else {
      messages = []
      return
    }
    let earlier = Self.settings(before: pass.lowerBound, in: timeline).filter {
      channels.contains($0.channelIndex)
    }
    for message in earlier { restored.record.note(message) }
    var resets: [ChannelMessage] = []
    for channel in channels.sorted() {
      changed.record.reset(channel, unlessSetIn: restored.record) { resets.append($0) }
    }
    messages = resets + earlier
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

  /// Returns a timeline with the messages inserted before all other events of some frames, which ascend.
  func inserted(into timeline: EventTimeline, at frames: [Int64]) -> EventTimeline {
    guard !messages.isEmpty else { return timeline }
    var events: [TimelineEvent] = []
    events.reserveCapacity(timeline.count + messages.count * frames.count)
    var next = timeline.startIndex
    for frame in frames {
      let index = timeline.partitioningIndex(atFrame: frame)
      events.append(contentsOf: timeline[next..<index])
      for message in messages { events.append(TimelineEvent(frame: frame, message: message)) }
      next = index
    }
    events.append(contentsOf: timeline[next...])
    return timeline.replacing(events)
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
