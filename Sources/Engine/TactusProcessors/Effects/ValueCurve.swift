import TactusDSP
import TactusFiles
import TactusMIDI

/// A mapping of values between 0 and 1.
///
/// - Thread: any
public enum ValueCurve: Hashable, Sendable {
  /// The identity.
  case linear
  /// y = x raised to this exponent, 0.05…20 (clamped). Exponents above 1 lower values, exponents below 1 raise them.
  case exponent(Double)
  /// Line segments between points sorted by x; the curve is constant beyond the outermost points. At most 128 points,
  /// each from 0 to 1 (clamped).
  case points([Point])

  /// A point of a curve.
  public struct Point: Hashable, Sendable {
    /// The input, 0…1.
    public var x: Double
    /// The output, 0…1.
    public var y: Double
    /// Creates a point.
    public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
  }

  /// Returns the output, 0…1, for an input from 0 to 1.
  func value(at x: Double) -> Double {
    switch self {
    case .linear: return x
    case .exponent(let exponent):
      if x <= 0 { return 0 }
      return min(1, ExactMath.exp2(ExactMath.log2(x) * min(max(0.05, exponent), 20)))
    case .points(let points):
      let points = Self.usable(points).sorted { $0.x < $1.x }
      guard let first = points.first, let last = points.last else { return x }
      if x <= first.x { return first.y.within(0...1) }
      guard let right = points.firstIndex(where: { $0.x > x }) else { return last.y.within(0...1) }
      let (a, b) = (points[right - 1], points[right])
      return min(max(0, a.y + (b.y - a.y) * (x - a.x) / (b.x - a.x)), 1)
    }
  }
}

extension ValueCurve {
  /// The maximum number of points.
  static var mostPoints: Int { 128 }

  /// The same curve in its simplest form: ``linear`` if it is an exponent of 1 or has no points.
  var simplest: ValueCurve { self == .exponent(1) || self == .points([]) ? .linear : self }

  /// The first points up to the maximum, each clamped to 0…1.
  private static func usable(_ points: [Point]) -> [Point] {
    points.prefix(mostPoints).map { Point($0.x.within(0...1), $0.y.within(0...1)) }
  }
}

extension ValueCurve: DocumentValue {
  /// Reads an exponent as a number, or points such as [[0, 0], [0.5, 0.8], [1, 1]].
  package init(from node: DocumentNode) throws(DocumentProblem) {
    if let exponent = try? Double(from: node), (0.05...20).contains(exponent) {
      self = exponent == 1 ? .linear : .exponent(exponent)
      return
    }
    guard let pairs = try? [[Double]](from: node), (1...Self.mostPoints).contains(pairs.count),
      pairs.allSatisfy({ $0.count == 2 && $0.allSatisfy((0...1).contains) })
    else { throw node.expected("an exponent 0.05…20, or points [[x, y], …] of numbers 0…1") }
    self = .points(pairs.map { Point($0[0], $0[1]) })
  }

  /// The form that ``init(from:)`` reads.
  package var json: JSON {
    switch simplest {
    case .linear: 1.0.json
    case .exponent(let exponent): exponent.within(0.05...20).json
    case .points(let points): Self.usable(points).map { [$0.x, $0.y] }.json
    }
  }
}

/// Converts a curve to a table for the audio thread, with 32-bit values as in MIDI 2.0.
extension ValueCurve {
  /// Returns the outputs for 1,025 evenly spaced inputs from 0 to the highest.
  ///
  /// - Parameters:
  ///   - lowest: the output for 0, 32 bits.
  ///   - highest: the output for the highest input; may be below `lowest`.
  func table(from lowest: UInt32, to highest: UInt32) -> [UInt32] {
    (0...1024).map { index in
      let y = value(at: Double(index) / 1024)
      let value = Double(lowest) + (Double(highest) - Double(lowest)) * y
      return UInt32(min(max(0, (value + 0.5).rounded(.down)), Double(UInt32.max)))
    }
  }

  /// Creates a curve between two 7-bit values.
  func shape(_ tables: StageTables, from lowest: UInt8 = 0, to highest: UInt8 = 127) -> ValueShape {
    let isPlain = self == .linear && lowest == 0 && highest >= 127
    let ends = (ValueScaling.up32(min(lowest, 127)), ValueScaling.up32(min(highest, 127)))
    return ValueShape(isPlain: isPlain, table: tables.table(table(from: ends.0, to: ends.1)))
  }
}
