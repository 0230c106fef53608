/// Traces the voices of a synthesizer that renders offline, and reports what happens to them as ``VoiceEvent``s.
///
/// The synthesizer records events while it renders; `collect` takes them between two renderings. Voices of one block
/// are rendered group by group, so events are recorded out of order, and `take` sorts them. The order does not depend
/// on the number of threads: within a frame, voices that end by themselves come last, in the order of their numbers.
/// - Thread: control, while the synthesizer does not render
package final class VoiceTracer {
  let trace: UnsafeMutablePointer<VoiceTrace>
  private var names: RegionNames
  /// The start of each sounding voice, by the index of the voice in the pool.
  private var sounding: [Int32: VoiceEvent] = [:]
  private var collected: [VoiceEvent] = []
  private var voiceCount = 0

  /// Creates a tracer.
  ///
  /// - Parameters:
  ///   - bank: the bank that the synthesizer plays.
  ///   - capacity: the maximum number of events between two calls of `collect`.
  package init(_ bank: SoundBank, capacity: Int = 1 << 18) {
    names = RegionNames(bank)
    trace = .allocate(capacity: 1)
    trace.initialize(to: VoiceTrace(entries: .allocate(capacity: capacity), capacity: capacity))
  }

  deinit {
    trace.pointee.entries.deallocate()
    trace.deallocate()
  }

  /// The number of events that are missing from the trace because its capacity was exceeded.
  package var lostCount: Int { trace.pointee.lostCount }

  /// Takes the events recorded since the last call.
  package func collect() {
    for index in 0..<trace.pointee.count { collect(trace.pointee.entries[index]) }
    trace.pointee.count = 0
  }

  /// Returns the collected events before a frame in order, and removes them.
  package func take(before frame: Int64) -> [VoiceEvent] {
    let taken = collected.enumerated().filter { $0.element.frame < frame }
    collected.removeAll { $0.frame < frame }
    return taken.sorted { Self.precedes($0, $1) }.map { $0.element }
  }

  /// Ends the trace: returns all collected events, and an end for each voice that still sounds.
  ///
  /// - Parameter frame: the frame after the last one rendered.
  package func finish(at frame: Int64) -> [VoiceEvent] {
    var events = take(before: .max)
    for start in sounding.values.sorted(by: { ($0.voice ?? 0) < ($1.voice ?? 0) }) {
      var end = start
      (end.kind, end.reason, end.frame) = (.end, .renderEnd, frame)
      events.append(end)
    }
    sounding = [:]
    return events
  }

  private func collect(_ entry: VoiceTraceEntry) {
    var event = VoiceEvent(
      kind: entry.kind, reason: entry.reason, frame: entry.frame,
      port: UInt8(truncatingIfNeeded: entry.part >> 4), channel: UInt8(truncatingIfNeeded: entry.part & 15),
      key: entry.key, velocity: entry.velocity)
    event.note = entry.note > 0 ? Int(entry.note) : nil
    event.byNote = entry.byNote > 0 ? Int(entry.byNote) : nil
    (event.stem, event.track) = (entry.route.stem, entry.route.track)
    switch entry.kind {
    case .missing:
      event.region = names.region(Int(entry.region))
    case .start:
      voiceCount += 1
      event.voice = voiceCount
      event.region = names.region(Int(entry.region))
      sounding[entry.voice] = event
    default:
      // If there is no start, the trace has lost events, or it began while the voice sounded.
      guard let start = sounding[entry.voice] else { return }
      (event.voice, event.region) = (start.voice, start.region)
      (event.stem, event.track) = (start.stem, start.track)
      if entry.kind == .end { sounding[entry.voice] = nil }
    }
    collected.append(event)
  }

  private static func precedes(
    _ first: (offset: Int, element: VoiceEvent), _ second: (offset: Int, element: VoiceEvent)
  ) -> Bool {
    let (a, b) = (first.element, second.element)
    guard a.frame == b.frame else { return a.frame < b.frame }
    guard a.endsByItself == b.endsByItself else { return b.endsByItself }
    return a.endsByItself ? (a.voice ?? 0) < (b.voice ?? 0) : first.offset < second.offset
  }
}

extension VoiceEvent {
  /// Whether a scheduled update ends the voice, rather than an event for another voice.
  fileprivate var endsByItself: Bool { kind == .end && reason != .laneReused }
}

extension SynthMemory {
  /// Starts recording what happens to the voices; nil stops the recording. The tracer must outlive the recording.
  func setTracer(_ tracer: VoiceTracer?) {
    core.pointee.voices.pointee.renderer.updates.table.trace = tracer?.trace
  }
}
