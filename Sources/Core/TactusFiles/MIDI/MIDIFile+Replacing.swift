import TactusMIDI

extension MIDIFile.Track {
  /// The track with other channel messages; texts, tempi, system-exclusive messages and all else stay where they are.
  ///
  /// At one tick, what stays comes behind as many channel messages as before, if there are so many.
  ///
  /// - Parameter messages: ascending by tick, none below 0.
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
    // how many channel messages came before at the tick
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
