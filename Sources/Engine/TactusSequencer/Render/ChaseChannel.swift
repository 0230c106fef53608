import TactusMIDI

/// A registered or non-registered parameter that has been set.
struct ChaseParameter {
  /// Whether the parameter sets a generator, as the NRPNs of SoundFont (MSB 120) and the AWE 32 (MSB 127) do.
  /// Controller 121 resets it.
  var isGenerator: Bool { number &>> 7 == 128 | 120 || number &>> 7 == 128 | 127 }

  /// Whether data entry has no effect on a parameter before its MSB (controller 6): on the non-registered ones of GS, XG
  /// and SoundFont.
  static func needsMSB(_ number: UInt16) -> Bool {
    number & 16_384 != 0 && ParameterAssembler.needsMSB(nonRegistered: number & 16_383)
  }

  /// Whether receivers ignore data increment and decrement of a parameter.
  static func ignoresSteps(_ number: UInt16) -> Bool { needsMSB(number) || number &>> 7 == 128 | 127 }

  /// The bit of a selected SoundFont number (MSB 120) that selects no generator, because its MSB came last, or because
  /// LSBs of 100 to 102 before it have added hundreds: there are no generators above 99.
  ///
  /// Source: SoundFont 2.01 §9.6.1 (the messages depend on their order), §9.6.2.
  static var lacksGenerator: UInt16 { 32_768 }

  /// Whether a number selects a generator, if it is one of SoundFont; always true for others.
  static func mayHaveGenerator(_ number: UInt16) -> Bool {
    number & lacksGenerator == 0 && (number &>> 7 != 128 | 120 || number & 127 < 100)
  }

  /// Returns a parameter number after one of its halves was received; with ``lacksGenerator`` if it selects no
  /// generator.
  ///
  /// - Parameters:
  ///   - isMost: whether the MSB has been selected.
  ///   - before: the number before; ``ChaseChannel/noParameter`` if the other kind was selected.
  static func selected(_ number: UInt16, isMost: Bool, after before: UInt16) -> UInt16 {
    let plain = number & ~lacksGenerator
    guard plain &>> 7 == 128 | 120 else { return plain }
    let hasHundreds = before & lacksGenerator == 0 && (100...102).contains(before & 127)
    return isMost || hasHundreds && plain & 127 < 100 ? plain | lacksGenerator : plain
  }

  /// The parameter number: MSB · 128 + LSB, plus 16,384 for a non-registered parameter.
  var number: UInt16
  /// The value from data entry, 0…16,383.
  var value: UInt16

  /// Returns the sound controller, 71…78, that sets the same part of a sound as a non-registered parameter of GS and XG
  /// (MSB 1); 0 for other parameters.
  static func soundController(ofParameter number: UInt16) -> Int {
    guard number &>> 7 == 128 | 1 else { return 0 }
    return switch number & 127 {
    case 0x21: 71
    case 0x66: 72
    case 0x63: 73
    case 0x20: 74
    case 0x64: 75
    case 0x08: 76
    case 0x09: 77
    case 0x0A: 78
    default: 0
    }
  }
}

/// The state of a channel: the messages that have been sent, and during a chase, the state at a tick.
struct ChaseChannel {
  // The messages sent so far.
  /// Controllers that have ever been sent, one bit each.
  var sent: (UInt64, UInt64) = (0, 0)
  var hasSentProgram = false
  var hasSentPressure = false
  var hasSentPitchBend = false
  /// Whether a parameter that sets a generator may have been sent.
  var hasSentGenerator = false
  /// The pedals that are down, one bit each; see ``pedalBit(_:)``.
  var pedals: UInt8 = 0
  var isBent = false
  /// The parameter that data entry would set at the receiver; ``noParameter`` for none.
  var sentSelected = ChaseChannel.noParameter
  /// The parameter of the other kind, whose number the receiver keeps; ``noParameter`` for none.
  var sentOther = ChaseChannel.noParameter
  /// The number of parameters that have been set.
  var sentParameterCount = 0
  /// The track that last moved a pedal or the pitch bend.
  var sentTrack: UInt32 = 0
  // The state at a tick.
  /// The track that last moved a pedal or the pitch bend up to that tick; 0 for none.
  var stateTrack: UInt32 = 0
  /// Controllers that have a value, one bit each.
  var set: (UInt64, UInt64) = (0, 0)
  var program: Int16 = -1
  /// The bank that was selected at the program change; −1 if none was.
  var programBank: (Int16, Int16) = (-1, -1)
  var pressure: Int16 = -1
  var pitchBend: Int32 = -1
  /// The parameter that data entry sets; ``noParameter`` for none.
  var selected = ChaseChannel.noParameter
  /// The parameter of the other kind, whose number is kept; ``noParameter`` for none.
  var other = ChaseChannel.noParameter
  var parameterCount = 0
  /// The sound controllers that were set after the last parameter that sets the same part of the sound, one bit each;
  /// see ``soundControllerBit(_:)``.
  var laterControllers: UInt8 = 0
  /// The value, 0…16,383, that data entry has set since a non-registered parameter was selected. An MSB does not reset
  /// the LSB. Nil before the first data entry, which then starts from the center, 8,192.
  var entry: UInt16?
  /// Whether an MSB is part of `entry`.
  var hasEntryMSB = false
  /// Whether `entry` is the value of the selected parameter.
  var hasEntered: Bool { entry != nil && (hasEntryMSB || !ChaseParameter.needsMSB(selected)) }

  /// Whether data entry, increment or decrement by a controller changes the selected parameter. Otherwise, it changes
  /// at most `entry`. The result is the same before and after that data entry.
  func setsParameter(_ controller: Int) -> Bool {
    switch controller {
    case 6: true
    case 38: hasEntryMSB || !ChaseParameter.needsMSB(selected)
    default: !ChaseParameter.ignoresSteps(selected)
    }
  }

  static var noParameter: UInt16 { .max }

  /// Resets the state, as if no message had been received.
  mutating func clear() {
    (set, stateTrack) = ((0, 0), 0)
    (program, pressure, pitchBend) = (-1, -1, -1)
    programBank = (-1, -1)
    (selected, other) = (Self.noParameter, Self.noParameter)
    (parameterCount, laterControllers, entry, hasEntryMSB) = (0, 0, nil, false)
  }

  /// Returns the bit of a pedal that holds notes (sustain, sostenuto or hold 2); 0 for other controllers.
  static func pedalBit(_ controller: UInt8) -> UInt8 {
    switch controller {
    case 64: 1
    case 66: 2
    case 69: 4
    default: 0
    }
  }

  /// Returns the bit of a sound controller, 71…78; 0 for other controllers.
  static func soundControllerBit(_ controller: Int) -> UInt8 {
    controller >= 71 && controller <= 78 ? 1 &<< UInt8(truncatingIfNeeded: controller &- 71) : 0
  }

  static func has(_ bits: (UInt64, UInt64), _ number: Int) -> Bool {
    (number < 64 ? bits.0 &>> UInt64(number) : bits.1 &>> UInt64(number &- 64)) & 1 == 1
  }

  static func insert(_ number: Int, _ bits: inout (UInt64, UInt64)) {
    if number < 64 { bits.0 |= 1 &<< UInt64(number) } else { bits.1 |= 1 &<< UInt64(number &- 64) }
  }
}
