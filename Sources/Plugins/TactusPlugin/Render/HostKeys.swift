import TactusMIDI
import TactusRender

/// The keys that the host holds, and where their note-offs belong.
///
/// While the plug-in is bypassed, its MIDI effects process no events. When it is bypassed, all sounding notes end,
/// although their keys are still held. The first note-off of a key belongs to its first note-on, and so forth, so that
/// no note-off ends a note of another note-on:
///
///     note-ons of a key, oldest first     ended by a bypass │ bypassed the effects │ passed to the effects
///     its note-offs                       dropped           │ bypass the effects   │ pass to the effects
///
/// - Thread: audio
struct HostKeys {
  /// The numbers of note-ons of a key whose note-offs are still to come.
  struct Key: BitwiseCopyable {
    /// Those whose notes have ended, because the plug-in was bypassed; their note-offs are dropped.
    var ended: UInt8 = 0
    /// Those that bypassed the MIDI effects.
    var unprocessed: UInt8 = 0
    /// Those that were passed to the MIDI effects.
    var chained: UInt8 = 0
    var count: UInt8 { ended &+ unprocessed &+ chained }
  }

  /// The preallocated memory.
  struct Memory {
    /// One for each key of each channel and port.
    let keys: UnsafeMutablePointer<Key>
    /// Room for the events of a sub-block, on each of the two routes: through the MIDI effects, and around them.
    let chained, unprocessed: UnsafeMutablePointer<TimedEvent>
    let capacity: Int
  }

  /// The events of a sub-block by their routes.
  struct Routes {
    /// To the MIDI effects.
    var chained = EventList(start: nil, count: 0)
    /// Around them: to the host, or to the synthesizer of a bypassed plug-in.
    var unprocessed = EventList(start: nil, count: 0)
  }

  private enum Route { case nowhere, chained, unprocessed }

  /// The maximum number of note-ons of a key that are counted, as with `PassedNotes`. Any further note-ons are assumed
  /// to have no note-offs.
  private static var mostOfOneKey: UInt8 { 16 }

  private let memory: Memory
  /// Whether notes sound while the plug-in is bypassed.
  private let soundsBypassed: Bool
  /// The number of counted note-ons.
  private var count = 0
  /// The number of those whose note-offs are not passed to the effects.
  private var divertedCount = 0

  init(_ memory: Memory, soundsBypassed: Bool) { (self.memory, self.soundsBypassed) = (memory, soundsBypassed) }

  /// Divides the events of a sub-block, and counts its notes. The lists are valid until the next call.
  mutating func divide(_ events: EventList, isBypassed: Bool) -> Routes {
    var routes = Routes()
    if divertedCount == 0, !isBypassed {
      // all events pass to the effects, so they need not be copied
      for event in events { _ = route(event.message, isBypassed: false) }
      routes.chained = events
      return routes
    }
    var (chained, unprocessed) = (0, 0)
    for event in events where chained < memory.capacity && unprocessed < memory.capacity {
      switch route(event.message, isBypassed: isBypassed) {
      case .nowhere: break
      case .chained:
        (memory.chained + chained).initialize(to: event)
        chained &+= 1
      case .unprocessed:
        (memory.unprocessed + unprocessed).initialize(to: event)
        unprocessed &+= 1
      }
    }
    routes.chained = EventList(start: memory.chained, count: chained)
    routes.unprocessed = EventList(start: memory.unprocessed, count: unprocessed)
    return routes
  }

  private mutating func route(_ message: ChannelMessage, isBypassed: Bool) -> Route {
    if message.startsNote {
      start(message.keyIndex, isBypassed: isBypassed)
    } else if message.endsNote {
      if let route = end(message.keyIndex) { return route }
    } else if message.endsAllNotes {
      forget(channelOf: message)
    }
    return isBypassed ? .unprocessed : .chained
  }

  private mutating func start(_ keyIndex: Int, isBypassed: Bool) {
    guard memory.keys[keyIndex].count < Self.mostOfOneKey else { return }
    count &+= 1
    if !isBypassed {
      memory.keys[keyIndex].chained &+= 1
      return
    }
    divertedCount &+= 1
    if soundsBypassed { memory.keys[keyIndex].unprocessed &+= 1 } else { memory.keys[keyIndex].ended &+= 1 }
  }

  /// Ends the oldest note-on of a key; returns the route of its note-off, or nil if the key is not held.
  private mutating func end(_ keyIndex: Int) -> Route? {
    let key = memory.keys[keyIndex]
    guard key.count > 0 else { return nil }
    count &-= 1
    if key.ended > 0 {
      memory.keys[keyIndex].ended &-= 1
      divertedCount &-= 1
      return .nowhere
    }
    if key.unprocessed > 0 {
      memory.keys[keyIndex].unprocessed &-= 1
      divertedCount &-= 1
      return .unprocessed
    }
    memory.keys[keyIndex].chained &-= 1
    return .chained
  }

  private mutating func forget(channelOf message: ChannelMessage) {
    let first = message.firstKeyIndex
    forget(first, before: first &+ 128)
  }

  private mutating func forget(_ first: Int, before end: Int) {
    guard count > 0 else { return }
    for keyIndex in first..<end where memory.keys[keyIndex].count > 0 {
      let key = memory.keys[keyIndex]
      count &-= Int(key.count)
      divertedCount &-= Int(key.ended &+ key.unprocessed)
      memory.keys[keyIndex] = Key()
    }
  }

  /// Records that all notes end because the plug-in is bypassed. Adds the note-offs of those that may still sound at
  /// the host to `output`, if notes go there.
  mutating func endAll(_ output: inout NoteOutput, at offset: Int32) {
    guard count > 0 else { return }
    for keyIndex in 0..<ChannelMessage.keyIndexCount where memory.keys[keyIndex].count > 0 {
      let key = memory.keys[keyIndex]
      let sounding = key.unprocessed &+ key.chained
      if soundsBypassed { output.add(noteOffs: Int(sounding), of: keyIndex, at: offset) }
      divertedCount &+= Int(key.chained)
      memory.keys[keyIndex] = Key(ended: key.count)
    }
  }

  /// Forgets all keys.
  mutating func reset() { forget(0, before: ChannelMessage.keyIndexCount) }
}
