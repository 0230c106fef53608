import TactusMIDI

extension MIDIFile.Track {
  /// Returns the track with other channel messages; texts, tempi, system-exclusive messages and all other events remain
  /// unchanged.
  ///
  /// At a tick with channel messages and other events, the others keep the number of channel messages before them, if
  /// there are enough.
  ///
  /// - Parameter messages: in ascending order of ticks, none below 0.
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
    // the number of channel messages before it at the tick
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
