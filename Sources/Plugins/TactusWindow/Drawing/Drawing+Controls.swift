import TactusDSP
import TactusPictures

// Shapes that controls are made of.

extension Drawing {
  /// Draws a line of text in the vertical middle of a rectangle, shortened if it is too wide.
  mutating func label(
    _ string: String, in rect: Rect, size: Double = 11, _ ink: Ink = Palette.text, anchor: Text.Anchor = .start,
    isBold: Bool = false
  ) {
    let x = anchor == .start ? rect.x : anchor == .middle ? rect.midX : rect.maxX
    let fitting = Text.fitting(string, width: rect.width, size: size, isBold: isBold)
    text(
      Text(
        fitting, at: Point(x, rect.midY + 0.36 * size), size: size, ink, anchor: anchor, isBold: isBold))
  }

  /// Fills a rectangle with round corners.
  mutating func fill(_ rect: Rect, radius: Double, _ ink: Ink) { fill(Path.round(rect, radius), ink) }

  /// Fills a rectangle with round corners and an outline of one unit.
  mutating func box(_ rect: Rect, radius: Double, _ ink: Ink, outline: Ink) {
    fill(Path.round(rect, radius), outline)
    fill(Path.round(rect.inset(1, 1), max(0, radius - 1)), ink)
  }

  /// Fills a circle.
  mutating func disc(_ center: Point, radius: Double, _ ink: Ink) {
    fill(Path.arc(center, radius, from: 0, to: 1), ink)
  }

  /// Draws a small triangle that points downwards.
  mutating func chevron(_ center: Point, _ ink: Ink) {
    stroke(
      Path([
        Point(center.x - 3.5, center.y - 1.75), Point(center.x, center.y + 1.75),
        Point(center.x + 3.5, center.y - 1.75),
      ]),
      ink, width: 1.4)
  }

  /// Draws a switch.
  mutating func toggle(_ rect: Rect, isOn: Bool, ink: Ink) {
    fill(rect, radius: rect.height / 2, isOn ? ink : Palette.frame)
    let radius = rect.height / 2 - 2
    disc(
      Point(isOn ? rect.maxX - radius - 2 : rect.x + radius + 2, rect.midY), radius: radius, WindowInks.thumb)
  }

  /// Draws a level meter with its zero at the left: 60 dB in its width.
  mutating func meter(_ rect: Rect, level: Float) {
    rects([rect], Palette.grid)
    let share = LevelScale.share(level)
    guard share > 0 else { return }
    let loud = LevelScale.share(1)
    rects([Rect(x: rect.x, y: rect.y, width: rect.width * min(share, loud), height: rect.height)], WindowInks.level)
    if share > loud {
      rects(
        [Rect(x: rect.x + rect.width * loud, y: rect.y, width: rect.width * (share - loud), height: rect.height)],
        Palette.warning)
    }
  }
}

/// The scale of level meters: −60 dB at the left, +6 dB at the right.
enum LevelScale {
  /// Returns the share of a meter that a level fills, 0…1.
  static func share(_ level: Float) -> Double {
    guard level > 0.001 else { return 0 }
    let decibels = 6.02059991 * ExactMath.log2(Double(level))
    return min(max((decibels + 60) / 66, 0), 1)
  }
}

/// The inks that windows have besides those of pictures.
enum WindowInks {
  static let thumb = Ink(light: Color(0xFFFFFF), dark: Color(0xF1F3F6))
  static let level = Ink(light: Color(0x2E9E5B), dark: Color(0x4CC47E))
  /// The background of fields that take text or open lists.
  static let field = Ink(light: Color(0xFFFFFF), dark: Color(0x262A32))
  static let selection = Ink(light: Color(0xDCE8F8), dark: Color(0x2A3F5C))
  static let header = Ink(light: Color(0xECEEF2), dark: Color(0x0F1114))
  static let cell = Ink(light: Color(0xE4E7ED), dark: Color(0x2B2F38))
  static let downbeat = Ink(light: Color(0xD3D8E1), dark: Color(0x363C48))
  static let onAccent = Ink(light: Color(0xFFFFFF), dark: Color(0x10141A))
  /// The labels and values of controls that have no effect at the moment.
  static let disabled = Ink(light: Color(0x868E9C), dark: Color(0x78808E))
  /// The name of a white key.
  static let keyName = Ink(light: Color(0x7A8291), dark: Color(0x5B6270))
  /// The face of a knob.
  static let knob = Ink(light: Color(0xFFFFFF), dark: Color(0x343A45))
}

extension Path {
  /// A rectangle with round corners.
  static func round(_ rect: Rect, _ radius: Double) -> Path {
    let radius = min(radius, rect.width / 2, rect.height / 2)
    guard radius > 0 else {
      return Path([
        Point(rect.x, rect.y), Point(rect.maxX, rect.y), Point(rect.maxX, rect.maxY), Point(rect.x, rect.maxY),
      ])
    }
    let centers = [
      Point(rect.maxX - radius, rect.maxY - radius), Point(rect.x + radius, rect.maxY - radius),
      Point(rect.x + radius, rect.y + radius), Point(rect.maxX - radius, rect.y + radius),
    ]
    return Path(
      centers.enumerated().flatMap { corner, center in
        points(center, radius, from: Double(corner) / 4, to: Double(corner + 1) / 4)
      })
  }

  /// An arc; angles are fractions of a turn, clockwise from the right.
  static func arc(_ center: Point, _ radius: Double, from: Double, to: Double) -> Path {
    Path(points(center, radius, from: from, to: to))
  }

  private static func points(_ center: Point, _ radius: Double, from: Double, to: Double) -> [Point] {
    let count = max(2, Int(((to - from).magnitude * (12 + radius * 2)).rounded(.up)))
    return (0...count).map { position(center, radius, from + (to - from) * Double($0) / Double(count)) }
  }

  /// The point at an angle.
  static func position(_ center: Point, _ radius: Double, _ turn: Double) -> Point {
    Point(center.x + radius * ExactMath.cos2Pi(turn), center.y + radius * ExactMath.sin2Pi(turn))
  }
}
