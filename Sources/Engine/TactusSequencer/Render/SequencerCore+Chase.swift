import TactusMIDI
import TactusTime

extension SequencerCore {
  /// Sends the state at ``position``: system-exclusive messages in order, then the state channel by channel; finally,
  /// if enabled, the notes that sound at that position.
  mutating func chase(at offset: Int64, _ output: inout EventOutput) {
    (hasMoved, chasedTick) = (false, position)
    guard !isBypassed, let header, let tracks = header.pointee.tracks else { return }
    if settings.chases {
      chase.clear()
      var shared = MergedHistories(histories)
      for index in 0..<header.pointee.trackCount where tracks[index].isAudible && tracks[index].messageCount > 0 {
        take(tracks + index, cursors[index], sends: true, &shared, at: offset, &output)
      }
      take(&shared)
      let memory = chase
      for index in 0..<ChaseMemory.channelCount {
        let id = memory.channels[index].stateTrack
        memory.restore(index, resets: true) { send($0, at: offset, tick: position, track: id, &output) }
      }
    }
    chaseNotes(at: offset, &output)
  }

  /// Sends the state of the compiled tracks that have been added, or whose messages have been edited, since the last
  /// version.
  mutating func chaseEdits(_ output: inout EventOutput) {
    guard settings.chases, !isBypassed, let header, let tracks = header.pointee.tracks else { return }
    chase.clear()
    var channels = ChannelSet()
    for index in 0..<header.pointee.trackCount where summaries[index].isChanged && tracks[index].isAudible {
      channels.formUnion(tracks[index].channels)
    }
    var shared = MergedHistories(histories)
    for index in 0..<header.pointee.trackCount where tracks[index].isAudible && tracks[index].messageCount > 0 {
      guard summaries[index].isChanged || !tracks[index].channels.intersection(channels).isEmpty() else { continue }
      let sends = summaries[index].isChanged && summaries[index].wasSilent
      take(tracks + index, cursors[index], sends: sends, &shared, at: 0, &output)
    }
    take(&shared)
    let memory = chase
    for index in 0..<ChaseMemory.channelCount {
      let id = memory.channels[index].stateTrack
      if channels.contains(index) {
        memory.restore(index, resets: false) { send($0, at: 0, tick: position, track: id, &output) }
      }
      if isChanged(track: memory.channels[index].sentTrack) {
        memory.releaseControls(index, keepsState: true) { send($0, at: 0, tick: position, track: 0, &output) }
      }
    }
  }

  /// Whether the messages of a track have been edited.
  private func isChanged(track id: UInt32) -> Bool {
    for index in 0..<summaryCount where summaries[index].id == id { return summaries[index].isChanged }
    return false
  }

  /// Adds the messages of a track before its position to the state, including those of the previous pass. If the track
  /// shares a channel with other tracks, the messages of all these tracks are merged first.
  private mutating func take(
    _ track: UnsafePointer<CompiledTrack>, _ cursor: TrackCursor, sends: Bool, _ shared: inout MergedHistories,
    at offset: Int64, _ output: inout EventOutput
  ) {
    var history = MessageHistory(track, cursor)
    let ranges = history.messageRanges
    if track.pointee.sharesChannel {
      shared.add(history)
    } else {
      while history.tick != .max {
        chase.take(history.message, of: track.pointee.id)
        history.advance()
      }
    }
    guard sends else { return }
    let most = settings.mostChasedPackets
    let present = lastPackets(of: track.pointee, in: ranges.present, most: most)
    if present.isWhole {
      let before = lastPackets(of: track.pointee, in: ranges.before, most: most &- present.packets.count)
      sendPackets(track.pointee, before.packets, at: offset, &output)
    }
    sendPackets(track.pointee, present.packets, at: offset, &output)
  }

  private mutating func take(_ shared: inout MergedHistories) {
    let memory = chase
    shared.drain { memory.take($0, of: $1.pointee.id) }
  }

  /// Returns the packets of the last complete system-exclusive messages in a range of a track's messages, and whether
  /// these are all messages of the range.
  private func lastPackets(
    of track: CompiledTrack, in range: Range<Int>, most: Int
  ) -> (packets: Range<Int>, isWhole: Bool) {
    guard let packets = track.packets, track.packetCount > 0, let messages = track.messages else {
      return (0..<0, true)
    }
    let count = Bisection.first(below: track.packetCount) { Int(packets[$0]) < range.upperBound }
    let earliest = Bisection.first(below: track.packetCount) { Int(packets[$0]) < range.lowerBound }
    var first = max(earliest, count &- max(0, most))
    while first > earliest, first < count, !messages[Int(packets[first])].message.beginsSystemExclusive { first &+= 1 }
    return (first..<max(first, count), first == earliest)
  }

  private mutating func sendPackets(
    _ track: CompiledTrack, _ range: Range<Int>, at offset: Int64, _ output: inout EventOutput
  ) {
    guard let packets = track.packets, let messages = track.messages else { return }
    for index in range {
      let message = track.placed(messages[Int(packets[index])].message)
      send(message, at: offset, tick: position, track: track.id, &output)
    }
  }

  /// Releases the pedals and centers the pitch bends that `track` has moved; if it is nil, all pedals and pitch bends
  /// are reset.
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
