import TactusDSP

/// A font of single strokes, designed for this program: ASCII, Latin-1, and the signs that music and tables need.
///
/// An em has ten units. The baseline is y = 0, and y increases upwards. Capitals are 7.2 units high, lowercase letters
/// 5.1. A glyph is a width and a list of strokes:
///
///     M x y            starts a stroke
///     L x y            a line to this point
///     A x y w h a b    starts a stroke: an arc of the ellipse around x y with semi-axes w h, from a to b degrees
///     a x y w h a b    a line to the start of such an arc, and the arc
///     O x y w h        a whole ellipse
package enum StrokeFont {
  /// The number of units per em.
  package static let em = 10.0
  /// The width of a stroke as a fraction of the em.
  package static let weight = 0.09
  package static let boldWeight = 0.128

  /// Returns the width of a text as a fraction of the em.
  package static func width(of text: String) -> Double {
    text.unicodeScalars.reduce(0) { $0 + glyph($1).width } / em
  }

  /// Returns the strokes of a text that starts at 0, 0.
  package static func strokes(of text: String) -> [[Point]] {
    var x = 0.0
    var result: [[Point]] = []
    for scalar in text.unicodeScalars {
      let glyph = glyph(scalar)
      for stroke in glyph.strokes { result.append(stroke.map { Point($0.x + x, $0.y) }) }
      x += glyph.width
    }
    return result
  }

  /// Whether the font has a glyph for a character.
  package static func contains(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || glyphs[scalar] != nil }

  package struct Glyph: Sendable {
    var width: Double
    var strokes: [[Point]] = []
  }

  private static func glyph(_ scalar: Unicode.Scalar) -> Glyph { glyphs[scalar] ?? box(scalar) }

  /// Returns the glyph that replaces a missing character; combining marks take no width.
  private static func box(_ scalar: Unicode.Scalar) -> Glyph {
    if scalar.properties.generalCategory == .nonspacingMark { return Glyph(width: 0) }
    return Glyph(width: 6, strokes: [[Point(1, 0), Point(5, 0), Point(5, 7.2), Point(1, 7.2), Point(1, 0)]])
  }

  private static let glyphs: [Unicode.Scalar: Glyph] = {
    var glyphs: [Unicode.Scalar: Glyph] = [:]
    for line in StrokeFontGlyphs.lines {
      var words = line.split(separator: " ")
      guard words.count >= 2, let scalar = words[0].unicodeScalars.first, let width = Double(words[1]) else { continue }
      words.removeFirst(2)
      glyphs[scalar] = Glyph(width: width, strokes: strokes(words))
    }
    for (letters, base, accent) in StrokeFontGlyphs.accented {
      for (letter, base) in zip(letters.unicodeScalars, base.unicodeScalars) {
        glyphs[letter] = accented(glyphs[base], glyphs[accent], isRaised: accent != "¸" && base.properties.isUppercase)
      }
    }
    glyphs[" "] = Glyph(width: 2.8)
    glyphs["\u{A0}"] = Glyph(width: 2.8)
    glyphs["\u{2002}"] = Glyph(width: 5)
    return glyphs
  }()

  /// Returns a letter with a mark above its middle; the marks are designed for lowercase letters.
  private static func accented(_ base: Glyph?, _ accent: Glyph?, isRaised: Bool) -> Glyph {
    guard var result = base, let accent else { return Glyph(width: 6) }
    let (dx, dy) = ((result.width - accent.width) / 2, isRaised ? 2.0 : 0)
    result.strokes += accent.strokes.map { $0.map { Point($0.x + dx, $0.y + dy) } }
    return result
  }

  private static func strokes(_ words: [Substring]) -> [[Point]] {
    var result: [[Point]] = []
    var rest = words[...]
    func numbers(_ count: Int) -> [Double] {
      let values = rest.prefix(count).map { Double($0) ?? 0 }
      rest = rest.dropFirst(count)
      return values + Array(repeating: 0, count: count - values.count)
    }
    while let command = rest.popFirst() {
      switch command {
      case "M":
        let to = numbers(2)
        result.append([Point(to[0], to[1])])
      case "L":
        let to = numbers(2)
        result[result.count - 1].append(Point(to[0], to[1]))
      case "O": result.append(arc(numbers(4) + [0, 360]))
      case "A": result.append(arc(numbers(6)))
      default: result[result.count - 1] += arc(numbers(6))
      }
    }
    return result
  }

  private static func arc(_ n: [Double]) -> [Point] {
    let steps = max(2, Int(abs(n[5] - n[4]) / 15))
    return (0...steps).map { step in
      let turn = (n[4] + (n[5] - n[4]) * Double(step) / Double(steps)) / 360
      return Point(n[0] + n[2] * ExactMath.cos2Pi(turn), n[1] + n[3] * ExactMath.sin2Pi(turn))
    }
  }
}
