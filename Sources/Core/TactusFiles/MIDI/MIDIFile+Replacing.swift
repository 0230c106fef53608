import TactusMIDI

extension MIDIFile.Track {
  /// Returns the track with its channel messages replaced; all other events, such as text, tempi and system-exclusive
  /// messages, remain unchanged.
  ///
  /// An event of another kind that follows n channel messages at its tick is placed after the first n new messages at
  /// that tick (after all of them if there are fewer).
  ///
  /// - Parameter messages: the new channel messages in ascending order of ticks, none below 0.
  package func replacingChannelMessages(with messages: [(tick: Int64, message: ChannelMessage)]) -> MIDIFile.Track {
    var result = self
    result.events = []
    result.events.reserveCapacity(messages.count + 16)
    var next = 0
    func add(while isWanted: (Int) -> Bool) {
      while next < messages.count, isWanted(next) {
        result.events.append(MIDIFile.Event(tick: messages[next].tick, messages[next].message))
        next += 1
      }
    }
    // the current tick, and the number of its channel messages before the current event
    var (tick, before) = (Int64(0), 0)
    for event in events {
      if event.tick != tick { (tick, before) = (event.tick, 0) }
      if event.isChannelMessage {
        before += 1
        continue
      }
      add { messages[$0].tick < tick }
      var first = next
      while first > 0, messages[first - 1].tick == tick { first -= 1 }
      let end = first + before
      add { messages[$0].tick == tick && $0 < end }
      result.events.append(event)
    }
    add { _ in true }
    result.endTick = max(endTick, result.events.last?.tick ?? 0)
    return result
  }
}
