/// The tuning programs that differ from equal temperament: for each of the 128 keys the cents by which it does.
///
/// - Thread: audio
struct TuningPrograms {
  /// Bank · 128 + program of each, in the order in which they were first tuned.
  let addresses: UnsafeMutablePointer<Int32>
  /// 128 for each.
  let cents: UnsafeMutablePointer<Double>
  /// How many there are.
  let counted: UnsafeMutablePointer<Int>
  var count: Int {
    get { counted.pointee }
    nonmutating set { counted.pointee = newValue }
  }

  /// A program's table; nil if nobody has tuned it.
  func table(bank: UInt8, program: UInt8) -> UnsafeMutablePointer<Double>? {
    let address = Int32(bank) &* 128 &+ Int32(program)
    for index in 0..<count where addresses[index] == address { return cents + index &* 128 }
    return nil
  }

  /// A program's table, to be tuned; nil if there is no room for another.
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

/// How a channel is tuned: a tuning program (RPN 3 and 4), and an offset for each key of the octave.
struct ChannelTuning {
  /// Cents from C to B.
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
  /// How far a key is tuned from equal temperament, in cents.
  @inline(__always)
  func cents(of key: UInt8, _ programs: TuningPrograms) -> Double {
    octave[Int(key % 12)] + (programs.table(bank: bank, program: program)?[Int(key)] ?? 0)
  }
}

extension ChannelState {
  /// The octave of a channel has been tuned: twelve offsets from equal temperament in cents, C to B. Drums are not left
  /// out.
  ///
  /// - Parameter retunes: whether what sounds follows, by a grid point; else it counts from the next note on.
  mutating func tuneOctave(_ channel: Int, retunes: Bool) {
    channels[channel].overrides |= ChannelOverrides.isTuned
    if retunes { voices.tuningChanged(channel) }
  }

  /// Tunes one key of a channel's octave (0 is C); what sounds of it follows. GS and XG do it so.
  mutating func setOctaveTuning(_ channel: Int, keyClass: Int, cents: Double) {
    let offset = channels[channel].tuning.octave + keyClass
    guard offset.pointee != cents else { return }
    offset.pointee = cents
    tuneOctave(channel, retunes: true)
  }

  /// A tuning program has been changed; where it is real-time, what sounds in it follows.
  mutating func noticeTuning(bank: UInt8, program: UInt8, retunes: Bool) {
    for channel in 0..<SynthLimits.channels {
      channels[channel].overrides |= ChannelOverrides.isTuned
      let own = channels[channel].tuning
      if retunes, own.bank == bank, own.program == program { voices.tuningChanged(channel) }
    }
  }
}
