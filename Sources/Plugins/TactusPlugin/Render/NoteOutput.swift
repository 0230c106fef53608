import TactusMIDI
import TactusRender

/// The messages that a plug-in sends in a cycle, in order, and the note-offs that are still due to the host.
///
/// - A note-off that the host refuses is offered again at the start of the next cycle, and before the next note-on of
///   its key.
/// - If the host has refused a note-on, its note-off is not sent.
/// - After a reset, all notes that still sound at the host are ended, and pedals and pitch bends are released.
/// - The release of a pedal or pitch bend that the host refuses is offered again in the next cycle.
///
/// Law: once all notes have ended, the host has accepted as many note-offs as note-ons for each key. Once all pedals and
/// pitch bends are released, they are at rest at the host.
package struct NoteOutput {
  private let memory: Memory
  private var controls: HeldControls
  private(set) var count = 0
  private var next = 0
  private var pendingCount = 0
  private var nextPending = 0
  /// The number of listed keys whose note-offs are offered in this cycle. Keys after them were added in this cycle;
  /// their note-offs are offered in the next one.
  private var pendingEnd = 0
  /// Whether the note-off that is due before the next note-on of its key has been offered.
  private var hasOffered = false
  /// The MIDI 1.0 messages to which a MIDI 2.0 message was translated.
  private var rest = MIDI1Messages()
  private var nextRest = 0
  private var last: ChannelMessage?
  private var lastOffset: Int32 = 0
  /// Whether the last message ended a note that sounded at the host.
  private var hasEnded = false
  private var writer = MIDIStreamWriter()
  /// The number of messages that the host refused or that did not fit, not counting refused note-offs, which are
  /// offered again.
  package private(set) var lost = 0

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(_ memory: Memory) {
    self.memory = memory
    controls = HeldControls(held: memory.heldControls, due: memory.dueControls)
  }

  /// The free memory for further events.
  var room: UnsafeMutableBufferPointer<TimedEvent> {
    UnsafeMutableBufferPointer(start: memory.events + count, count: memory.capacity &- count)
  }

  /// Starts a cycle.
  ///
  /// - Parameter keepsEvents: whether events that the host did not fetch in the last cycle are sent in this one. They
  ///   must have the offset 0.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func begin(keepsEvents: Bool = false) {
    var kept = 0
    while next < count {
      if keepsEvents { memory.events[kept] = memory.events[next] } else { drop(memory.events[next].message) }
      kept &+= keepsEvents ? 1 : 0
      next &+= 1
    }
    (count, next, nextPending, nextRest) = (kept, 0, 0, 0)
    (rest, hasOffered, last) = (MIDI1Messages(), false, nil)
    compactPendingKeys()
    pendingEnd = pendingCount
    controls.begin()
  }

  /// Adds events whose offsets are relative to another offset. Events for which there is no room are dropped; the
  /// note-offs among them are sent in the next cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func add(_ events: EventList, at offset: Int32) {
    for event in events { add(event.message, at: event.offset &+ offset) }
  }

  /// Adds note-offs of a key. Those that end no note at the host are not sent.
  mutating func add(noteOffs count: Int, of keyIndex: Int, at offset: Int32) {
    for _ in 0..<count { add(ChannelMessage(noteOffOfKey: keyIndex), at: offset) }
  }

  /// Adds a message in the same way.
  mutating func add(_ message: ChannelMessage, at offset: Int32) {
    guard count < memory.capacity else { return drop(message) }
    (memory.events + count).initialize(to: TimedEvent(offset: offset, message: message))
    count &+= 1
  }

  /// Adds events that have been written to ``room``, with offsets relative to another offset.
  mutating func take(_ written: Int, at offset: Int32) {
    let end = min(count &+ written, memory.capacity)
    while count < end {
      memory.events[count].offset &+= offset
      count &+= 1
    }
  }

  /// Schedules note-offs in the next cycle for all notes that sound at the host, and the releases of its pedals and pitch
  /// bends.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func endAll() {
    (count, next, pendingCount, pendingEnd) = (0, 0, 0, 0)
    for keyIndex in 0..<ChannelMessage.keyIndexCount {
      memory.isListed[keyIndex] = false
      (memory.noteBalance[keyIndex], memory.late[keyIndex]) = (memory.sounding[keyIndex], 0)
      if memory.noteBalance[keyIndex] > 0 { list(keyIndex) }
    }
    controls.releaseAll()
  }

  // MARK: To the host

  /// Returns the next message; nil if there are no more.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func take() -> PluginOutput? {
    if nextPending < pendingEnd {
      let keyIndex = Int(memory.pendingKeys[nextPending])
      // nothing is due for a key that does not sound at the host
      if memory.sounding[keyIndex] <= 0 { memory.noteBalance[keyIndex] = min(0, memory.noteBalance[keyIndex]) }
      if memory.noteBalance[keyIndex] > 0 { return deliver(ChannelMessage(noteOffOfKey: keyIndex), at: 0) }
      nextPending &+= 1
      return take()
    }
    if let release = controls.nextRelease() { return deliver(release, at: 0) }
    if nextRest < rest.endIndex {
      nextRest &+= 1
      return deliver(rest.message(nextRest &- 1), at: lastOffset)
    }
    while next < count {
      let event = memory.events[next]
      if !hasOffered, event.message.startsNote, memory.noteBalance[event.message.keyIndex] > 0 {
        hasOffered = true
        return deliver(ChannelMessage(noteOffOfKey: event.message.keyIndex), at: event.offset)
      }
      if event.message.isSystemExclusive {
        if let output = takeExclusive(event) { return output }
        continue
      }
      next &+= 1
      hasOffered = false
      if event.message.endsNote {
        let keyIndex = event.message.keyIndex
        memory.noteBalance[keyIndex] &+= 1
        // the host refused its note-on
        if memory.noteBalance[keyIndex] <= 0 { continue }
        // the host has received no note on this key from the plug-in
        if memory.sounding[keyIndex] <= 0 {
          memory.noteBalance[keyIndex] = 0
          continue
        }
      }
      if event.message.isMIDI2 {
        rest = event.message.translatedToMIDI1()
        (nextRest, lastOffset) = (0, event.offset)
        return take()
      }
      return deliver(event.message, at: event.offset)
    }
    return nil
  }

  /// Records that the host refused the last message.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func refuse() {
    guard let message = last else { return }
    last = nil
    let keyIndex = message.keyIndex
    if message.startsNote {
      memory.sounding[keyIndex] &-= 1
      memory.noteBalance[keyIndex] &-= 1
      lost &+= 1
    } else if message.endsNote {
      if hasEnded { memory.sounding[keyIndex] &+= 1 }
      memory.noteBalance[keyIndex] &+= 1
      list(keyIndex)
      // do not offer the note-off again in this cycle
      if nextPending < pendingEnd, Int(memory.pendingKeys[nextPending]) == keyIndex { nextPending &+= 1 }
    } else {
      lost &+= 1
      controls.refuse(message)
      // without the refused message, the remaining messages of a parameter change would set another parameter
      nextRest = rest.endIndex
    }
  }

  private mutating func deliver(_ message: ChannelMessage, at offset: Int32) -> PluginOutput {
    let keyIndex = message.keyIndex
    if message.startsNote {
      memory.sounding[keyIndex] &+= 1
    } else if message.endsNote {
      hasEnded = memory.sounding[keyIndex] > 0
      if hasEnded { memory.sounding[keyIndex] &-= 1 }
      memory.noteBalance[keyIndex] &-= 1
    } else {
      controls.deliver(message)
    }
    (last, lastOffset) = (message, offset)
    let stream = writer.bytes(of: message)
    for index in 0..<stream.endIndex { memory.bytes[index] = stream.byte(index) }
    return PluginOutput(offset: offset, message: message, bytes: UnsafePointer(memory.bytes), count: stream.endIndex)
  }

  /// Records a message that does not fit.
  private mutating func drop(_ message: ChannelMessage) {
    lost &+= 1
    guard message.startsNote || message.endsNote else { return dropControl(message) }
    memory.late[message.keyIndex] &+= message.endsNote ? 1 : -1
    list(message.keyIndex)
  }

  private mutating func dropControl(_ message: ChannelMessage) {
    let messages = message.translatedToMIDI1()
    for index in 0..<messages.endIndex { controls.drop(messages.message(index)) }
  }

  /// Adds a key to the list of those that may have note-offs due.
  private mutating func list(_ keyIndex: Int) {
    if memory.isListed[keyIndex] { return }
    memory.isListed[keyIndex] = true
    memory.pendingKeys[pendingCount] = UInt32(truncatingIfNeeded: keyIndex)
    pendingCount &+= 1
  }

  /// Adds the messages that did not fit to the note balance, and removes the keys with no note-offs due.
  private mutating func compactPendingKeys() {
    var kept = 0
    for index in 0..<pendingCount {
      let key = memory.pendingKeys[index]
      memory.noteBalance[Int(key)] &+= memory.late[Int(key)]
      memory.late[Int(key)] = 0
      memory.isListed[Int(key)] = memory.noteBalance[Int(key)] > 0
      guard memory.noteBalance[Int(key)] > 0 else { continue }
      memory.pendingKeys[kept] = key
      kept &+= 1
    }
    pendingCount = kept
  }

  /// Returns a system-exclusive message assembled from its packets. Returns nil, and drops it, if it is incomplete or
  /// too long.
  private mutating func takeExclusive(_ first: TimedEvent) -> PluginOutput? {
    var (length, isTooLong) = (0, false)
    writer.reset()
    while next < count {
      let message = memory.events[next].message
      guard message.isSystemExclusive,
        length == 0 && !isTooLong || message.packetForm != .start && message.packetForm != .whole
      else {
        break
      }
      next &+= 1
      let stream = writer.bytes(of: message)
      guard !isTooLong, length &+ stream.endIndex <= memory.byteCapacity else {
        isTooLong = true
        continue
      }
      for index in 0..<stream.endIndex { memory.bytes[length &+ index] = stream.byte(index) }
      length &+= stream.endIndex
      if length > 0, memory.bytes[length &- 1] == 0xF7 { break }
    }
    guard !isTooLong, length > 1, memory.bytes[0] == 0xF0, memory.bytes[length &- 1] == 0xF7 else {
      lost &+= 1
      return nil
    }
    (last, lastOffset) = (first.message, first.offset)
    return PluginOutput(
      offset: first.offset, message: first.message, bytes: UnsafePointer(memory.bytes), count: length)
  }
}
