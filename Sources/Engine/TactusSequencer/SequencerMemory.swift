import TactusRealtime

/// The memory of a ``SequencerCore``, allocated and freed together with the sequencer.
///
/// - Thread: control; the memory itself belongs to the audio thread
final class SequencerMemory: @unchecked Sendable {  // the owner defines which thread may use the memory
  let cursors: UnsafeMutablePointer<TrackCursor>
  let otherCursors: UnsafeMutablePointer<TrackCursor>
  let summaries: UnsafeMutablePointer<TrackSummary>
  let otherSummaries: UnsafeMutablePointer<TrackSummary>
  let turns: UnsafeMutablePointer<NextEventQueue.Turn>
  let notes: UnsafeMutablePointer<SoundingNote>
  let counts: UnsafeMutablePointer<UInt16>
  let chase: ChaseMemory
  let histories: UnsafeMutablePointer<MessageHistory>
  let noteStarts: UnsafeMutablePointer<NoteStart>
  let snapshots = SnapshotExchange<SequenceTimeline, SequenceHeader>()
  let commands = RingQueue<TransportCommand>(capacity: 256)
  let reports: RingQueue<PlayedEvent>
  let playhead = TripleBuffer(Playhead())

  /// Allocates memory for settings that are within their ranges.
  init(_ settings: SequencerSettings) {
    cursors = .allocate(capacity: settings.mostTracks)
    cursors.initialize(repeating: TrackCursor(), count: settings.mostTracks)
    otherCursors = .allocate(capacity: settings.mostTracks)
    otherCursors.initialize(repeating: TrackCursor(), count: settings.mostTracks)
    summaries = .allocate(capacity: settings.mostTracks)
    summaries.initialize(repeating: TrackSummary(), count: settings.mostTracks)
    otherSummaries = .allocate(capacity: settings.mostTracks)
    otherSummaries.initialize(repeating: TrackSummary(), count: settings.mostTracks)
    turns = .allocate(capacity: settings.mostTracks)
    notes = .allocate(capacity: settings.mostSounding)
    counts = .allocate(capacity: NoteTracker.keyIndexCount)
    counts.initialize(repeating: 0, count: NoteTracker.keyIndexCount)
    chase = .allocate()
    histories = .allocate(capacity: settings.mostTracks)
    let startCount = settings.chasesNotes ? NoteTracker.keyIndexCount : 0
    noteStarts = .allocate(capacity: startCount)
    noteStarts.initialize(repeating: NoteStart.none, count: startCount)
    reports = RingQueue(capacity: settings.reports ? settings.mostReports : 1)
  }

  deinit {
    cursors.deallocate()
    otherCursors.deallocate()
    summaries.deallocate()
    otherSummaries.deallocate()
    turns.deallocate()
    notes.deallocate()
    counts.deallocate()
    chase.deallocate()
    histories.deallocate()
    noteStarts.deallocate()
  }
}

extension ChaseMemory {
  /// Allocates the memory, in the state before any message has been sent.
  static func allocate() -> ChaseMemory {
    let channels = UnsafeMutablePointer<ChaseChannel>.allocate(capacity: channelCount)
    channels.initialize(repeating: ChaseChannel(), count: channelCount)
    let values = UnsafeMutablePointer<UInt8>.allocate(capacity: 128 * channelCount)
    values.initialize(repeating: 0, count: 128 * channelCount)
    let flags = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
    flags.initialize(to: false)
    return ChaseMemory(
      channels: channels, values: values, parameters: .allocate(capacity: parametersPerChannel * channelCount),
      sentParameters: .allocate(capacity: parametersPerChannel * channelCount), flags: flags)
  }

  func deallocate() {
    channels.deallocate()
    values.deallocate()
    parameters.deallocate()
    sentParameters.deallocate()
    flags.deallocate()
  }
}
