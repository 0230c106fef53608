import TactusMIDI

// Expressions of single notes: the per-note messages of MIDI 2.0.
//
// Source: M2-104-UM §7.4 (registered per-note controllers, per-note pitch bend, per-note management). The assignable
// per-note controllers 0, 1 and 127 are this synthesizer's own; see `NoteExpressionMessage`.

extension ChannelState {
  /// Applies a per-note message to each part that receives its channel. Returns false for other messages.
  mutating func receivePerNote(_ message: ChannelMessage) -> Bool {
    guard message.isMIDI2 else { return false }
    switch message.status & 0xF0 {
    case 0x00, 0x10, 0x60, 0xF0: break
    default: return false
    }
    let first = Int(message.port) &* 16
    for part in first..<(first &+ 16) where parts[part].channel == message.channel { express(part, message) }
    return true
  }

  private mutating func express(_ part: Int, _ message: ChannelMessage) {
    let key = message.data1
    if message.status & 0xF0 == 0xF0 { return manage(part, key, message.word0) }
    var expression = expressions.expression(part, key)
    let number = UInt8(truncatingIfNeeded: message.word0)
    switch message.status & 0xF0 {
    case 0x00: guard Self.setRegistered(number, message.word1, key, &expression) else { return }
    case 0x10:
      switch NoteExpressionMessage.assignable(number) {
      case .volume: expression.volume = Float(NoteExpressionMessage.gain(message.word1))
      case .tuning: expression.tuning = Float(NoteExpressionMessage.cents(message.word1))
      case .choke: return voices.chokeKey(part, key: key)
      case nil: return
      }
    default: expression.bend = Float(NoteExpressionMessage.bendCents(message.word1))
    }
    guard expressions.set(expression, part, key) else {
      counters.lostExpressions &+= 1
      return
    }
    channels[part].overrides |= ChannelOverrides.hasNoteExpressions
    voices.expressionChanged(part, key: key, expression)
  }

  /// Applies a per-note management message: "detach" (bit 1) lets the key's present notes keep their expressions, and
  /// "reset" (bit 0) returns the key to the defaults.
  private mutating func manage(_ part: Int, _ key: UInt8, _ flags: UInt32) {
    guard channels[part].overrides & ChannelOverrides.hasNoteExpressions != 0 else { return }
    if flags & 2 != 0 { voices.detachNotes(part, key: key) }
    guard flags & 1 != 0 else { return }
    expressions.remove(part, key)
    voices.expressionChanged(part, key: key, NoteExpression())
  }

  /// Returns all keys and notes of a part to the defaults.
  mutating func resetExpressions(_ part: Int) {
    guard channels[part].overrides & ChannelOverrides.hasNoteExpressions != 0 else { return }
    expressions.removeAll(part)
    voices.expressionsReset(part)
  }

  /// Sets a registered per-note controller. Those that are not listed have no effect.
  private static func setRegistered(
    _ number: UInt8, _ value: UInt32, _ key: UInt8, _ expression: inout NoteExpression
  ) -> Bool {
    let part = Double(value) * (1 / Double(UInt32.max))
    switch number {
    case 1: expression.vibrato = Float(part)
    // the key's pitch in semitones: seven bits, and a fraction of 25 bits
    case 3: expression.tuning = Float((Double(value) * 0x1p-25 - Double(key)) * 100)
    // like controllers 7 and 11, in which the amplitude grows with the square
    case 7: expression.volume = Float(part * part)
    case 11: expression.expression = Float(part * part)
    case 10: expression.pan = Float(share(value))
    // like controller 74
    case 74: expression.brightness = Float(share(value) * 4_800)
    default: return false
    }
    return true
  }

  /// Returns a centered value as −1…1.
  @inline(__always)
  private static func share(_ value: UInt32) -> Double {
    let offset = Double(value) - 0x1p31
    return offset * (offset < 0 ? 0x1p-31 : 1 / Double(0x7FFF_FFFF))
  }
}
