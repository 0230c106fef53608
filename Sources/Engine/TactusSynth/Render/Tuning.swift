/// The tuning programs that differ from equal temperament: for each of the 128 keys the cents by which it does.
///
/// - Thread: audio
struct TuningPrograms {
  /// Bank · 128 + program of each, in the order in which they were first tuned.
  var addresses: UnsafeMutablePointer<Int32>
  /// 128 for each.
  var cents: UnsafeMutablePointer<Double>
  var count = 0

  /// A program's table; nil if nobody has tuned it.
  func table(bank: UInt8, program: UInt8) -> UnsafeMutablePointer<Double>? {
    let address = Int32(bank) &* 128 &+ Int32(program)
    for index in 0..<count where addresses[index] == address { return cents + index &* 128 }
    return nil
  }

  /// A program's table, to be tuned; nil if there is no room for another.
  mutating func makeTable(bank: UInt8, program: UInt8) -> UnsafeMutablePointer<Double>? {
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

extension SynthCore {
  /// How far a key of a channel is tuned from equal temperament, in cents.
  func tuning(of channel: Int, key: UInt8) -> Double {
    let own = channels[channel].tuning
    let table = tunings.table(bank: own.bank, program: own.program)
    return own.octave[Int(key % 12)] + (table?[Int(key)] ?? 0)
  }

  /// Tunes a channel's octave: twelve offsets from equal temperament in cents, C to B. Drums are not left out.
  ///
  /// - Parameter retunes: whether what sounds follows, by a grid point; else it counts from the next note on.
  mutating func setOctaveTuning(_ channel: Int, cents: UnsafePointer<Double>, retunes: Bool) {
    let octave = channels[channel].tuning.octave
    for step in 0..<12 { octave[step] = cents[step] }
    channels[channel].traits |= ChannelTraits.isTuned
    if retunes { retune(channel) }
  }

  /// Tunes one key of a channel's octave (0 is C); what sounds of it follows. GS and XG do it so.
  mutating func setOctaveTuning(_ channel: Int, keyClass: Int, cents: Double) {
    let place = channels[channel].tuning.octave + keyClass
    guard place.pointee != cents else { return }
    place.pointee = cents
    channels[channel].traits |= ChannelTraits.isTuned
    retune(channel)
  }

  /// A tuning program has been changed; where it is real-time, what sounds in it follows.
  mutating func noticeTuning(bank: UInt8, program: UInt8, retunes: Bool) {
    for channel in 0..<SynthLimits.channels {
      channels[channel].traits |= ChannelTraits.isTuned
      let own = channels[channel].tuning
      if retunes, own.bank == bank, own.program == program { retune(channel) }
    }
  }

  private mutating func retune(_ channel: Int) {
    forEachVoice(of: channel) { core, index in
      core.voices[index].tuning = core.tuning(of: channel, key: core.voices[index].key)
      core.refresh(index)
    }
  }
}
