/// The length of a step: a part of a whole note, plain, dotted or in triplets.
///
/// - Thread: any
public struct StepLength: Hashable, Sendable {
  /// How many parts of a whole note, 1…64.
  public var numerator: Int
  /// Which part of a whole note, 1…128.
  public var denominator: Int
  /// Whether it is half as long again.
  public var isDotted = false
  /// Whether three take the time of two.
  public var isTriplet = false

  /// A part of a whole note: 1, 16 is a sixteenth.
  public init(_ numerator: Int, _ denominator: Int, isDotted: Bool = false, isTriplet: Bool = false) {
    (self.numerator, self.denominator) = (numerator, denominator)
    (self.isDotted, self.isTriplet) = (isDotted, isTriplet)
  }

  /// In quarter notes.
  public var beats: Double {
    let plain = 4 * Double(numerator.within(1...64)) / Double(denominator.within(1...128))
    return isDotted ? plain * 1.5 : isTriplet ? plain * 2 / 3 : plain
  }
}
