import TactusTime

/// A mark on an axis with its label.
package struct AxisMark: Hashable, Sendable {
  package var value: Double
  /// The label; empty for a mark without one.
  package var label: String
}

/// Chooses the marks of axes: in steps of 1, 2 or 5, or of clock time.
package enum Ticks {
  /// Returns marks at all multiples of a step: the smallest of 1, 2 or 5 times a power of ten for which neighboring
  /// marks are at least `room` pixels apart.
  package static func linear(_ scale: AxisScale, room: Double, unit: String = "") -> [AxisMark] {
    let step = step(atLeast: room / scale.pixelsPerUnit)
    let digits = digits(of: step)
    return multiples(of: step, in: scale).map { AxisMark(value: $0, label: minus($0.fixed(digits)) + unit) }
  }

  /// Returns the marks of a time axis in seconds, labeled as a clock: 0:05, 1:02:30, 0:00.25.
  package static func time(_ scale: AxisScale, room: Double) -> [AxisMark] {
    let least = room / scale.pixelsPerUnit
    let clock: [Double] = [
      1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400,
    ]
    let step = least <= 0.5 ? step(atLeast: least) : clock.first { $0 >= least } ?? step(atLeast: least)
    let isShort = scale.high < 1 && step < 1
    return multiples(of: step, in: scale).map {
      AxisMark(value: $0, label: isShort ? milliseconds($0, step) : self.clock($0, digits: digits(of: step)))
    }
  }

  private static func milliseconds(_ seconds: Double, _ step: Double) -> String {
    (seconds * 1000).fixed(digits(of: step * 1000)) + " ms"
  }

  /// Formats seconds as minutes and seconds, with hours if needed.
  package static func clock(_ seconds: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1.0) { value, _ in value * 10 }
    let rounded = (seconds * scale).rounded() / scale
    let minutes = Int(rounded / 60)
    let rest = rounded - Double(minutes * 60)
    let text = (rest < 10 ? "0" : "") + rest.fixed(digits)
    guard minutes >= 60 else { return "\(minutes):\(text)" }
    return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60):\(text)"
  }

  /// Returns the smallest 1, 2 or 5 times a power of ten that is not below `least`.
  package static func step(atLeast least: Double) -> Double {
    guard least > 1e-9, least < 1e12 else { return least >= 1e12 ? least : 1e-9 }
    // Multiplication and division produce the same powers of ten on every platform.
    var power = 1.0
    while power >= least { power /= 10 }
    while power * 10 < least { power *= 10 }
    return [1, 2, 5, 10].map { $0 * power }.first { $0 >= least * 0.999_999 } ?? power * 10
  }

  /// Returns the number of decimals of a step.
  private static func digits(of step: Double) -> Int {
    var (digits, rest) = (0, step)
    while digits < 9, abs(rest - rest.rounded()) > 1e-6 * rest {
      digits += 1
      rest *= 10
    }
    return digits
  }

  private static func multiples(of step: Double, in scale: AxisScale) -> [Double] {
    let first = (scale.low / step - 1e-6).rounded(.up)
    let last = (scale.high / step + 1e-6).rounded(.down)
    guard last >= first, last - first < 1000 else { return [] }
    return (0...Int(last - first)).map { (first + Double($0)) * step }
  }

  /// Returns marks at 1 to 9 times each power of ten, with labels at 1, 2 and 5 times where they fit.
  package static func frequencies(_ scale: AxisScale, room: Double) -> [AxisMark] {
    var ticks: [AxisMark] = []
    var power = 1.0
    var lastPosition = Double.infinity
    while power <= scale.high {
      for digit in 1...9 {
        let value = Double(digit) * power
        guard value >= scale.low * 0.999, value <= scale.high * 1.001 else { continue }
        let position = scale.position(value)
        let isNamed = [1, 2, 5].contains(digit) && abs(position - lastPosition) >= room
        if isNamed { lastPosition = position }
        ticks.append(AxisMark(value: value, label: isNamed ? hertz(value) : ""))
      }
      power *= 10
    }
    return ticks
  }

  package static func hertz(_ value: Double) -> String {
    value >= 1000
      ? (value / 1000).fixed((value / 1000).rounded() == value / 1000 ? 0 : 1) + " kHz" : value.fixed(0) + " Hz"
  }

  /// Replaces a leading hyphen by a typographic minus sign.
  package static func minus(_ text: String) -> String {
    text.hasPrefix("-") ? "−" + text.dropFirst() : text
  }
}
