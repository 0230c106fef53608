/// Dark on light, light on dark, or what the viewer prefers.
///
/// - Thread: any
public enum PictureTheme: String, Hashable, Sendable, CaseIterable {
  /// Dark lines on white.
  case light
  /// Light lines on near-black.
  case dark
  /// SVG: as the viewer prefers (`prefers-color-scheme`). PNG cannot choose and is light.
  case auto
}

/// The inks of everything that is not data.
package enum Palette {
  package static let background = Ink(light: Color(0xFFFFFF), dark: Color(0x14161A))
  /// The area that data is drawn on.
  package static let panel = Ink(light: Color(0xF7F8FA), dark: Color(0x1C1F25))
  /// Every second thing, such as the rows of black keys.
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

  /// The ink of one of many things side by side: hues that lie far apart for neighbours, of equal weight to the eye.
  package static func series(_ index: Int) -> Ink {
    // Steps of 7/16 of the circle reach all sixteen hues; neighbours lie almost opposite each other.
    let turn = Double((index % 16) * 7 % 16) / 16 + Double(index / 16 % 4) / 64 + 0.71
    let isDeep = index % 2 == 1
    return Ink(
      light: Color(lightness: isDeep ? 0.52 : 0.62, chroma: 0.16, hue: turn),
      dark: Color(lightness: isDeep ? 0.70 : 0.78, chroma: 0.14, hue: turn))
  }
}
