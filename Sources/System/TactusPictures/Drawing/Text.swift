/// A line of text.
package struct Text: Hashable, Sendable {
  /// The part of the text that lies at its position.
  package enum Anchor: Hashable, Sendable { case start, middle, end }

  package var string: String
  /// The position on the baseline.
  package var position: Point
  /// The font size in pixels per em.
  package var size: Double
  package var ink: Ink
  package var anchor = Anchor.start
  package var isBold = false
  /// Whether the text runs upwards instead of to the right.
  package var isUpright = false
  /// Whether the SVG specifies the text's width, so that a substituted font does not make it overlap the next element.
  package var holdsWidth = false

  package init(
    _ string: String, at position: Point, size: Double = 11, _ ink: Ink = Palette.text, anchor: Anchor = .start,
    isBold: Bool = false
  ) {
    self.string = string
    self.position = position
    self.size = size
    self.ink = ink
    self.anchor = anchor
    self.isBold = isBold
  }

  /// Returns the approximate width: exact for the built-in font, with room for most other fonts.
  package static func width(_ string: String, size: Double = 11, isBold: Bool = false) -> Double {
    StrokeFont.width(of: string) * size * (isBold ? 1.14 : 1.04)
  }

  /// Returns the maximum width in any substituted font; monospaced fonts are the widest, with 0.61 em per letter.
  package static func widthInAnyFont(_ string: String, size: Double = 11) -> Double {
    max(width(string, size: size), 0.61 * size * Double(string.count))
  }

  package var width: Double { Self.width(string, size: size, isBold: isBold) }

  /// The area that the letters may take, from ascenders to descenders.
  package var bounds: Rect {
    let before = anchor == .start ? 0 : anchor == .middle ? width / 2 : width
    let (above, tall) = (0.76 * size, 0.98 * size)
    if isUpright { return Rect(x: position.x - above, y: position.y + before - width, width: tall, height: width) }
    return Rect(x: position.x - before, y: position.y - above, width: width, height: tall)
  }

  /// Returns the text, shortened with an ellipsis if it is wider than `width`; empty if nothing fits.
  package static func fitting(_ string: String, width: Double, size: Double = 11, isBold: Bool = false) -> String {
    if self.width(string, size: size, isBold: isBold) <= width { return string }
    let room = width - self.width("…", size: size, isBold: isBold)
    var used = 0.0
    var count = 0
    for character in string {
      used += self.width(String(character), size: size, isBold: isBold)
      if used > room { break }
      count += 1
    }
    guard count > 0 else { return "" }
    var text = String(string.prefix(count))
    while text.last == " " { text.removeLast() }
    return text + "…"
  }

  /// Returns text from a file as one line of limited length without control characters.
  package static func clean(_ string: String, limit: Int = 300) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in string.unicodeScalars.prefix(limit) {
      let isControl = scalar.value < 32 || (127...159).contains(scalar.value)
      let isInvisible = (0x200B...0x200F).contains(scalar.value) || (0x2028...0x202E).contains(scalar.value)
      if isControl || isInvisible || scalar.value == 0xFEFF {
        if scalars.last != " " { scalars.append(" ") }
      } else {
        scalars.append(scalar)
      }
    }
    var text = String(scalars)
    while text.last == " " { text.removeLast() }
    return String(text.drop { $0 == " " })
  }
}
