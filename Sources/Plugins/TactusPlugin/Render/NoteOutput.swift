import TactusMIDI
import TactusRender

/// What a plug-in sends in a cycle, one message after the other, and what the host has not taken of it.
///
/// - A note-off that the host refuses is offered again before anything else of the next cycle, and before the next
///   note-on of its key.
/// - The note-off of a note-on that the host has refused is not sent.
/// - After a reset all that still sounds at the host is ended.
///
/// Law: of the messages that the host has taken, as many note-offs as note-ons for each key, once everything has ended.
package struct NoteOutput {
  /// Plain memory for all that is kept.
  package struct Memory {
    let events: UnsafeMutablePointer<TimedEvent>
    let capacity: Int
    /// For each key of each channel and port: notes that the host has begun.
    let sounding: UnsafeMutablePointer<Int16>
    /// How many more of them there are than the plug-in holds: above 0 note-offs that the host is owed, below 0 note-ons
    /// that it has not taken.
    let noteBalance: UnsafeMutablePointer<Int16>
    /// What has found no room in this cycle and counts from the next one on: note-offs above 0, note-ons below.
    let late: UnsafeMutablePointer<Int16>
    /// For each key whether it is among the debtors.
    let isListed: UnsafeMutablePointer<Bool>
    /// Keys to which note-offs are owed, each once.
    let debtors: UnsafeMutablePointer<UInt32>
    let bytes: UnsafeMutablePointer<UInt8>
    let byteCapacity: Int
  }

  private let memory: Memory
  private(set) var count = 0
  private var next = 0
  private var debtorCount = 0
  private var nextDebtor = 0
  /// Those from here on have come in this cycle, and are paid in the next one.
  private var debtorEnd = 0
  /// Whether what is owed has been offered before the next event.
  private var hasOffered = false
  /// The rest of a message of MIDI 2.0 that is more than one of MIDI 1.0.
  private var rest = MIDI1Messages()
  private var nextRest = 0
  private var last: ChannelMessage?
  private var lastOffset: Int32 = 0
  /// Whether the last message has ended a note that the host had begun.
  private var hasEnded = false
  private var writer = MIDIStreamWriter()
  /// Messages that the host has not taken, or that found no room, note-offs that are offered again not counted.
  package private(set) var lost = 0

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(_ memory: Memory) { self.memory = memory }

  /// Room for what comes next.
  var room: UnsafeMutableBufferPointer<TimedEvent> {
    UnsafeMutableBufferPointer(start: memory.events + count, count: memory.capacity &- count)
  }

  /// Begins a cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func begin() {
    // what nobody has asked for
    while next < count {
      lose(memory.events[next].message)
      next &+= 1
    }
    (count, next, nextDebtor, nextRest) = (0, 0, 0, 0)
    (rest, hasOffered, last) = (MIDI1Messages(), false, nil)
    compactDebtors()
    debtorEnd = debtorCount
  }

  /// Takes events that begin at an offset; of what finds no room note-ons first.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func add(_ events: EventList, at offset: Int32) {
    for event in events {
      guard count < memory.capacity else {
        lose(event.message)
        continue
      }
      (memory.events + count).initialize(to: TimedEvent(offset: event.offset &+ offset, message: event.message))
      count &+= 1
    }
  }

  /// Takes events that have been written to ``room``, with offsets from 0 on.
  mutating func take(_ written: Int, at offset: Int32) {
    let end = min(count &+ written, memory.capacity)
    while count < end {
      memory.events[count].offset &+= offset
      count &+= 1
    }
  }

  /// Ends all that sounds at the host in the next cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func endAll() {
    (count, next, debtorCount, debtorEnd) = (0, 0, 0, 0)
    for place in 0..<ChannelMessage.placeCount {
      memory.isListed[place] = false
      (memory.noteBalance[place], memory.late[place]) = (memory.sounding[place], 0)
      if memory.noteBalance[place] > 0 { list(place) }
    }
  }

  // MARK: To the host

  /// The next message; nil if there is no more.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func take() -> PluginOutput? {
    if nextDebtor < debtorEnd {
      let place = Int(memory.debtors[nextDebtor])
      if memory.noteBalance[place] > 0 { return give(noteOff(place), at: 0) }
      nextDebtor &+= 1
      return take()
    }
    if nextRest < rest.endIndex {
      nextRest &+= 1
      return give(rest.message(nextRest &- 1), at: lastOffset)
    }
    while next < count {
      let event = memory.events[next]
      if !hasOffered, event.message.startsNote, memory.noteBalance[event.message.place] > 0 {
        hasOffered = true
        return give(noteOff(event.message.place), at: event.offset)
      }
      if event.message.isSystemExclusive {
        if let output = takeExclusive(event) { return output }
        continue
      }
      next &+= 1
      hasOffered = false
      if event.message.endsNote {
        let place = event.message.place
        memory.noteBalance[place] &+= 1
        // its note-on has not been taken
        if memory.noteBalance[place] <= 0 { continue }
        // nothing sounds there that the host would have of this
        if memory.sounding[place] <= 0 {
          memory.noteBalance[place] = 0
          continue
        }
      }
      if event.message.isMIDI2 {
        rest = event.message.translatedToMIDI1()
        (nextRest, lastOffset) = (0, event.offset)
        return take()
      }
      return give(event.message, at: event.offset)
    }
    return nil
  }

  /// The host has not taken the last message.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func refuse() {
    guard let message = last else { return }
    last = nil
    let place = message.place
    if message.startsNote {
      memory.sounding[place] &-= 1
      memory.noteBalance[place] &-= 1
      lost &+= 1
    } else if message.endsNote {
      if hasEnded { memory.sounding[place] &+= 1 }
      memory.noteBalance[place] &+= 1
      list(place)
      // not again in this cycle
      if nextDebtor < debtorEnd, Int(memory.debtors[nextDebtor]) == place { nextDebtor &+= 1 }
    } else {
      lost &+= 1
      // the rest of a parameter would set another one
      nextRest = rest.endIndex
    }
  }

  private mutating func give(_ message: ChannelMessage, at offset: Int32) -> PluginOutput {
    let place = message.place
    if message.startsNote {
      memory.sounding[place] &+= 1
    } else if message.endsNote {
      hasEnded = memory.sounding[place] > 0
      if hasEnded { memory.sounding[place] &-= 1 }
      memory.noteBalance[place] &-= 1
    }
    (last, lastOffset) = (message, offset)
    let stream = writer.bytes(of: message)
    for index in 0..<stream.endIndex { memory.bytes[index] = stream.byte(index) }
    return PluginOutput(offset: offset, message: message, bytes: UnsafePointer(memory.bytes), count: stream.endIndex)
  }

  /// Remembers a message that finds no room.
  private mutating func lose(_ message: ChannelMessage) {
    lost &+= 1
    guard message.startsNote || message.endsNote else { return }
    memory.late[message.place] &+= message.endsNote ? 1 : -1
    list(message.place)
  }

  private func noteOff(_ place: Int) -> ChannelMessage {
    let channel = UInt8(truncatingIfNeeded: place &>> 7 & 15)
    let port = UInt8(truncatingIfNeeded: place &>> 11 & 15)
    return ChannelMessage(status: 0x80 | channel, UInt8(truncatingIfNeeded: place & 127), 64, port: port)
  }

  /// Puts a key among those to which note-offs are owed.
  private mutating func list(_ place: Int) {
    if memory.isListed[place] { return }
    memory.isListed[place] = true
    memory.debtors[debtorCount] = UInt32(truncatingIfNeeded: place)
    debtorCount &+= 1
  }

  /// Adds what has found no room, and takes those out who are owed nothing any more.
  private mutating func compactDebtors() {
    var kept = 0
    for index in 0..<debtorCount {
      let debtor = memory.debtors[index]
      memory.noteBalance[Int(debtor)] &+= memory.late[Int(debtor)]
      memory.late[Int(debtor)] = 0
      memory.isListed[Int(debtor)] = memory.noteBalance[Int(debtor)] > 0
      guard memory.noteBalance[Int(debtor)] > 0 else { continue }
      memory.debtors[kept] = debtor
      kept &+= 1
    }
    debtorCount = kept
  }

  /// A system-exclusive message of all its packets; nil if it is not whole or too long, and it is left out.
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
