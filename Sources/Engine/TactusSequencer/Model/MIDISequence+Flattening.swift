import TactusMIDI
import TactusTime

/// The reason why loops and patterns cannot be flattened.
///
/// - Thread: any
public enum FlatteningError: Error, Hashable, Sendable {
  /// There would be more notes and messages than ``SequencerSettings/flatEventLimit``.
  case tooManyEvents(limit: Int)
}

extension FlatteningError: CustomStringConvertible {
  /// The error in one sentence.
  public var description: String {
    switch self {
    case .tooManyEvents(let limit):
      "unrolled, the loops have more than \(limit) notes and messages; choose a shorter part"
    }
  }
}

extension MIDISequence {
  /// Returns a range of the sequence as plain clips, with passes, swing, ratchets, transposition, channels and random
  /// decisions already applied. Inaudible tracks are kept with empty clips.
  ///
  /// Laws: the flattened sequence plays the same notes at the same ticks with the same durations. Each track ends where
  /// it ended before, or at the end of the range if that comes first, but not before its last note ends.
  ///
  /// - Parameters:
  ///   - ticks: notes that start in this range are included with their full durations; ticks keep their values. Earlier
  ///     messages that still apply are placed at the start of the range. Tempi, meters and file events after the end of
  ///     the range are left out; the file events of a track are moved by the track's start.
  ///   - isFilling: whether steps that play only during fills are included.
  public func flattened(_ ticks: Range<Tick>, isFilling: Bool = false) throws(FlatteningError) -> MIDISequence {
    try flattened(ticks, isFilling: isFilling, includesEnd: false)
  }

  /// Flattens a range of ticks. `includesEnd` also includes the events at the very end of tracks that play once.
  func flattened(
    _ ticks: Range<Tick>, isFilling: Bool, includesEnd: Bool
  ) throws(FlatteningError) -> MIDISequence {
    var compiler = TimelineCompiler(sampleRate: 48_000)
    let timeline = compiler.compile(self)
    var played = PlayedPasses(timeline, ticks, isFilling: isFilling, includesEnd: includesEnd)
    let limit = SequencerSettings.flatEventLimit
    guard played.mostEvents <= limit else { throw .tooManyEvents(limit: limit) }
    let clips = played.clips()
    var flat = self
    // Each change of `tracks` checks all identities, so all tracks are changed at once.
    var flatTracks = tracks
    for (index, played) in clips.enumerated() {
      let track = tracks[index]
      var clip = played
      let end = min(track.end ?? .max, TimeSettings.clamp(tick: ticks.upperBound))
      if end > clip.lastTick { clip.length = end }
      flatTracks[index] = Track(clip, name: track.name)
      flatTracks[index].id = track.id
      flatTracks[index].overlap = .layer  // the durations are final; a repeated key must not shorten notes again
      flatTracks[index].playsInCountIn = track.playsInCountIn
      flatTracks[index].fileEvents = track.movedFileEvents
    }
    flat.tracks = flatTracks
    if !includesEnd { flat.leaveOut(after: ticks) }
    return flat
  }

  /// Removes the tempi, meters and file events at or after the end of a range, except End of Track at the end itself. A
  /// tempo ramp that crosses the end gets a final entry there.
  private mutating func leaveOut(after ticks: Range<Tick>) {
    let (begin, end) = (TimeSettings.clamp(tick: ticks.lowerBound), TimeSettings.clamp(tick: ticks.upperBound))
    let isWithin = { (tick: Tick) in tick < end || tick <= begin }
    var kept = tempi.filter { isWithin($0.tick) }
    if kept.count < tempi.count, let last = kept.max(by: { $0.tick < $1.tick }), last.curve != .step {
      kept.append(TempoMap.Entry(tick: end, tempo: tempoMap.tempo(atTick: end)))
    }
    tempi = kept
    meters.removeAll { !isWithin($0.tick) }
    let isKept = { (event: FileEvent) in isWithin(event.tick) || event.isMeta(0x2F) && event.tick <= end }
    fileEvents = fileEvents.filter(isKept)
    tracks = tracks.map { track in
      var shortened = track
      shortened.fileEvents = track.fileEvents.filter(isKept)
      return shortened
    }
  }
}

extension Track {
  /// The file events at their positions in the sequence; the name stays at the start.
  var movedFileEvents: [FileEvent] {
    let start = clampedStart
    guard start != 0 else { return fileEvents }
    return fileEvents.map { event in
      event.isMeta(0x03) ? event : FileEvent(tick: TimeSettings.clamp(tick: event.tick) + start, event.content)
    }
  }
}

/// The passes of a sequence's compiled tracks in a range of ticks, as the audio thread plays them.
struct PlayedPasses {
  /// A note that has started, at a tick of the sequence.
  private struct Begun {
    var tick: Tick
    var end: Tick
    /// The index of the track.
    var track: Int
    var message: ChannelMessage
    var releaseVelocity: UInt8
    var retriggers: Bool
  }

  private let timeline: SequenceTimeline
  private let ticks: Range<Tick>
  private let isFilling: Bool
  private let includesEnd: Bool

  init(_ timeline: SequenceTimeline, _ ticks: Range<Tick>, isFilling: Bool, includesEnd: Bool) {
    (self.timeline, self.isFilling, self.includesEnd) = (timeline, isFilling, includesEnd)
    self.ticks = ticks.clamped(to: -TimeSettings.tickLimit..<TimeSettings.tickLimit)
  }

  /// An upper bound for the number of events.
  var mostEvents: Int {
    compiledTracks.reduce(0) { sum, track in
      let passes = passes(of: track)
      // `count` would trap where `Int` has 32 bits
      let count = Int(clamping: passes.upperBound - passes.lowerBound)
      let (events, isTooMany) = eventsPerPass(of: track).multipliedReportingOverflow(by: count)
      return isTooMany || sum > .max - events ? .max : sum + events
    }
  }

  /// An upper bound for the notes and messages in one pass of a track. Those at or after the end of a loop never play.
  private func eventsPerPass(of track: CompiledTrack) -> Int {
    guard track.loopLength > 0, track.variantCount == 1 else {
      // if the passes of a track differ, the two counts cover the notes and messages of all variants
      return (track.noteCount + track.messageCount) / track.variantCount + track.noteCount % track.variantCount
    }
    let notes = UnsafeBufferPointer(start: track.notes, count: track.noteCount)
    let messages = UnsafeBufferPointer(start: track.messages, count: track.messageCount)
    return notes.count { $0.tick < track.loopLength } + messages.count { $0.tick < track.loopLength }
  }

  private var compiledTracks: UnsafeBufferPointer<CompiledTrack> {
    UnsafeBufferPointer(start: timeline.header.pointee.tracks, count: timeline.header.pointee.trackCount)
  }

  /// Whether a tick of a track is before the end of the range.
  private func isBeforeEnd(_ tick: Tick, _ track: CompiledTrack) -> Bool {
    tick < ticks.upperBound || includesEnd && track.loopLength == 0 && tick == ticks.upperBound
  }

  private func passes(of track: CompiledTrack) -> Range<Int64> {
    guard track.isAudible, track.noteCount + track.messageCount > 0, !ticks.isEmpty || includesEnd else { return 0..<0 }
    guard track.loopLength > 0 else { return 0..<1 }
    guard !ticks.isEmpty else { return 0..<0 }
    var first = Self.floor(ticks.lowerBound - track.start, track.loopLength)
    var end = Self.floor(ticks.upperBound - 1 - track.start, track.loopLength) + 1
    if case .silent = track.beforeStart { first = max(0, first) }
    if track.passLimit > 0 { end = min(end, track.passLimit) }
    return first..<max(first, end)
  }

  private static func floor(_ number: Tick, _ divisor: Tick) -> Int64 {
    number >= 0 ? number / divisor : (number + 1) / divisor - 1
  }

  mutating func clips() -> [Clip] {
    var begun: [Begun] = []
    var messages = [[ClipMessage]](repeating: [], count: compiledTracks.count)
    for index in compiledTracks.indices {
      for pass in passes(of: compiledTracks[index]) {
        addNotes(of: index, pass, to: &begun)
        addMessages(of: index, pass, to: &messages[index])
      }
    }
    let order = begun.indices.sorted { (begun[$0].tick, begun[$0].track, $0) < (begun[$1].tick, begun[$1].track, $1) }
    begun = order.map { begun[$0] }
    Self.retrigger(&begun)
    var notes = [[Note]](repeating: [], count: compiledTracks.count)
    for note in begun {
      notes[note.track].append(
        Note(
          onset: note.tick, duration: note.end - note.tick, key: note.message.data1, velocity: note.message.data2,
          releaseVelocity: note.releaseVelocity, channel: note.message.channel, port: note.message.port))
    }
    return zip(notes, messages).map { notes, messages in
      Clip(notes: NoteList(notes), messages: messages.packetsJoined())
    }
  }

  private func addNotes(of index: Int, _ pass: Int64, to begun: inout [Begun]) {
    guard let track = compiledTracks.baseAddress?.advanced(by: index) else { return }
    let (loop, seed) = (track.pointee.loopLength, timeline.header.pointee.seed)
    let start = track.pointee.start + pass * loop
    for note in track.pointee.notes(ofPassAt: start) {
      let tick = start + note.tick
      guard loop == 0 || note.tick < loop, tick >= ticks.lowerBound, isBeforeEnd(tick, track.pointee) else { continue }
      guard note.plays(in: pass, of: track, seed: seed, isFilling: isFilling),
        let noteOn = track.pointee.transposed(note.noteOn(in: pass, of: track, seed: seed))
      else { continue }
      begun.append(
        Begun(
          tick: tick,
          end: track.pointee.end(
            of: note, began: tick,
            in: TrackPass(number: pass, start: start, end: loop > 0 ? start + loop : .max)),
          track: index, message: noteOn, releaseVelocity: note.releaseVelocity, retriggers: track.pointee.retriggers))
    }
  }

  private func addMessages(of index: Int, _ pass: Int64, to messages: inout [ClipMessage]) {
    let track = compiledTracks[index]
    let loop = track.loopLength
    let start = track.start + pass * loop
    let all = track.messages(ofPassAt: start).prefix { loop == 0 || $0.tick < loop }
    let isFirst = pass == passes(of: track).lowerBound
    // earlier messages apply at the start of the range
    if isFirst, pass > 0 || track.wrapsBeforeStart {
      for message in all { add(message, of: track, at: ticks.lowerBound, to: &messages) }
    }
    for message in all where isBeforeEnd(start + message.tick, track) {
      add(message, of: track, at: max(ticks.lowerBound, start + message.tick), to: &messages)
    }
  }

  private func add(_ message: CompiledMessage, of track: CompiledTrack, at tick: Tick, to messages: inout [ClipMessage])
  {
    messages.append(ClipMessage(tick: tick, track.placed(message.message)))
  }

  /// Ends the sounding notes of a key when another note starts on it, if the track of the new note retriggers.
  private static func retrigger(_ begun: inout [Begun]) {
    var latest: [Int: [Int]] = [:]  // the notes of each key since it was last retriggered
    for index in begun.indices {
      let keyIndex = begun[index].message.keyIndex
      if begun[index].retriggers {
        for other in latest.removeValue(forKey: keyIndex) ?? [] {
          begun[other].end = min(begun[other].end, begun[index].tick)
        }
      }
      latest[keyIndex, default: []].append(index)
    }
  }
}

extension [ClipMessage] {
  /// Joins the packets of system-exclusive messages.
  fileprivate func packetsJoined() -> [ClipMessage] {
    var packets = PacketsJoined()
    return compactMap { item in
      guard case .channel(let message) = item.content, message.isSystemExclusive else { return item }
      return packets.clipContent(of: message).map { ClipMessage(tick: item.tick, $0) }
    }
  }
}
