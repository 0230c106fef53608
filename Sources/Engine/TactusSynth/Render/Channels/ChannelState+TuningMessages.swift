// Messages of the MIDI Tuning Standard.
//
// Source: MIDI 1.0, MIDI Tuning (updated 1999).

extension ChannelState {
  /// Applies a universal system-exclusive message that tunes keys. A truncated message is applied as far as it goes,
  /// and checksums are not verified, because programs compute them differently.
  ///
  ///     7E dev 08 01 tt name×16 (xx yy zz)×128 ck         bulk dump of a tuning program
  ///     7E dev 08 04 bb tt name×16 (xx yy zz)×128 ck      bulk dump with a tuning bank
  ///     7E dev 08 05 bb tt name×16 ss×12 ck               scale/octave dump; 06: two bytes per pitch class
  ///     7F dev 08 02 tt ll (kk xx yy zz)×ll               single keys
  ///     7E/7F dev 08 07 bb tt ll (kk xx yy zz)×ll         single keys with a tuning bank
  ///     7E/7F dev 08 08 ff gg hh ss×12                    scale/octave tuning of channels; 09: two bytes each
  ///
  /// A real-time message (7F) retunes sounding notes; after a non-real-time message (7E), the tuning applies from the
  /// next note-on.
  ///
  /// - Parameters:
  ///   - bytes: the whole message, with or without F0 and F7.
  ///   - port: the port that received the message, and whose channels the message addresses. Tuning programs apply to
  ///     all ports.
  /// - Returns: whether it was a well-formed tuning message.
  mutating func tune(_ bytes: UnsafePointer<UInt8>, _ count: Int, port: Int) -> Bool {
    guard var message = TuningBytes(bytes, count), let universal = message.next(), universal >= 0x7E else {
      return false
    }
    let isRealTime = universal == 0x7F
    guard message.next() != nil, message.next() == 8, let kind = message.next() else { return false }
    switch (isRealTime, kind) {
    case (false, 1): return tuneProgram(&message, hasBank: false)
    case (false, 4): return tuneProgram(&message, hasBank: true)
    case (false, 5), (false, 6): return tuneProgramOctave(&message, isFine: kind == 6)
    case (true, 2): return tuneKeys(&message, hasBank: false, isRealTime: true)
    case (_, 7): return tuneKeys(&message, hasBank: true, isRealTime: isRealTime)
    case (_, 8), (_, 9): return tuneChannels(&message, isFine: kind == 9, isRealTime: isRealTime, port: port)
    default: return false
    }
  }

  private mutating func tuneProgram(_ message: inout TuningBytes, hasBank: Bool) -> Bool {
    let bank = hasBank ? message.next() : 0
    guard let bank, let program = message.next(), message.skip(16), message.left >= 3,
      let table = tunings.makeTable(bank: bank, program: program)
    else { return false }
    var key = 0
    while key < 128, message.left >= 3 {
      if let cents = message.nextPitch(of: key) { table[key] = cents }
      key += 1
    }
    noticeTuning(bank: bank, program: program, retunes: false)
    return true
  }

  private mutating func tuneProgramOctave(_ message: inout TuningBytes, isFine: Bool) -> Bool {
    guard let bank = message.next(), let program = message.next(), message.skip(16),
      message.left >= (isFine ? 24 : 12), let table = tunings.makeTable(bank: bank, program: program)
    else { return false }
    for step in 0..<12 {
      let cents = message.nextOffset(isFine: isFine)
      var key = step
      while key < 128 {
        table[key] = cents
        key += 12
      }
    }
    noticeTuning(bank: bank, program: program, retunes: false)
    return true
  }

  private mutating func tuneKeys(_ message: inout TuningBytes, hasBank: Bool, isRealTime: Bool) -> Bool {
    let bank = hasBank ? message.next() : 0
    guard let bank, let program = message.next(), let changes = message.next(),
      let table = tunings.makeTable(bank: bank, program: program)
    else { return false }
    var change = 0
    while change < Int(changes), message.left >= 4, let key = message.next() {
      if let cents = message.nextPitch(of: Int(key)) { table[Int(key)] = cents }
      change += 1
    }
    noticeTuning(bank: bank, program: program, retunes: isRealTime)
    return true
  }

  private mutating func tuneChannels(
    _ message: inout TuningBytes, isFine: Bool, isRealTime: Bool, port: Int
  ) -> Bool {
    guard let high = message.next(), let middle = message.next(), let low = message.next(),
      message.left >= (isFine ? 24 : 12)
    else { return false }
    // bit 16 is that of parts that receive no channel
    let mask = Int(high & 3) << 14 | Int(middle) << 7 | Int(low)
    let first = (port & 15) * 16
    for part in first..<first + 16 where mask & (1 << Int(parts[part].channel)) != 0 {
      var offsets = message
      let octave = channels[part].tuning.octave
      for step in 0..<12 { octave[step] = offsets.nextOffset(isFine: isFine) }
      tuneOctave(part, retunes: isRealTime)
    }
    return true
  }
}

/// A reader of a message's bytes that never reads past the end.
private struct TuningBytes {
  private var at: UnsafePointer<UInt8>
  /// The number of remaining bytes.
  private(set) var left: Int

  /// Creates a reader, or nil if the bytes are not a complete message.
  init?(_ bytes: UnsafePointer<UInt8>, _ count: Int) {
    at = bytes
    left = count
    if left > 0, at[0] == 0xF0 {
      at += 1
      left -= 1
    }
    if left > 0, at[left - 1] == 0xF7 { left -= 1 }
    guard left > 4 else { return nil }
    for index in 0..<left where at[index] > 127 { return nil }
  }

  mutating func next() -> UInt8? {
    guard left > 0 else { return nil }
    let byte = at[0]
    at += 1
    left -= 1
    return byte
  }

  mutating func skip(_ count: Int) -> Bool {
    guard left >= count else { return false }
    at += count
    left -= count
    return true
  }

  /// Reads three bytes, a semitone and a 14-bit fraction, and returns the offset in cents from the key's standard
  /// pitch; nil for "no change" and at the end.
  mutating func nextPitch(of key: Int) -> Double? {
    guard let semitone = next(), let high = next(), let low = next() else { return nil }
    if semitone == 127, high == 127, low == 127 { return nil }
    let fraction = Double(Int(high) << 7 | Int(low)) * (100.0 / 16_384)
    return Double(Int(semitone) - key) * 100 + fraction
  }

  /// Reads an offset in cents: one byte, −64…63, or two bytes, −100…99.99.
  mutating func nextOffset(isFine: Bool) -> Double {
    guard let high = next() else { return 0 }
    guard isFine else { return Double(high) - 64 }
    guard let low = next() else { return 0 }
    return Double((Int(high) << 7 | Int(low)) - 8_192) * (100.0 / 8_192)
  }
}
