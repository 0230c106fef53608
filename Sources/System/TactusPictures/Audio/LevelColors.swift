/// The colours of levels, from nothing to the strongest: lightness grows evenly, so that equal steps in decibels look
/// equally large, and hue goes from blue through red to yellow. Made by a formula in Oklab, no table.
package enum LevelColors {
  package static let count = 128

  package static let colors: [Color] = (0..<count).map { index in
    let part = Double(index) / Double(count - 1)
    // Dark blue to pale yellow; most colour in the middle, where a screen has most of it.
    return Color(
      lightness: 0.12 + 0.85 * part, chroma: 0.06 + 0.56 * part * (1 - part), hue: 0.76 + 0.54 * part)
  }

  package static func color(_ level: Float, _ range: ClosedRange<Double>) -> Color {
    let part = (Double(level) - range.lowerBound) / (range.upperBound - range.lowerBound)
    return colors[min(max(Int(part * Double(count)), 0), count - 1)]
  }
}
