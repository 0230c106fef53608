import TactusRealtime
import TactusTime

/// The settings and messages of a compiled track in one version of a sequence, for comparison with the next version.
struct TrackSummary {
  /// The identity of the track.
  var id: UInt32 = 0
  var loopLength: Tick = 0
  var start: Tick = 0
  var isAudible = false
  var channel: Int8 = -1
  var port: Int8 = -1
  /// The track's messages. They are compared by address, because no other messages can have this address while these
  /// are in use.
  var messages: UnsafePointer<CompiledMessage>?
  var messageCount = 0
  var passLimit: Int64 = 0
  var wrapsBeforeStart = false
  /// Whether the track's messages must be sent again, because it was inaudible before, or its messages or channels have
  /// changed.
  var isChanged = false
  /// Whether the track was inaudible before.
  var wasSilent = false
  /// Whether, at some position, the track's messages may lead to a different state than in the previous version.
  var changesState = true

  init() {}

  init(_ track: CompiledTrack, after old: TrackSummary?) {
    (id, loopLength, start, isAudible) = (track.id, track.loopLength, track.start, track.isAudible)
    (channel, port, messages) = (track.channel, track.port, track.messages)
    (messageCount, passLimit, wrapsBeforeStart) = (track.messageCount, track.passLimit, track.wrapsBeforeStart)
    if let old { changesState = (messageCount > 0 || old.messageCount > 0) && !sendsTheSame(as: old) }
    guard track.isAudible else { return }
    guard let old, old.isAudible else {
      (isChanged, wasSilent) = (track.messageCount > 0, true)
      return
    }
    isChanged = old.messages != messages || old.channel != channel || old.port != port
  }

  /// Whether the track sends the same messages to the same channels.
  private func sendsTheSame(as old: TrackSummary) -> Bool {
    messages == old.messages && channel == old.channel && port == old.port && isAudible == old.isAudible
      && start == old.start && loopLength == old.loopLength && passLimit == old.passLimit
      && wrapsBeforeStart == old.wrapsBeforeStart
  }
}

extension SequencerCore {
  /// Plays another version of the sequence from this cycle onwards, at the current position.
  ///
  /// Tracks are matched by their identity. If the track still has a note with the same tick and key, a sounding note
  /// continues until the end of that note; otherwise it is released.
  mutating func takeSnapshot(_ output: inout EventOutput) {
    let isPublished = snapshots.hasUpdate
    guard isPublished || hasNewSubstitute else { return }
    // the old snapshot may be freed as soon as the new one is acquired
    let ticksPerQuarter = header?.pointee.ticksPerQuarter
    let numerator = line?.cursor.numerator(atTick: position) ?? 0
    let due = max(now, frame(atTick: position))
    if isPublished, let new = snapshots.acquire() { published = new }
    guard let new = chosenVersion, isPublished || new != header else { return }
    header = new
    let isSameTime = ticksPerQuarter == nil || ticksPerQuarter == new.pointee.ticksPerQuarter
    if let ticksPerQuarter {
      realign(new.pointee, from: numerator, due: due, ticksPerQuarter)
    } else {
      keepStop(in: new.pointee)
    }
    let count = new.pointee.trackCount <= settings.mostTracks ? new.pointee.trackCount : 0
    if isRolling { releaseSilenced(new.pointee.tracks, count, &output) }
    if !isSameTime { summaryCount = 0 }
    for index in 0..<count { resume(new.pointee.tracks.unsafelyUnwrapped[index], at: index) }
    swap(&cursors, &otherCursors)
    swap(&summaries, &otherSummaries)
    if count != summaryCount { hasMoved = true }
    for index in 0..<count where summaries[index].changesState { hasMoved = true }
    summaryCount = count
    queue.fill(cursors, count: count)
    if isSameTime { reconcile(new.pointee.tracks, count) }
    guard isRolling else { return }
    for index in 0..<count where summaries[index].isChanged { return chaseEdits(&output) }
  }

  /// Plays a version that the audio thread has compiled itself while the published sequence has no tracks. The former
  /// version may be overwritten after the next cycle that has frames.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func play(substitute: UnsafePointer<SequenceHeader>) { self.substitute = substitute }

  private var hasNewSubstitute: Bool {
    guard let substitute, let published else { return false }
    return published.pointee.trackCount == 0 && substitute != header
  }

  private var chosenVersion: UnsafePointer<SequenceHeader>? {
    guard let published, published.pointee.trackCount == 0 else { return published }
    return substitute ?? published
  }

  /// Releases the pedals and centers the pitch bends of tracks that are now silent or removed, or that have another
  /// channel or port.
  private mutating func releaseSilenced(
    _ tracks: UnsafePointer<CompiledTrack>?, _ count: Int, _ output: inout EventOutput
  ) {
    guard chase.mayHold else { return }
    for old in 0..<summaryCount where summaries[old].isAudible {
      var isHeard = false
      for index in 0..<count {
        let track = tracks.unsafelyUnwrapped + index
        if track.pointee.id == summaries[old].id {
          let isThere = track.pointee.channel == summaries[old].channel && track.pointee.port == summaries[old].port
          isHeard = track.pointee.isAudible && isThere
        }
      }
      if !isHeard { releaseControls(of: summaries[old].id, at: 0, &output) }
    }
  }

  /// Stores the cursor and the summary of a track of the new version in `otherCursors` and `otherSummaries`.
  private mutating func resume(_ track: CompiledTrack, at index: Int) {
    var cursor = TrackCursor()
    let waits = !track.playsInCountIn && firstTick > position
    let tick = waits ? firstTick : position
    if let before = summaryIndex(of: track.id, near: index) {
      cursor = cursors[before]
      cursor.resume(track, at: tick, old: summaries[before].loopLength, oldStart: summaries[before].start)
      otherSummaries[index] = TrackSummary(track, after: summaries[before])
    } else {
      cursor.seek(track, to: tick)
      otherSummaries[index] = TrackSummary(track, after: nil)
    }
    otherCursors[index] = cursor
  }

  private func summaryIndex(of id: UInt32, near index: Int) -> Int? {
    if index < summaryCount, summaries[index].id == id { return index }
    for other in 0..<summaryCount where summaries[other].id == id { return other }
    return nil
  }

  /// Applies a new tempo map starting at the first tick that has not been played; the frame of that tick stays the
  /// same.
  ///
  /// - Parameters:
  ///   - new: the new version of the sequence.
  ///   - before: the tick's position in the former tempo map, in numerators; see ``FrameCursor/numerator(atTick:)``.
  ///   - due: the tick's frame.
  ///   - oldTicks: the ticks per quarter of the former version.
  private mutating func realign(_ new: SequenceHeader, from before: Int128, due: Int64, _ oldTicks: Int64) {
    let isSameTime = oldTicks == new.ticksPerQuarter
    if var line {
      line.cursor = new.cursor
      if line.isOwn, isSameTime { line.shift += before - line.cursor.numerator(atTick: position) }
      self.line = line
    }
    guard !isSameTime else { return }
    // a different tick resolution: treated as a stop
    tracker.reschedule { _ in .min }
    let newTicks = new.ticksPerQuarter
    let change = ResolutionChange(from: oldTicks, to: newTicks)
    let delay = change.delay(after: position, new.cursor)
    let willStop = located < stopTick && position <= stopTick
    position = change.firstTick(atBeatOf: position)
    // the count-in ends at the same beat
    if firstTick > .min { firstTick = change.firstTick(atBeatOf: firstTick) }
    transport.rescaleCycle(from: oldTicks, to: newTicks)
    keepStop(in: new)
    // rounding may have moved the position to the end or beyond it, where the transport must still stop
    if willStop, transport.requestedStop != nil { stopTick = max(stopTick, position) }
    located = willStop ? min(position, stopTick &- 1) : position
    guard let line else { return }
    if line.isOwn {
      self.line = PlaybackTickMap(own: new.cursor, tick: position, frame: due &+ delay)
    } else {
      isRolling = false
    }
  }
}
