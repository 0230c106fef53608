/// The length of a step as a fraction of a whole note: plain, dotted or triplet.
///
/// - Thread: any
public struct StepLength: Hashable, Sendable {
  /// The numerator, 1…64.
  public var numerator: Int
  /// The denominator, 1…128.
  public var denominator: Int
  /// Whether the length is dotted.
  public var isDotted = false
  /// Whether the length is a triplet.
  public var isTriplet = false

  /// Creates a length; 1 and 16 make a sixteenth.
  public init(_ numerator: Int, _ denominator: Int, isDotted: Bool = false, isTriplet: Bool = false) {
    (self.numerator, self.denominator) = (numerator, denominator)
    (self.isDotted, self.isTriplet) = (isDotted, isTriplet)
  }

  /// The length in quarter notes.
  public var beats: Double {
    let plain = 4 * Double(numerator.within(1...64)) / Double(denominator.within(1...128))
    return isDotted ? plain * 1.5 : isTriplet ? plain * 2 / 3 : plain
  }
}
