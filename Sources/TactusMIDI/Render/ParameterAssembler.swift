/// A registered (RPN) or non-registered (NRPN) parameter that has been set.
///
/// - Thread: any
public struct ParameterChange: Hashable, Sendable, BitwiseCopyable {
  /// Whether it is a registered one.
  public var isRegistered: Bool
  /// 0…16,383: the most significant number · 128 and the least.
  public var number: UInt16
  /// 0…16,383.
  public var value: UInt16
  /// Whether the value's lower seven bits have been said, too.
  public var isFine: Bool

  /// A parameter and its value.
  public init(isRegistered: Bool, number: UInt16, value: UInt16, isFine: Bool = true) {
    (self.isRegistered, self.number, self.value, self.isFine) = (isRegistered, number, value, isFine)
  }
}

/// Puts the controllers together by which parameters are set, for one channel.
///
/// Controllers 101 and 100 select a registered parameter, 99 and 98 a non-registered one; the latest kind counts, and
/// 127/127 selects none. Controller 6 sets the upper seven bits and clears the lower ones, and takes effect at once: many
/// senders never send controller 38, which sets the lower ones. 96 and 97 step by one.
///
/// Source: MIDI 1.0 Detailed Specification, "Registered and non-registered parameter numbers".
/// - Thread: audio or control, one at a time
public struct ParameterAssembler: Hashable, Sendable, BitwiseCopyable {
  private enum Kind { case none, registered, nonRegistered }

  private var kind = Kind.none
  private var numberMost: UInt8 = 127
  private var numberLeast: UInt8 = 127
  private var value: UInt16 = 0

  /// Nothing is selected.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public init() {}

  /// Whether a controller is one of those that set parameters.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public static func isOurs(_ controller: UInt8) -> Bool {
    controller == 6 || controller == 38 || (controller >= 96 && controller <= 101)
  }

  /// Takes a controller; gives what it sets, nil if it sets nothing.
  ///
  /// - Parameters:
  ///   - controller: its number.
  ///   - value: 0…127.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func take(controller: UInt8, _ value: UInt8) -> ParameterChange? {
    switch controller {
    case 98, 99: select(.nonRegistered, isMost: controller == 99, value)
    case 100, 101: select(.registered, isMost: controller == 101, value)
    case 6: return set(UInt16(value & 127) &<< 7, isFine: false)
    case 38: return set(self.value & ~127 | UInt16(value & 127), isFine: true)
    case 96: return set(self.value < 16_383 ? self.value &+ 1 : self.value, isFine: true)
    case 97: return set(self.value > 0 ? self.value &- 1 : self.value, isFine: true)
    default: break
    }
    return nil
  }

  /// Selects nothing, as "reset all controllers" does.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func reset() { self = ParameterAssembler() }

  private mutating func select(_ kind: Kind, isMost: Bool, _ value: UInt8) {
    switch (self.kind, kind) {
    case (.registered, .registered), (.nonRegistered, .nonRegistered): break
    default: (numberMost, numberLeast) = (127, 127)
    }
    self.kind = kind
    if isMost { numberMost = value & 127 } else { numberLeast = value & 127 }
    self.value = 0
  }

  private mutating func set(_ value: UInt16, isFine: Bool) -> ParameterChange? {
    if case .none = kind { return nil }
    guard numberMost != 127 || numberLeast != 127 else { return nil }
    self.value = value
    var isRegistered = false
    if case .registered = kind { isRegistered = true }
    let number = UInt16(numberMost) &<< 7 | UInt16(numberLeast)
    return ParameterChange(isRegistered: isRegistered, number: number, value: value, isFine: isFine)
  }
}
