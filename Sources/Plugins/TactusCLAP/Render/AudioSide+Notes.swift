import CCLAP
import TactusMIDI
import TactusPlugin

// Converts CLAP note events to MIDI messages.

extension AudioSide {
  /// Processes a note-on, note-off or choke event.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func receive(_ event: UnsafePointer<clap_event_note>, at offset: Int) {
    let note = event.pointee
    let isWhole = note.key >= 0 && note.key < 128 && note.channel >= 0 && note.channel < 16
    if Int(note.header.type) == CLAP_EVENT_NOTE_ON {
      guard isWhole else { return }
      notes.begin(HostNotes.Note(number: note.note_id, port: note.port_index, channel: note.channel, key: note.key))
      core.pointee.receive(Self.note(0x90, note.channel, note.key, note.velocity), at: offset)
      return
    }
    guard note.key < 128, note.channel < 16 else { return }
    let address = HostNotes.Address(number: note.note_id, port: note.port_index, channel: note.channel, key: note.key)
    if isWhole {
      end(address)
      // the velocity of a choke has no meaning
      let isOff = Int(note.header.type) == CLAP_EVENT_NOTE_OFF
      core.pointee.receive(Self.note(0x80, note.channel, note.key, isOff ? note.velocity : 0.5), at: offset)
    } else {
      end(all: address, note.velocity, isChoked: Int(note.header.type) == CLAP_EVENT_NOTE_CHOKE, at: offset)
    }
  }

  /// Ends the note with a note ID, or without an ID, all notes that the event matches. The ID is used only if a note
  /// has it.
  private mutating func end(_ address: HostNotes.Address) {
    if address.number < 0 {
      while let index = notes.first(address) { _ = notes.end(index) }
      return
    }
    var other = address
    other.number = -1
    if let index = notes.first(address) ?? notes.first(other) { _ = notes.end(index) }
  }

  /// Ends all matching notes: the known ones and, without a note ID, all others too.
  private mutating func end(all address: HostNotes.Address, _ velocity: Double, isChoked: Bool, at offset: Int) {
    var index = 0
    while let found = notes.first(address, from: index) {
      let note = notes.note(found)
      core.pointee.receive(Self.note(0x80, note.channel, note.key, velocity), at: offset)
      index = notes.end(found)
    }
    guard address.number < 0 || notes.hasLost else { return }
    var channel: Int16 = max(0, address.channel)
    let last = address.channel < 0 ? 15 : address.channel
    while channel <= last {
      if address.key >= 0 {
        core.pointee.receive(Self.note(0x80, channel, address.key, velocity), at: offset)
      } else {
        let status = 0xB0 | UInt8(truncatingIfNeeded: channel)
        core.pointee.receive(ChannelMessage(status: status, isChoked ? 120 : 123, 0), at: offset)
      }
      channel &+= 1
    }
  }

  /// Processes a note expression. Pressure exists in all plug-ins; other expressions are ignored.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func receive(_ event: UnsafePointer<clap_event_note_expression>, at offset: Int) {
    let expression = event.pointee
    guard Int(expression.expression_id) == CLAP_NOTE_EXPRESSION_PRESSURE, expression.value.isFinite else { return }
    let address = HostNotes.Address(
      number: expression.note_id, port: expression.port_index, channel: expression.channel, key: expression.key)
    let pressure = UInt8(truncatingIfNeeded: Int(clap_round(max(0, min(expression.value, 1)) * 127)))
    var index = 0
    while let found = notes.first(address, from: index) {
      let note = notes.note(found)
      let status = 0xA0 | UInt8(truncatingIfNeeded: note.channel)
      let message = ChannelMessage(status: status, UInt8(truncatingIfNeeded: note.key), pressure)
      core.pointee.receive(message, at: offset)
      index = found &+ 1
    }
  }

  /// Returns a note-on or -off: a MIDI 1.0 message if its velocity can be represented exactly, otherwise a MIDI 2.0
  /// message, whose 16-bit velocity may be 0.
  private static func note(_ status: UInt32, _ channel: Int16, _ key: Int16, _ velocity: Double) -> ChannelMessage {
    let velocity = velocity.isFinite ? max(0, min(velocity, 1)) : 0.5
    let address = (status | UInt32(truncatingIfNeeded: channel)) &<< 16 | UInt32(truncatingIfNeeded: key) &<< 8
    let nearest = clap_round(velocity * 127)
    if abs(velocity * 127 - nearest) < 1e-3, nearest > 0 || status == 0x80 {
      return ChannelMessage(word0: 0x2000_0000 | address | UInt32(nearest), word1: 0)
    }
    return ChannelMessage(word0: 0x4000_0000 | address, word1: UInt32(clap_round(velocity * 65_535)) &<< 16)
  }
}
