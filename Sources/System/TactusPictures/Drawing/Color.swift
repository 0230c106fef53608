import TactusDSP

/// A colour of a screen (sRGB), without transparency.
package struct Color: Hashable, Sendable {
  package var red, green, blue: UInt8

  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// 0xRRGGBB.
  package init(_ hex: UInt32) {
    self.init(
      UInt8(truncatingIfNeeded: hex >> 16), UInt8(truncatingIfNeeded: hex >> 8), UInt8(truncatingIfNeeded: hex))
  }

  /// A colour by how it is seen: lightness 0…1, chroma from 0 (grey) to about 0.3, hue in turns (0 is pink, ¼ yellow,
  /// ½ green, ¾ blue). Where a screen has no colour of that chroma, the strongest it has.
  ///
  /// Equal steps look equally large, which is what makes colour maps honest. Source: B. Ottosson, "A perceptual color
  /// space for image processing" (Oklab), 2020.
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

  /// Light of the three primaries, 0…1 for what a screen can show.
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

  /// Light as a screen's number (IEC 61966-2-1).
  private static func encoded(_ light: Double) -> UInt8 {
    let x = min(max(light, 0), 1)
    let value = x <= 0.0031308 ? 12.92 * x : 1.055 * ExactMath.exp2(ExactMath.log2(x) / 2.4) - 0.055
    return UInt8(min(max(value * 255 + 0.5, 0), 255))
  }

  /// A colour between this (0) and another (1).
  package func mixed(with other: Color, _ amount: Double) -> Color {
    func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8(Double(a) + (Double(b) - Double(a)) * amount + 0.5) }
    return Color(mix(red, other.red), mix(green, other.green), mix(blue, other.blue))
  }
}

/// What something is painted with: a colour for light pictures, one for dark ones, and how much it covers.
package struct Ink: Hashable, Sendable {
  package var light, dark: Color
  /// Hundredths, 0…100.
  package var opacity: UInt8 = 100

  package init(light: Color, dark: Color, opacity: UInt8 = 100) {
    (self.light, self.dark, self.opacity) = (light, dark, opacity)
  }
  /// The same colour in both.
  package init(_ color: Color) { self.init(light: color, dark: color) }

  package func with(opacity: UInt8) -> Ink { Ink(light: light, dark: dark, opacity: opacity) }
  package func color(isDark: Bool) -> Color { isDark ? dark : light }
}
