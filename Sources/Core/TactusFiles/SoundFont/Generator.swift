extension SoundFont {
  /// One generator of a zone: what it governs and how much. Four bytes.
  ///
  /// - Thread: any
  public struct Generator: Hashable, Sendable {
    /// What it governs.
    public var kind: GeneratorKind
    /// The amount in the unit of the kind, unclamped as it stands in the file.
    public var amount: Int16

    /// A generator with an amount in its kind's own unit.
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
  }
}
