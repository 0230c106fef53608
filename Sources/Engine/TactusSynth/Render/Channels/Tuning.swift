/// The tuning programs that differ from equal temperament, as offsets in cents for each of the 128 keys.
///
/// - Thread: audio
struct TuningPrograms {
  /// The number of each tuning program, as bank · 128 + program, in the order in which they were first tuned.
  let addresses: UnsafeMutablePointer<Int32>
  /// The offsets in cents, 128 per tuning program.
  let cents: UnsafeMutablePointer<Double>
  /// The number of tuning programs.
  let counted: UnsafeMutablePointer<Int>
  var count: Int {
    get { counted.pointee }
    nonmutating set { counted.pointee = newValue }
  }

  /// Returns a tuning program's table, or nil if no message has tuned it.
  func table(bank: UInt8, program: UInt8) -> UnsafeMutablePointer<Double>? {
    let address = Int32(bank) &* 128 &+ Int32(program)
    for index in 0..<count where addresses[index] == address { return cents + index &* 128 }
    return nil
  }

  /// Returns a tuning program's table, and creates it if necessary; nil if there is no room for another.
  func makeTable(bank: UInt8, program: UInt8) -> UnsafeMutablePointer<Double>? {
    if let known = table(bank: bank, program: program) { return known }
    guard count < SynthLimits.tuningPrograms else { return nil }
    addresses[count] = Int32(bank) &* 128 &+ Int32(program)
    count &+= 1
    let fresh = cents + (count &- 1) &* 128
    fresh.update(repeating: 0, count: 128)
    return fresh
  }
}

/// The tuning of a channel: a tuning program (RPN 3 and 4), and an offset for each pitch class.
struct ChannelTuning {
  /// The offsets in cents, from C to B.
  var octave: UnsafeMutablePointer<Double>
  var program: UInt8 = 0
  var bank: UInt8 = 0

  mutating func clear() {
    octave.update(repeating: 0, count: 12)
    program = 0
    bank = 0
  }
}

extension ChannelTuning {
  /// Returns the offset of a key from equal temperament, in cents.
  @inline(__always)
  func cents(of key: UInt8, _ programs: TuningPrograms) -> Double {
    octave[Int(key % 12)] + (programs.table(bank: bank, program: program)?[Int(key)] ?? 0)
  }
}

extension ChannelState {
  /// Applies a channel's octave tuning: twelve offsets from equal temperament in cents, C to B. It applies to drums
  /// too.
  ///
  /// - Parameter retunes: whether sounding notes ramp to the new tuning; otherwise the tuning applies from the next
  ///   note-on.
  mutating func tuneOctave(_ channel: Int, retunes: Bool) {
    channels[channel].overrides |= ChannelOverrides.isTuned
    if retunes { voices.tuningChanged(channel) }
  }

  /// Tunes one key of a channel's octave (0 is C), as in GS and XG; sounding notes follow. XG's drum parts are not tuned.
  mutating func setOctaveTuning(_ channel: Int, keyClass: Int, cents: Double) {
    let offset = channels[channel].tuning.octave + keyClass
    guard !isXGDrums(channel), offset.pointee != cents else { return }
    offset.pointee = cents
    tuneOctave(channel, retunes: true)
  }

  /// Applies a change to a tuning program; sounding notes follow a real-time change.
  mutating func noticeTuning(bank: UInt8, program: UInt8, retunes: Bool) {
    for channel in 0..<SynthLimits.channels {
      channels[channel].overrides |= ChannelOverrides.isTuned
      let own = channels[channel].tuning
      if retunes, own.bank == bank, own.program == program { voices.tuningChanged(channel) }
    }
  }
}
