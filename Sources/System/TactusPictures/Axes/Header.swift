extension Drawing {
  /// Draws the title and a line of facts at the top of `area`, and removes that strip from it.
  package mutating func header(_ title: String, facts: [String], in area: inout Rect) {
    let strip = area.takeTop(40, gap: 8)
    let headline = Text.fitting(Text.clean(title), width: strip.width, size: 18, isBold: true)
    text(Text(headline, at: Point(strip.x, strip.y + 15), size: 18, Palette.title, isBold: true))
    let line = facts.filter { !$0.isEmpty }.joined(separator: "\u{2002}·\u{2002}")
    text(
      Text(
        Text.fitting(line, width: strip.width, size: 12), at: Point(strip.x, strip.y + 34), size: 12,
        Palette.faintText))
  }

  /// Draws a message in the middle of an otherwise empty panel.
  package mutating func notice(_ words: String, in panel: Rect) {
    rect(panel, Palette.panel)
    text(Text(words, at: Point(panel.midX, panel.midY + 5), size: 14, Palette.faintText, anchor: .middle))
  }
}
