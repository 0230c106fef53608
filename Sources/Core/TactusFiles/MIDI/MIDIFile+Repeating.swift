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
    let firstEnd = PassEnd(self, ticks, includesBefore: true)
    let laterEnd = passes > 2 ? PassEnd(self, ticks, includesBefore: false) : firstEnd
    let startTempo = Event(tick: ticks.lowerBound, tenNanoseconds: tempo(atTick: ticks.lowerBound))
    for index in tracks.indices {
      let track = tracks[index]
      let split = track.events.partitioningIndex { $0.tick >= ticks.upperBound }
      let first = track.events.partitioningIndex { $0.tick >= ticks.lowerBound }
      var events = Array(track.events[..<split])
      for pass in 1..<passes {
        let shift = Int64(pass) * length
        let end = pass == 1 ? firstEnd : laterEnd
        events += end.ofTracks[index].lazy.map { Event(tick: track.endTick, $0).shifted(by: shift - length) }
        if index == 0 {
          events += end.ofRange.lazy.map { Event(tick: ticks.lowerBound, $0).shifted(by: shift) }
          events.append(startTempo.shifted(by: shift))
        }
        events += track.events[first..<split].lazy.map { $0.shifted(by: shift) }
      }
      let shift = Int64(passes - 1) * length
      events += track.events[split...].lazy.map { $0.shifted(by: shift) }
      let reaches = track.endTick >= ticks.lowerBound
      song.tracks[index].events = events
      song.tracks[index].endTick = reaches ? min(Event.maxTick, track.endTick + shift) : track.endTick
    }
    return song
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
