/// A registered or non-registered parameter that has been set.
struct ChaseParameter {
  /// Whether it sets a generator, as SoundFont's (high byte 120) and the AWE 32's (127) do: controller 121 takes it back.
  var isGenerator: Bool { number &>> 7 == 128 | 120 || number &>> 7 == 128 | 127 }

  /// Where it is selected: 16,384 for non-registered ones, plus the most significant seven bits · 128, plus the others.
  var number: UInt16
  /// What data entry has set, 0…16,383.
  var value: UInt16
}

/// What a sequencer remembers of a channel: what it has sent, and while it chases, the state that holds at a tick.
struct ChaseChannel {
  // What has been sent since the last release.
  /// Controllers ever sent, a bit each.
  var sent: (UInt64, UInt64) = (0, 0)
  var hasSentProgram = false
  var hasSentPressure = false
  var hasSentPitchBend = false
  /// Whether a parameter that sets a generator may have been sent.
  var hasSentGenerator = false
  var isHolding = false
  var isSustaining = false
  var isBent = false
  /// What data entry that is sent speaks to; ``noParameter`` for nothing.
  var sentSelected = ChaseChannel.noParameter
  /// How many parameters have been set.
  var sentParameterCount = 0
  /// The track that moved a pedal or the pitch bend last.
  var holder: UInt32 = 0
  // The state at a tick.
  /// The track whose messages moved a pedal or the pitch bend; 0 for none.
  var taker: UInt32 = 0
  /// Controllers that have a value, a bit each.
  var set: (UInt64, UInt64) = (0, 0)
  var program: Int16 = -1
  /// The bank that was selected when the program came; −1 for what had not been said.
  var programBank: (Int16, Int16) = (-1, -1)
  var pressure: Int16 = -1
  var pitchBend: Int32 = -1
  /// What data entry speaks to; ``noParameter`` for nothing.
  var selected = ChaseChannel.noParameter
  var parameterCount = 0

  static var noParameter: UInt16 { .max }

  /// The state before anything has been said.
  mutating func clear() {
    (set, taker) = ((0, 0), 0)
    (program, pressure, pitchBend) = (-1, -1, -1)
    programBank = (-1, -1)
    selected = Self.noParameter
    parameterCount = 0
  }

  static func has(_ bits: (UInt64, UInt64), _ number: Int) -> Bool {
    (number < 64 ? bits.0 &>> UInt64(number) : bits.1 &>> UInt64(number &- 64)) & 1 == 1
  }

  static func insert(_ number: Int, _ bits: inout (UInt64, UInt64)) {
    if number < 64 { bits.0 |= 1 &<< UInt64(number) } else { bits.1 |= 1 &<< UInt64(number &- 64) }
  }
}
