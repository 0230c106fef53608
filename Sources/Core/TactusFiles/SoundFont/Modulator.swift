extension SoundFont {
  /// A modulator: source · amount source · amount, transformed and added to a generator (2.04 §8.2).
  ///
  /// Fields are raw, as in the file; ``isEvaluable`` is true if the modulator has an effect.
  /// - Thread: any
  public struct Modulator: Hashable, Sendable {
    /// The primary source.
    public var source: ModulatorSource
    /// The number of the generator to change, or 0x8000 plus the index of a modulator in the same zone's list.
    public var destination: UInt16
    /// The amount in the destination's unit at the maximum of the source.
    public var amount: Int16
    /// The source that scales the amount; the raw value 0 is the constant 1.
    public var amountSource: ModulatorSource
    /// The transform: 0 is linear, 2 is absolute value; other values are unknown.
    public var transform: UInt16
    /// The part of the amount below its unit, in 1/65,536; 0 except in DLS banks, whose amounts are finer.
    public var fraction: UInt16 = 0

    /// Creates a modulator from the five raw fields.
    public init(
      source: ModulatorSource, destination: UInt16, amount: Int16, amountSource: ModulatorSource = .none,
      transform: UInt16 = 0
    ) {
      self.source = source
      self.destination = destination
      self.amount = amount
      self.amountSource = amountSource
      self.transform = transform
    }

    /// Creates a modulator that changes a generator.
    public init(_ source: ModulatorSource, to kind: GeneratorKind, _ amount: Int16, by scale: ModulatorSource = .none) {
      self.init(source: source, destination: kind.rawValue, amount: amount, amountSource: scale)
    }

    /// All fields except the amount, combined.
    ///
    /// If two modulators have the same identity, one replaces the other (in an instrument) or is added to it (in a
    /// preset); see 2.04 §9.5.1.
    public var identity: UInt64 {
      UInt64(source.rawValue) << 48 | UInt64(destination) << 32 | UInt64(amountSource.rawValue) << 16
        | UInt64(transform)
    }
    /// The modulator with its amount rounded to whole units, as files store it.
    var rounded: Self {
      var rounded = self
      (rounded.amount, rounded.fraction) = (Int16(nearestTo: amount, fraction), 0)
      return rounded
    }
    /// The index, in the same zone's list, of the modulator that this one feeds; nil if it feeds a generator.
    public var linkedModulator: Int? { destination & 0x8000 != 0 ? Int(destination & 0x7FFF) : nil }
    /// The generator to change; nil if the modulator feeds another modulator or the number is unknown.
    public var destinationKind: GeneratorKind? { GeneratorKind(rawValue: destination) }
    /// Whether every field is valid: both sources, the transform, and the destination, which must be a link or a
    /// generator that can be modulated. Whether a link is valid depends on the zone.
    public var isEvaluable: Bool {
      guard source.isLegal, amountSource.isLegal, !amountSource.isLink, transform == 0 || transform == 2 else {
        return false
      }
      return linkedModulator != nil || destinationKind?.isModulatable == true
    }
  }

  /// A modulator source: a controller and the mapping of its value (2.04 §8.2.1).
  ///
  /// Bits: 0–6 index, 7 MIDI controller, 8 direction, 9 polarity, 10–15 curve.
  /// - Thread: any
  public struct ModulatorSource: RawRepresentable, Hashable, Sendable {
    /// The field as in the file.
    public var rawValue: UInt16
    /// Creates a source from the field as in the file.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The four curves of 2.04 §8.2.3.
    public enum Curve: UInt8, Sendable { case linear, concave, convex, `switch` }

    /// Creates a source from a general controller such as ``Index/velocity``.
    public init(_ index: Index, _ curve: Curve = .linear, isNegative: Bool = false, isBipolar: Bool = false) {
      self.init(index: index.rawValue, curve, isNegative, isBipolar)
    }
    /// Creates a source from a MIDI controller, 0…127.
    public init(controller: UInt8, _ curve: Curve = .linear, isNegative: Bool = false, isBipolar: Bool = false) {
      self.init(index: controller & 127 | 128, curve, isNegative, isBipolar)
    }
    private init(index: UInt8, _ curve: Curve, _ isNegative: Bool, _ isBipolar: Bool) {
      let bent = (isNegative ? 0x100 : 0) | (isBipolar ? 0x200 : 0) as UInt16
      rawValue = UInt16(index) | bent | UInt16(curve.rawValue) << 10
    }

    /// No controller: the constant 1.
    public static let none = ModulatorSource(rawValue: 0)
    /// The output of another modulator.
    public static let link = ModulatorSource(rawValue: 127)

    /// The sources that are not MIDI controllers.
    public enum Index: UInt8, Sendable {
      case none = 0, velocity = 2, key = 3, polyPressure = 10, channelPressure = 13, pitchWheel = 14
      case pitchWheelSensitivity = 16, link = 127
    }

    /// The number of the MIDI or general controller, 0…127.
    public var number: UInt8 { UInt8(rawValue & 127) }
    /// Whether the number is that of a MIDI controller.
    public var isController: Bool { rawValue & 0x80 != 0 }
    /// Whether the direction is negative: the maximum of the controller maps to the minimum of the source.
    public var isNegative: Bool { rawValue & 0x100 != 0 }
    /// Whether the output runs from −1 to 1 instead of 0 to 1.
    public var isBipolar: Bool { rawValue & 0x200 != 0 }
    /// The curve; nil if it is unknown: the modulator is then ignored.
    public var curve: Curve? { UInt8(exactly: rawValue >> 10).flatMap(Curve.init(rawValue:)) }
    /// The general source; nil for MIDI controllers and unknown numbers.
    public var index: Index? { isController ? nil : Index(rawValue: number) }
    /// Whether it is the constant 1.
    public var isNone: Bool { rawValue & 0xFF == 0 }
    /// Whether another modulator feeds it.
    public var isLink: Bool { rawValue & 0xFF == 127 }
    /// Whether the source is valid (2.04 §8.2.1): bank select, data entry, the RPN and NRPN numbers, the LSB
    /// controllers 33–63 and channel mode messages are not allowed as sources.
    public var isLegal: Bool {
      guard curve != nil else { return false }
      guard isController else { return index != nil }
      switch number {
      case 0, 6, 32...63, 98...101, 120...127: return false
      default: return true
      }
    }
  }
}
