import Foundation

extension Golden {
  /// The spec's concave curve, 0…1 → 0…1: slow at first, then steep. `960 · concave(1 − v/127)` centibels make the
  /// amplitude (v/127)². The printed factor (2.04 §9.5.3) is a misprint; its figure shows 40/96.
  package static func concave(_ x: Double) -> Double {
    if x <= 0 { return 0 }
    if x >= 1 { return 1 }
    return min(-40.0 / 96 * log10(1 - x), 1)
  }

  /// The spec's convex curve, 0…1 → 0…1: the concave one turned about its middle,
  /// that is 1 + (400/960)·log10(x), clipped. It leaves 0 at x = 10^−2.4.
  package static func convex(_ x: Double) -> Double { 1 - concave(1 - x) }

  package enum Curve: Int, Sendable { case linear, concave, convex, `switch` }

  /// A modulator source's sixteen bits (SF2.04 §8.2.1).
  package struct Source: Sendable {
    var index: Int
    var isController: Bool
    var isNegative: Bool
    var isBipolar: Bool
    var curve: Curve

    /// Nil where the text says the modulator is to be ignored: an undefined curve or source.
    package init?(bits: UInt16) {
      guard let curve = Curve(rawValue: Int(bits >> 10)) else { return nil }
      index = Int(bits & 127)
      isController = bits & 0x80 != 0
      isNegative = bits & 0x100 != 0
      isBipolar = bits & 0x200 != 0
      self.curve = curve
      if isController {
        // Bank select, data entry, (N)RPN selection and mode messages; 33–63 are low bytes. Controller 0 is bank
        // select, so that "index 0" means "no controller" only outside of the controllers; the texts that say
        // "index 0, CC = 0" mean the CC bit.
        switch index {
        case 0, 6, 32...63, 98...101, 120...127: return nil
        default: break
        }
      } else if ![0, 2, 3, 10, 13, 14, 16, 127].contains(index) {
        return nil
      }
    }

    var isNone: Bool { !isController && index == 0 }
    var isLink: Bool { !isController && index == 127 }

    /// A raw value on `scale`, through direction, polarity and curve: 0…1 or −1…1.
    package func shape(_ raw: Double, _ scale: Scale, _ top: Top) -> Double {
      if curve == .switch { return shapeSwitch(raw, scale) }
      // The bent curves end at 127 under either reading: (v/127)² is what every player and the hardware do.
      let top = curve == .linear ? top : .exactMaximum
      if isBipolar {
        let signed = scale.bipolar(raw, top) * (isNegative ? -1 : 1)
        return signed < 0 ? -bent(-signed) : bent(signed)
      }
      let plain = scale.unipolar(raw, top)
      return bent(isNegative ? 1 - plain : plain)
    }

    /// Off below the middle, on from it; the negative direction mirrors the raw value first, so that it is on up to
    /// one below the middle.
    private func shapeSwitch(_ raw: Double, _ scale: Scale) -> Double {
      let value = isNegative ? scale.maximum - raw : raw
      return value >= scale.middle ? 1 : (isBipolar ? -1 : 0)
    }

    private func bent(_ x: Double) -> Double {
      switch curve {
      case .linear, .switch: x
      case .concave: Golden.concave(x)
      case .convex: Golden.convex(x)
      }
    }
  }

  /// The range of raw values of a source.
  package struct Scale: Sendable {
    var maximum: Double
    var middle: Double

    /// Seven bits: controllers, pressures, key, velocity; the pitch bend's sensitivity in semitones counts like it.
    package static let seven = Scale(maximum: 127, middle: 64)
    /// Fourteen bits: the pitch bend.
    package static let fourteen = Scale(maximum: 16_383, middle: 8_192)

    func unipolar(_ raw: Double, _ top: Top) -> Double {
      switch top {
      case .exactMaximum: min(raw / maximum, 1)
      case .printed: raw / (2 * middle)
      }
    }

    /// Below the middle the printed formula; above it, the rest of the way is stretched to end at exactly 1.
    func bipolar(_ raw: Double, _ top: Top) -> Double {
      let distance = raw - middle
      if distance <= 0 || top == .printed { return distance / middle }
      return min(distance / (maximum - middle), 1)
    }
  }
}
