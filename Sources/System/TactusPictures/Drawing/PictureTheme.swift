/// The color theme: light, dark, or the viewer's preference.
///
/// - Thread: any
public enum PictureTheme: String, Hashable, Sendable, CaseIterable {
  /// Dark lines on white.
  case light
  /// Light lines on near-black.
  case dark
  /// In SVG, the viewer's preference (`prefers-color-scheme`). PNG does not support this, so PNG pictures are light.
  case auto
}

/// The inks of everything except data.
package enum Palette {
  package static let background = Ink(light: Color(0xFFFFFF), dark: Color(0x14161A))
  /// The background of data.
  package static let panel = Ink(light: Color(0xF7F8FA), dark: Color(0x1C1F25))
  /// The background of alternate rows, such as those of black keys.
  package static let shade = Ink(light: Color(0xECEEF2), dark: Color(0x16181D))
  package static let grid = Ink(light: Color(0xDFE2E8), dark: Color(0x2B2F38))
  package static let strongGrid = Ink(light: Color(0xC3C8D2), dark: Color(0x424855))
  package static let frame = Ink(light: Color(0xB6BCC8), dark: Color(0x4C5361))
  package static let title = Ink(light: Color(0x14171C), dark: Color(0xF1F3F6))
  package static let text = Ink(light: Color(0x3A404B), dark: Color(0xC6CBD5))
  package static let faintText = Ink(light: Color(0x666E7C), dark: Color(0x939BA9))
  package static let accent = Ink(light: Color(0x2563B8), dark: Color(0x6EA8F2))
  package static let softAccent = Ink(light: Color(0xA9C6EC), dark: Color(0x2F527F))
  package static let warning = Ink(light: Color(0xC62828), dark: Color(0xFF6B66))
  package static let whiteKey = Ink(light: Color(0xFFFFFF), dark: Color(0xD5D9E0))
  package static let blackKey = Ink(light: Color(0x3A404B), dark: Color(0x2A2E36))

  /// Returns the ink of a data series. Any two of the first sixteen inks differ clearly in hue, lightness or both;
  /// neighbors differ most.
  package static func series(_ index: Int) -> Ink {
    let (hue, level, strength) = seriesPlaces[index % 16]
    let turn = Double(hue) / 32 + Double(index / 16 % 4) / 64
    return Ink(
      light: Color(lightness: [0.42, 0.50, 0.58, 0.66, 0.74][level], chroma: [0.07, 0.13, 0.20][strength], hue: turn),
      dark: Color(lightness: [0.60, 0.67, 0.74, 0.81, 0.88][level], chroma: [0.06, 0.11, 0.17][strength], hue: turn))
  }

  /// Hue in 32nds of the circle, lightness from dark to bright, and chroma from low to high. A search maximized the
  /// smallest distance between any two inks in Oklab, for both themes at once.
  private static let seriesPlaces: [(hue: Int, level: Int, strength: Int)] = [
    (13, 1, 2), (29, 0, 2), (6, 2, 2), (1, 4, 2), (28, 1, 0), (18, 4, 2), (8, 4, 2), (24, 1, 2), (18, 0, 2), (2, 0, 2),
    (13, 4, 2), (20, 2, 2), (7, 0, 1), (1, 2, 2), (12, 3, 0), (27, 3, 2),
  ]
}
