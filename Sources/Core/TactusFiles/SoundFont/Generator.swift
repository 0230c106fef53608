extension SoundFont {
  /// A generator of a zone and its amount.
  ///
  /// - Thread: any
  public struct Generator: Hashable, Sendable {
    /// The parameter that it sets.
    public var kind: GeneratorKind
    /// The amount in the unit of the kind, as in the file, not clamped.
    public var amount: Int16
    /// The part of the amount below its unit, in 1/65,536; 0 except in DLS banks, whose amounts are finer.
    public var fraction: UInt16 = 0

    /// Creates a generator with an amount in its kind's unit.
    public init(_ kind: GeneratorKind, _ amount: Int16) {
      self.kind = kind
      self.amount = amount
    }

    /// The low byte: the lowest key or velocity of a range.
    public var lowByte: UInt8 { UInt8(truncatingIfNeeded: amount) }
    /// The high byte: the highest key or velocity of a range.
    public var highByte: UInt8 { UInt8(truncatingIfNeeded: amount >> 8) }
    /// The amount as an index, 0…65,535.
    public var index: Int { Int(UInt16(bitPattern: amount)) }
    /// The generator with its amount rounded to whole units, as files store it.
    var rounded: Self { fraction == 0 ? self : Self(kind, Int16(nearestTo: amount, fraction)) }
  }
}

extension Int16 {
  /// The whole number that is nearest to an amount with a fraction in 1/65,536, after multiplication by a factor.
  init(nearestTo amount: Int16, _ fraction: UInt16, times factor: Double = 1) {
    let exact = (Double(amount) + Double(fraction) / 65_536) * factor
    self = Int16(Swift.max(-32_768, Swift.min(32_767, exact.rounded())))
  }
}
