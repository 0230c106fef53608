import TactusMIDI
import TactusTime

extension SequencerCore {
  /// Sends the state at ``position``: system-exclusive messages in order, then the state channel by channel; finally,
  /// if enabled, the notes that sound at that position.
  mutating func chase(at offset: Int64, _ output: inout EventOutput) {
    (hasMoved, chasedTick) = (false, position)
    guard !isBypassed, let header, let lanes = header.pointee.lanes else { return }
    if settings.chases {
      chase.clear()
      var shared = MergedHistories(histories)
      for index in 0..<header.pointee.laneCount where lanes[index].isAudible && lanes[index].messageCount > 0 {
        take(lanes + index, cursors[index], sends: true, &shared, at: offset, &output)
      }
      take(&shared)
      let memory = chase
      for index in 0..<ChaseMemory.channelCount {
        let track = memory.channels[index].taker
        memory.restore(index, resets: true) { send($0, at: offset, tick: position, track: track, &output) }
      }
    }
    guard settings.chasesNotes else { return }
    for index in 0..<header.pointee.laneCount where lanes[index].isAudible {
      chaseNotes(lanes + index, cursors[index], at: offset, &output)
    }
  }

  /// Sends the state of the lanes that have been added, or whose messages have been edited, since the last version.
  mutating func chaseEdits(_ output: inout EventOutput) {
    guard settings.chases, !isBypassed, let header, let lanes = header.pointee.lanes else { return }
    chase.clear()
    var channels = ChannelSet()
    for index in 0..<header.pointee.laneCount where traces[index].isChanged && lanes[index].isAudible {
      channels.formUnion(lanes[index].channels)
    }
    var shared = MergedHistories(histories)
    for index in 0..<header.pointee.laneCount where lanes[index].isAudible && lanes[index].messageCount > 0 {
      guard traces[index].isChanged || !lanes[index].channels.intersection(channels).isEmpty else { continue }
      let sends = traces[index].isChanged && traces[index].wasSilent
      take(lanes + index, cursors[index], sends: sends, &shared, at: 0, &output)
    }
    take(&shared)
    let memory = chase
    for index in 0..<ChaseMemory.channelCount {
      let track = memory.channels[index].taker
      if channels.contains(index) {
        memory.restore(index, resets: false) { send($0, at: 0, tick: position, track: track, &output) }
      }
      if isChanged(track: memory.channels[index].holder) {
        memory.releaseControls(index, keepsState: true) { send($0, at: 0, tick: position, track: 0, &output) }
      }
    }
  }

  /// Whether the messages of a track have been edited.
  private func isChanged(track: UInt32) -> Bool {
    for index in 0..<traceCount where traces[index].track == track { return traces[index].isChanged }
    return false
  }

  /// Adds the messages of a lane before its position to the state, including those of the previous pass. If the lane
  /// shares a channel with other lanes, the messages of all these lanes are merged first.
  private mutating func take(
    _ lane: UnsafePointer<Lane>, _ cursor: LaneCursor, sends: Bool, _ shared: inout MergedHistories, at offset: Int64,
    _ output: inout EventOutput
  ) {
    var history = LaneHistory(lane, cursor)
    let ranges = history.messageRanges
    if lane.pointee.sharesChannel {
      shared.add(history)
    } else {
      while history.tick != .max {
        chase.take(history.message, of: lane.pointee.track)
        history.advance()
      }
    }
    if sends { sendPackets(lane.pointee, ranges.before.isEmpty ? ranges.present : ranges.before, at: offset, &output) }
  }

  private mutating func take(_ shared: inout MergedHistories) {
    let memory = chase
    shared.drain { memory.take($0, of: $1.pointee.track) }
  }

  /// Sends the last system-exclusive messages in a range of a lane's messages, in order: as many complete ones as
  /// ``SequencerSettings/mostChasedPackets`` permits.
  private mutating func sendPackets(_ lane: Lane, _ range: Range<Int>, at offset: Int64, _ output: inout EventOutput) {
    guard let packets = lane.packets, lane.packetCount > 0, let messages = lane.messages else { return }
    let count = Bisection.first(below: lane.packetCount) { Int(packets[$0]) < range.upperBound }
    let earliest = Bisection.first(below: lane.packetCount) { Int(packets[$0]) < range.lowerBound }
    var first = max(earliest, count &- settings.mostChasedPackets)
    while first > earliest, first < count, !messages[Int(packets[first])].message.beginsSystemExclusive { first &+= 1 }
    for index in first..<max(first, count) {
      let message = lane.placed(messages[Int(packets[index])].message)
      send(message, at: offset, tick: position, track: lane.track, &output)
    }
  }

  /// Starts the notes of the current pass that started before the lane's position and still sound there.
  private mutating func chaseNotes(
    _ lane: UnsafePointer<Lane>, _ cursor: LaneCursor, at offset: Int64, _ output: inout EventOutput
  ) {
    guard let notes = lane.pointee.notes, let seed = header?.pointee.seed else { return }
    let (length, limit) = (lane.pointee.loopLength, lane.pointee.passLimit)
    guard let pass = cursor.pass(at: position, length, wrapsBeforeStart: lane.pointee.wrapsBeforeStart),
      length <= 0 || limit <= 0 || pass.number < limit, lane.pointee.playsInCountIn || firstTick <= position
    else { return }
    let part = lane.pointee.part(ofPassAt: pass.start)
    let end = lane.pointee.firstNote(notBefore: position &- pass.start, in: part)
    var index = max(part.notes.first, end &- Self.mostChasedNotes)
    while index < end {
      let note = notes[index]
      let began = pass.start &+ note.tick
      let due = lane.pointee.end(of: note, began: began, in: pass)
      if due > position, note.plays(in: pass.number, of: lane, seed: seed, isFilling: isFilling),
        let noteOn = lane.pointee.transposed(note.noteOn(in: pass.number, of: lane, seed: seed))
      {
        start(noteOn, note, lane, began: began, in: pass, at: offset, &output)
      }
      index &+= 1
    }
  }

  /// The maximum number of notes before the position that are examined.
  private static var mostChasedNotes: Int { 4_096 }

  /// Releases the pedals and centres the pitch bends that this track has moved; if `track` is nil, those that any track
  /// has moved.
  mutating func releaseControls(of track: UInt32? = nil, at offset: Int64, _ output: inout EventOutput) {
    guard chase.mayHold else { return }
    let memory = chase
    memory.releaseControls(of: track) { send($0, at: offset, tick: position, track: 0, &output) }
    if track == nil, output.room > tracker.count { memory.noteReleased() }
  }

  /// Records that playback has stopped, so that the state is chased when it continues.
  mutating func stopped() { hasMoved = true }
}

extension ChannelMessage {
  /// Whether this is the first packet of a system-exclusive message.
  var beginsSystemExclusive: Bool {
    switch packetForm {
    case .whole, .start: isSystemExclusive
    default: false
    }
  }
}
