import TactusMIDI
import TactusRender
import TactusSequencer

/// Owns the memory that the audio thread of a ``SongPlayer`` reads.
final class SongPlan: @unchecked Sendable {  // immutable after creation
  private let timeline: EventTimeline
  private let messages: UnsafeMutableBufferPointer<ChannelMessage>
  private let memory: UnsafeMutablePointer<SongHeader>

  /// - Parameters:
  ///   - header: all values except the pointers, which this initializer sets.
  ///   - chase: the messages that set the channel state after a seek.
  init(_ timeline: EventTimeline, _ header: SongHeader, finalReleases: [ChannelMessage], chase: [ChannelMessage]) {
    self.timeline = timeline
    messages = .allocate(capacity: finalReleases.count + chase.count)
    _ = messages.initialize(from: finalReleases + chase)
    memory = .allocate(capacity: 1)
    var header = header
    (header.events, header.eventCount) = (timeline.storage.baseAddress, timeline.storage.count)
    let start = messages.baseAddress.map { UnsafePointer($0) }
    (header.finalReleases, header.finalReleaseCount) = (start, finalReleases.count)
    (header.chase, header.chaseCount) = (start.map { $0 + finalReleases.count }, chase.count)
    memory.initialize(to: header)
  }

  deinit {
    messages.deallocate()
    memory.deallocate()
  }

  var header: UnsafePointer<SongHeader> { UnsafePointer(memory) }
}

/// The memory of a ``SongPlayerCore``.
final class SongPlayerMemory {
  let sides = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)
  let nothing = UnsafeMutablePointer<Float>.allocate(capacity: 1)
  let notes: SongNotes
  /// The events of a cycle for MIDI outputs; nil if there are none.
  let events: UnsafeMutablePointer<SongEvents>?
  /// Memory for the clock messages of a cycle.
  let clockBuffer: UnsafeMutableBufferPointer<TimedEvent>
  private let eventBuffer: UnsafeMutableBufferPointer<TimedEvent>
  private let counts: UnsafeMutablePointer<UInt16>
  private let totals: UnsafeMutablePointer<Int32>
  private let pedals: UnsafeMutablePointer<ChannelMessage>
  private let receivers: ReceiverSettings
  private let chased = ReceiverSettings()

  /// - Parameters:
  ///   - sendsMIDI: whether there are MIDI outputs.
  ///   - receivers: what their receivers have been sent.
  init(sendsMIDI: Bool, receivers: ReceiverSettings) {
    self.receivers = receivers
    eventBuffer = .allocate(capacity: sendsMIDI ? 1 << 14 : 0)
    clockBuffer = .allocate(capacity: sendsMIDI ? 1 << 12 : 0)
    events = sendsMIDI ? .allocate(capacity: 1) : nil
    events?.initialize(to: SongEvents(eventBuffer, sent: receivers.record, chased: chased.record))
    nothing.initialize(to: 0)
    sides.initialize(repeating: nothing, count: 2)
    counts = .allocate(capacity: SongNotes.channels * 128)
    totals = .allocate(capacity: SongNotes.channels)
    pedals = .allocate(capacity: SongNotes.channels * SongNotes.pedalsPerChannel)
    counts.initialize(repeating: 0, count: SongNotes.channels * 128)
    totals.initialize(repeating: 0, count: SongNotes.channels)
    pedals.initialize(
      repeating: ChannelMessage(word0: 0, word1: 0), count: SongNotes.channels * SongNotes.pedalsPerChannel)
    notes = SongNotes(counts: counts, totals: totals, pedals: pedals)
  }

  deinit {
    events?.deallocate()
    eventBuffer.deallocate()
    clockBuffer.deallocate()
    sides.deallocate()
    nothing.deallocate()
    counts.deallocate()
    totals.deallocate()
    pedals.deallocate()
  }
}
