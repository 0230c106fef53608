import CCLAP
import TactusMIDI
import TactusPlugin

// Note expressions, and the choke of single notes.

extension AudioSide {
  /// Processes a note expression. The sampler has all of them; from the other plug-ins only pressure is passed on.
  mutating func receive(_ event: UnsafePointer<clap_event_note_expression>, at offset: Int) {
    let expression = event.pointee
    let address = HostNotes.Address(
      number: expression.note_id, port: expression.port_index, channel: expression.channel, key: expression.key)
    guard expression.value.isFinite, address.channel < 16, address.key < 128 else { return }
    if Int(expression.expression_id) == CLAP_NOTE_EXPRESSION_PRESSURE {
      return press(address, expression.value, at: offset)
    }
    guard isInstrument, let kind = Self.kind(Int(expression.expression_id)) else { return }
    expressions.set(kind, expression.value, of: address, in: notes, core, at: offset)
  }

  private static func kind(_ id: Int) -> NoteExpressionMessage.Kind? {
    switch id {
    case CLAP_NOTE_EXPRESSION_VOLUME: .volume
    case CLAP_NOTE_EXPRESSION_PAN: .pan
    case CLAP_NOTE_EXPRESSION_TUNING: .tuning
    case CLAP_NOTE_EXPRESSION_VIBRATO: .vibrato
    case CLAP_NOTE_EXPRESSION_EXPRESSION: .expression
    case CLAP_NOTE_EXPRESSION_BRIGHTNESS: .brightness
    default: nil
    }
  }

  /// Passes pressure on as polyphonic key pressure.
  private mutating func press(_ address: HostNotes.Address, _ value: Double, at offset: Int) {
    let pressure = UInt8(truncatingIfNeeded: Int(clap_round(max(0, min(value, 1)) * 127)))
    var index = 0
    while let found = notes.first(address, from: index) {
      let note = notes.note(found)
      let status = 0xA0 | UInt8(truncatingIfNeeded: note.channel)
      core.pointee.receive(
        ChannelMessage(status: status, UInt8(truncatingIfNeeded: note.key), pressure), at: offset)
      index = found &+ 1
    }
  }

  /// Processes an event that chooses a tuning of the host.
  mutating func receiveTuning(_ event: UnsafePointer<clap_event_header>) {
    guard tuning.tables != nil, event.pointee.space_id == tuning.space,
      Int(event.pointee.size) >= MemoryLayout<clap_event_tuning>.size
    else { return }
    tuning.choose(UnsafeRawPointer(event).assumingMemoryBound(to: clap_event_tuning.self))
  }

  /// Whether a note is played: not if the host's tuning leaves its key out.
  mutating func plays(_ note: HostNotes.Note) -> Bool {
    !isInstrument || tuning.tables == nil || tuning.plays(host, note.channel, note.key)
  }

  /// Tunes a note that is about to start.
  mutating func tune(_ note: HostNotes.Note, at offset: UInt32) {
    guard isInstrument, tuning.tables != nil else { return }
    if let message = tuning.message(host, note.channel, note.key, at: offset) {
      expressions.mark(note.channel, note.key)
      core.pointee.receive(message, at: Int(offset))
    }
  }

  /// Cuts the sound of a key, before its note-off.
  mutating func choke(_ channel: Int16, _ key: Int16, at offset: Int) {
    guard isInstrument, channel >= 0, key >= 0 else { return }
    core.pointee.receive(
      NoteExpressionMessage.chokeMessage(
        channel: UInt8(truncatingIfNeeded: channel), key: UInt8(truncatingIfNeeded: key)), at: offset)
  }
}
