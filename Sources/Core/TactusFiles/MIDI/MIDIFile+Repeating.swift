import TactusMIDI
import TactusTime

extension MIDIFile {
  /// Returns the song with a range repeated several times, followed by the rest of the song.
  ///
  /// Each pass begins at its exact tick, with the tempo at the start of the range.
  ///
  ///     … │ range │ range │ range │ …
  ///               ↑       ↑           open notes end here, before any event of the next pass
  ///
  /// Channels keep their settings from pass to pass, as on the devices for which loop markers were introduced. The
  /// tracks of the file must play simultaneously.
  ///
  /// - Parameters:
  ///   - ticks: the half-open range; not empty.
  ///   - passes: the number of passes, at least 1.
  package func repeating(_ ticks: Range<Int64>, passes: Int) -> MIDIFile {
    precondition(!ticks.isEmpty && passes >= 1, "the range is not empty and is played at least once")
    guard passes > 1, !tracks.isEmpty else { return self }
    var song = self
    let length = ticks.upperBound - ticks.lowerBound
    for index in tracks.indices {
      let track = tracks[index]
      let split = track.events.partitioningIndex { $0.tick >= ticks.upperBound }
      let first = track.events.partitioningIndex { $0.tick >= ticks.lowerBound }
      var events = Array(track.events[..<split])
      for pass in 1..<passes {
        let shift = Int64(pass) * length
        events += track.endOfPass(ticks, isFirst: pass == 1).lazy.map { $0.shifted(by: shift - length) }
        if index == 0 { events += joint(ticks, isFirst: pass == 1, at: ticks.lowerBound + shift) }
        events += track.events[first..<split].lazy.map { $0.shifted(by: shift) }
      }
      let shift = Int64(passes - 1) * length
      events += track.events[split...].lazy.map { $0.shifted(by: shift) }
      let reaches = track.endTick > ticks.lowerBound
      song.tracks[index].events = events
      song.tracks[index].endTick = reaches ? min(Event.maxTick, track.endTick + shift) : track.endTick
    }
    return song
  }

  /// Returns the events between two passes: note-offs for open notes, and the tempo at the start of the range.
  private func joint(_ ticks: Range<Int64>, isFirst: Bool, at tick: Int64) -> [Event] {
    var events: [Event] = []
    for track in tracks where track.endTick >= ticks.upperBound {
      for message in track.openNotes(afterPassOf: ticks, isFirst: isFirst) { events.append(Event(tick: tick, message)) }
    }
    events.append(Event(tick: tick, tenNanoseconds: tempo(atTick: ticks.lowerBound)))
    return events
  }

  /// Returns the tempo at a tick, in units of 10 ns per quarter note.
  private func tempo(atTick limit: Int64) -> UInt32 {
    var (result, latest): (UInt32, Int64) = (50_000_000, -1)
    for track in tracks {
      for event in track.events where event.tick <= limit && event.tick >= latest && !event.isChannelMessage {
        guard case .tempo(let units) = track.meaning(of: event) else { continue }
        (result, latest) = (units, event.tick)
      }
    }
    return result
  }
}

extension MIDIFile.Event {
  /// Returns the event moved to a later tick, at most `maxTick`.
  fileprivate func shifted(by ticks: Int64) -> Self {
    var event = self
    let tick = min(Self.maxTick, self.tick + ticks)
    event.head = UInt64(truncatingIfNeeded: tick) << 11 | head & 0x7FF
    return event
  }
}

extension MIDIFile.Track {
  /// Returns the note-offs at the end of a track that ends within the range: its notes end with it in every pass.
  fileprivate func endOfPass(_ ticks: Range<Int64>, isFirst: Bool) -> [MIDIFile.Event] {
    guard endTick > ticks.lowerBound, endTick < ticks.upperBound else { return [] }
    return openNotes(afterPassOf: ticks, isFirst: isFirst).map { MIDIFile.Event(tick: endTick, $0) }
  }

  /// Returns note-offs for the notes that are still open after a pass of the range, one for each, in ascending order of
  /// keys. The first pass includes what precedes the range.
  fileprivate func openNotes(afterPassOf range: Range<Int64>, isFirst: Bool) -> [ChannelMessage] {
    let ticks = isFirst ? 0..<range.upperBound : range
    var open: [UInt32: Int] = [:]
    for event in events where ticks.contains(event.tick) {
      guard let message = event.channelMessage else { continue }
      let status = message.status & 0xF0
      guard status == 0x90 || status == 0x80 else { continue }
      let isMIDI1 = message.word0 >> 28 == 2
      let begins = status == 0x90 && !(isMIDI1 && message.data2 == 0)
      open[message.word0 & 0xFF0F_FF00, default: 0] += begins ? 1 : open[message.word0 & 0xFF0F_FF00] ?? 0 > 0 ? -1 : 0
    }
    return open.sorted { $0.key < $1.key }.flatMap { key, count in
      var message = ChannelMessage(word0: key | 0x0080_0000, word1: 0)
      if key >> 28 == 2 { message.word0 |= 64 } else { message.word1 = 0x8000_0000 }
      return Array(repeating: message, count: count)
    }
  }
}
