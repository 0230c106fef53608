/// A bulk tuning dump, the message that carries the tuning of the 128 keys of a program: `7E dev 08 01`, or `08 04`
/// with a bank.
///
/// Source: MIDI 1.0, MIDI Tuning (updated 1999), "Bulk tuning dump".
/// - Thread: control
public struct TuningDump: Hashable, Sendable {
  /// The device number, 0…127.
  public var device: UInt8
  /// The bank; nil for the form without one.
  public var bank: UInt8?
  /// The tuning program, 0…127.
  public var program: UInt8
  /// Up to sixteen ASCII characters; other characters are replaced by question marks.
  public var name: String
  /// The pitch of each of the 128 keys: 16,384ths of a semitone above key 0 in equal temperament, 0…2,097,151. Missing
  /// keys keep their pitch in equal temperament; further ones are ignored.
  public var pitches: [UInt32]

  /// Creates a dump.
  ///
  /// - Parameters:
  ///   - device: the device number, 0…127.
  ///   - bank: the bank, 0…127; nil for the form without one.
  ///   - program: the tuning program, 0…127.
  ///   - name: up to sixteen ASCII characters.
  ///   - cents: the deviation of a key, 0…127, from equal temperament. Pitches out of range are clamped.
  public init(
    device: UInt8 = 0, bank: UInt8? = nil, program: UInt8, name: String, cents: (_ key: Int) -> Double
  ) {
    (self.device, self.bank, self.program) = (device & 127, bank.map { $0 & 127 }, program & 127)
    self.name = name
    pitches = (0..<128).map { key in
      let pitch = (Double(key) + cents(key) / 100) * 16_384
      return pitch.isFinite ? UInt32(min(max(0, pitch.rounded()), 2_097_150)) : UInt32(key) << 14
    }
  }

  /// The message: the bytes between F0 and F7. As the specification requires, the checksum is the XOR of all preceding
  /// bytes. Numbers beyond their ranges are masked, as on creation.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = [0x7E, device & 127, 8, bank == nil ? 1 : 4]
    if let bank { bytes.append(bank & 127) }
    bytes.append(program & 127)
    let characters = name.unicodeScalars.prefix(16).map { (32..<127).contains($0.value) ? UInt8($0.value) : 63 }
    bytes += characters + Array(repeating: 32, count: 16 - characters.count)
    for key in 0..<128 {
      let pitch = key < pitches.count ? pitches[key] : UInt32(key) << 14
      bytes += [pitch >> 14, pitch >> 7 & 127, pitch & 127].map { UInt8($0 & 127) }
    }
    return bytes + [bytes.reduce(0, ^) & 127]
  }
}
