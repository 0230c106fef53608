/// A change of a registered (RPN) or non-registered (NRPN) parameter.
///
/// - Thread: any
public struct ParameterChange: Hashable, Sendable, BitwiseCopyable {
  /// Whether the parameter is registered.
  public var isRegistered: Bool
  /// The parameter number, 0…16,383: MSB · 128 + LSB.
  public var number: UInt16
  /// The value, 0…16,383; 0 if unknown, see ``step``.
  public var value: UInt16
  /// Whether the lower seven bits of the value have also been received.
  public var isFine: Bool
  /// The relative change in 14-bit units if the value is unknown, because no data entry preceded the increment or
  /// decrement; otherwise 0.
  public var step: Int16
  /// Whether the value is known.
  public var isKnown: Bool { step == 0 }

  /// Creates a change.
  public init(isRegistered: Bool, number: UInt16, value: UInt16, isFine: Bool = true, step: Int16 = 0) {
    (self.isRegistered, self.number, self.value) = (isRegistered, number, value)
    (self.isFine, self.step) = (isFine, step)
  }
}

/// Combines the parameter controllers (RPN, NRPN and data entry) of one channel into parameter changes.
///
/// Controllers 101 and 100 select a registered parameter, 99 and 98 a non-registered one. The kind selected last is
/// active, and 127/127 deselects. Each kind keeps its number while the other is active, so a sender may later send only
/// the half that changes. Controller 6 sets the upper seven bits, clears the lower seven and takes effect at once,
/// because many senders never send controller 38, which sets the lower bits.
///
/// Some non-registered parameters have other rules. Those of GS and XG (MSB 1, 20…31 and 48…53) and of SoundFont
/// (MSB 120) take effect from controller 6 on: a controller 38 before it sets only the lower bits, which controller 6
/// then applies; a controller 38 after it takes effect at once. For these parameters and those of the AWE 32 (MSB 127),
/// controller 6 does not clear the lower bits, and before it, the upper bits are 64, so that the value starts from the
/// center. A number of SoundFont whose MSB comes last, or that has hundreds, selects nothing.
///
/// Controllers 96 and 97 increment and decrement the value by one unit. For the pitch bend range (RPN 0), the unit is
/// one cent, and 100 cents carry over to a semitone. For coarse tuning, tuning program, tuning bank and the MPE zone
/// (RPN 2, 3, 4, 6), the unit is 1 in the upper seven bits; for all other parameters, it is 1 in the 14-bit value.
/// Selecting a parameter invalidates the value, so an increment or decrement without a preceding value is only relative
/// (``ParameterChange/step``).
///
/// Source: MIDI 1.0 Detailed Specification, "Registered and non-registered parameter numbers"; RP-018, "Response to
/// data increment and decrement"; SoundFont 2.01 §9.6.1 and 9.6.3, in which the data entry LSB comes first. The MIDI
/// specification leaves open whether both kinds share a number; in FluidSynth and on the Sound Canvas, each has its
/// own.
/// - Thread: audio or control, one at a time
public struct ParameterAssembler: Hashable, Sendable, BitwiseCopyable {
  private enum Kind { case none, registered, nonRegistered }

  private var kind = Kind.none
  private var numberMost: UInt8 = 127
  private var numberLeast: UInt8 = 127
  /// The number of the other kind.
  private var otherMost: UInt8 = 127
  private var otherLeast: UInt8 = 127
  private var value: UInt16 = 0
  private var isFine = false
  /// Whether data entry has been received since the parameter was selected.
  private var isKnown = false
  /// Whether a SoundFont number (MSB 120) selects no generator: its MSB came last, or LSBs have added hundreds.
  private var lacksGenerator = false
  /// Whether an LSB has added hundreds to the next one; there are no generators above 99.
  private var hasHundreds = false

  /// Creates an assembler with no parameter selected.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public init() {}

  /// Whether a controller is one of those that set parameters.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public static func isParameterController(_ controller: UInt8) -> Bool {
    controller == 6 || controller == 38 || (controller >= 96 && controller <= 101)
  }

  /// Processes a controller; returns the change it makes, or nil.
  ///
  /// - Parameters:
  ///   - controller: the controller number.
  ///   - value: 0…127.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func take(controller: UInt8, _ value: UInt8) -> ParameterChange? {
    switch controller {
    case 98, 99: select(.nonRegistered, isMost: controller == 99, value)
    case 100, 101: select(.registered, isMost: controller == 101, value)
    case 6:
      let least = keepsLeast ? self.value & 127 : 0
      return set(UInt16(value & 127) &<< 7 | least, isFine: keepsLeast && isFine)
    case 38: return setLeast(value & 127)
    case 96: return step(1)
    case 97: return step(-1)
    default: break
    }
    return nil
  }

  /// Deselects the parameter, as "reset all controllers" does.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func reset() { self = ParameterAssembler() }

  private mutating func select(_ kind: Kind, isMost: Bool, _ value: UInt8) {
    switch (self.kind, kind) {
    case (.registered, .registered), (.nonRegistered, .nonRegistered): break
    default:
      (numberMost, otherMost) = (otherMost, numberMost)
      (numberLeast, otherLeast) = (otherLeast, numberLeast)
    }
    self.kind = kind
    if isMost { numberMost = value & 127 } else { numberLeast = value & 127 }
    let isSoundFont = !isRegistered && numberMost == 120
    lacksGenerator = isSoundFont && (isMost || hasHundreds || numberLeast >= 100)
    hasHundreds = isSoundFont && !isMost && (100...102).contains(numberLeast)
    (self.value, isFine, isKnown) = (keepsLeast ? 8_192 : 0, false, false)
  }

  private mutating func setLeast(_ least: UInt8) -> ParameterChange? {
    let entered = value & ~127 | UInt16(least)
    if !isKnown, isSelected, !isRegistered, Self.needsMSB(nonRegistered: number) {
      (value, isFine) = (entered, true)
      return nil
    }
    return set(entered, isFine: true)
  }

  private mutating func set(_ value: UInt16, isFine: Bool) -> ParameterChange? {
    guard isSelected else { return nil }
    (self.value, self.isFine, isKnown) = (value, isFine, true)
    return ParameterChange(isRegistered: isRegistered, number: number, value: value, isFine: isFine)
  }

  private mutating func step(_ direction: Int16) -> ParameterChange? {
    guard isSelected else { return nil }
    let isCoarse = isRegistered && (number == 2 || number == 3 || number == 4 || number == 6)
    let unit: Int16 = isCoarse ? 128 : 1
    guard isKnown else {
      return ParameterChange(
        isRegistered: isRegistered, number: number, value: 0, isFine: !isCoarse, step: direction &* unit)
    }
    let moved = Self.stepped(number, isRegistered: isRegistered, from: value, up: direction > 0)
    return set(moved, isFine: !isCoarse || isFine)
  }

  /// Returns a parameter's value after data increment or decrement; see ``ParameterAssembler`` for the units. A step
  /// beyond either end of the range leaves the value unchanged.
  ///
  /// - Parameters:
  ///   - number: the parameter number, 0…16,383.
  ///   - isRegistered: whether the parameter is registered.
  ///   - value: the value before, 0…16,383.
  ///   - up: whether the value is incremented.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func stepped(_ number: UInt16, isRegistered: Bool, from value: UInt16, up: Bool) -> UInt16 {
    let step = up ? 1 : -1
    let (most, least) = (Int(value &>> 7), Int(value & 127))
    switch isRegistered ? number : 16_383 {
    case 0:
      let cents = max(0, min(12_799, most &* 100 &+ min(99, least) &+ step))
      return UInt16(truncatingIfNeeded: (cents / 100) &<< 7 | cents % 100)
    case 2, 3, 4, 6: return UInt16(truncatingIfNeeded: max(0, min(127, most &+ step)) &<< 7 | least)
    default: return UInt16(truncatingIfNeeded: max(0, min(16_383, Int(value) &+ step)))
    }
  }

  /// Whether data entry has no effect on a non-registered parameter before its MSB (controller 6); an LSB before it is
  /// part of the value. These are the parameters of GS, XG and SoundFont.
  ///
  /// - Parameter number: the parameter number, 0…16,383.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func needsMSB(nonRegistered number: UInt16) -> Bool {
    switch number &>> 7 {
    case 1, 20...31, 48...53, 120: true
    default: false
    }
  }

  /// Whether a data entry MSB does not clear the LSB: for the parameters of GS, XG, SoundFont and the AWE 32.
  private var keepsLeast: Bool {
    !isRegistered && (Self.needsMSB(nonRegistered: number) || numberMost == 127)
  }

  private var isRegistered: Bool {
    if case .registered = kind { true } else { false }
  }

  private var number: UInt16 { UInt16(numberMost) &<< 7 | UInt16(numberLeast) }

  private var isSelected: Bool {
    if case .none = kind { return false }
    return !lacksGenerator && (numberMost != 127 || numberLeast != 127)
  }
}
