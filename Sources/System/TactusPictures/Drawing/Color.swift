import TactusDSP

/// An opaque sRGB color.
package struct Color: Hashable, Sendable {
  package var red, green, blue: UInt8

  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// Creates a color from 0xRRGGBB.
  package init(_ hex: UInt32) {
    self.init(
      UInt8(truncatingIfNeeded: hex >> 16), UInt8(truncatingIfNeeded: hex >> 8), UInt8(truncatingIfNeeded: hex))
  }

  /// Creates a perceptual color: lightness 0…1, chroma from 0 (gray) to about 0.3, hue in revolutions (0 is pink, ¼
  /// yellow, ½ green, ¾ blue). If sRGB lacks a color of that chroma, the highest available chroma is used.
  ///
  /// Equal steps look equal, which color maps need. Source: B. Ottosson, "A perceptual color space for image
  /// processing" (Oklab), 2020.
  package init(lightness: Double, chroma: Double, hue: Double) {
    var (low, high) = (0.0, chroma)
    if Self.linear(lightness, chroma, hue).isInside {
      low = chroma
    } else {
      for _ in 0..<12 {
        let middle = (low + high) / 2
        if Self.linear(lightness, middle, hue).isInside { low = middle } else { high = middle }
      }
    }
    let light = Self.linear(lightness, low, hue)
    self.init(Self.encoded(light.red), Self.encoded(light.green), Self.encoded(light.blue))
  }

  /// The linear light of the three primaries, 0…1 within the gamut.
  private struct Light {
    var red, green, blue: Double
    var isInside: Bool { [red, green, blue].allSatisfy { $0 > -1e-4 && $0 < 1.0001 } }
  }

  private static func linear(_ lightness: Double, _ chroma: Double, _ hue: Double) -> Light {
    let a = chroma * ExactMath.cos2Pi(hue)
    let b = chroma * ExactMath.sin2Pi(hue)
    let l = cubed(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let m = cubed(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let s = cubed(lightness - 0.0894841775 * a - 1.2914855480 * b)
    return Light(
      red: 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
      green: -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
      blue: -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)
  }

  private static func cubed(_ x: Double) -> Double { x * x * x }

  /// Converts linear light to an sRGB value (IEC 61966-2-1).
  private static func encoded(_ light: Double) -> UInt8 {
    let x = min(max(light, 0), 1)
    let value = x <= 0.0031308 ? 12.92 * x : 1.055 * ExactMath.exp2(ExactMath.log2(x) / 2.4) - 0.055
    return UInt8(min(max(value * 255 + 0.5, 0), 255))
  }

  /// Interpolates between this color (0) and another (1).
  package func mixed(with other: Color, _ amount: Double) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(Double(a) + (Double(b) - Double(a)) * amount + 0.5) }
    return Color(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
  }
}

/// The paint of a shape: a color for the light theme, one for the dark theme, and an opacity.
package struct Ink: Hashable, Sendable {
  package var light, dark: Color
  /// The opacity in percent, 0…100.
  package var opacity: UInt8 = 100

  package init(light: Color, dark: Color, opacity: UInt8 = 100) {
    (self.light, self.dark, self.opacity) = (light, dark, opacity)
  }
  /// Creates an ink with the same color in both themes.
  package init(_ color: Color) { self.init(light: color, dark: color) }

  package func with(opacity: UInt8) -> Ink { Ink(light: light, dark: dark, opacity: opacity) }
  package func color(isDark: Bool) -> Color { isDark ? dark : light }
}
