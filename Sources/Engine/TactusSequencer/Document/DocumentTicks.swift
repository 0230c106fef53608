import TactusFiles
import TactusTime

/// A position or a duration in a document: a whole number of ticks, or a string of beats.
///
/// Beats are decimal numbers, fractions, or sums of these: "0.25", "1/3", "4+2/3". They are rounded to the nearest
/// tick.
struct DocumentTicks: DocumentValue {
  var ticks: Tick

  init(_ ticks: Tick) { self.ticks = ticks }

  init(from node: DocumentNode) throws(DocumentProblem) {
    if let text = try? String(from: node) {
      guard let ticks = Self.ticks(text, node.ticksPerQuarter) else {
        throw node.expected("beats such as \"1.5\", \"1/3\" or \"4+1/3\", not \"\(text.prefix(40))\"")
      }
      self.ticks = ticks
    } else if let ticks = try? Tick(from: node) {
      self.ticks = ticks
    } else {
      throw node.expected("ticks (a whole number) or beats (a text such as \"1/3\")")
    }
    let limit = TimeSettings.tickLimit
    guard (-limit...limit).contains(ticks) else { throw node.expected("a position within ±2^53 ticks") }
  }

  /// The ticks, clamped to the limits that ``init(from:)`` checks.
  var json: JSON { TimeSettings.clamp(tick: ticks).json }

  /// Returns the nearest tick, with halves rounded up; nil if the string is not a number of beats.
  private static func ticks(_ text: String, _ ticksPerQuarter: Int) -> Tick? {
    let isNegative = text.hasPrefix("-")
    var sum: (Int128, Int128) = (0, 1)
    for term in text.dropFirst(isNegative ? 1 : 0).split(separator: "+", omittingEmptySubsequences: false) {
      guard let (above, below) = fraction(term.filter { $0 != " " }) else { return nil }
      sum = (sum.0 * below + above * sum.1, sum.1 * below)
      guard sum.0 < 1 << 60, sum.1 < 1 << 40 else { return nil }
    }
    return nearest(isNegative ? -sum.0 : sum.0, sum.1, ticksPerQuarter)
  }

  /// Returns the tick nearest to a fraction of a quarter note, with halves rounded up.
  static func nearest(_ above: Int128, _ below: Int128, _ ticksPerQuarter: Int) -> Tick {
    let doubled = 2 * above * Int128(ticksPerQuarter) + below
    let (quotient, rest) = doubled.quotientAndRemainder(dividingBy: 2 * below)
    return Tick(clamping: rest < 0 ? quotient - 1 : quotient)
  }

  /// Parses a fraction or a decimal number; returns nil if the string is neither.
  static func fraction(_ text: String) -> (Int128, Int128)? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if parts.count == 2 {
      guard let above = number(parts[0], digits: 12), let below = number(parts[1], digits: 6), below > 0 else {
        return nil
      }
      return (above, below)
    }
    let sides = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 1, sides.count <= 2, let whole = number(sides[0], digits: 12) else { return nil }
    guard sides.count == 2 else { return (whole, 1) }
    guard let rest = number(sides[1], digits: 9) else { return nil }
    let scale = (0..<sides[1].count).reduce(Int128(1)) { power, _ in power * 10 }
    return (whole * scale + rest, scale)
  }

  private static func number(_ text: Substring, digits: Int) -> Int128? {
    guard (1...digits).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return text.utf8.reduce(0) { $0 * 10 + Int128($1 - 0x30) }
  }
}
