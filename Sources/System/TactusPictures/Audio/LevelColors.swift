/// The colors of levels from silence to the highest. Lightness rises evenly, so that equal steps in decibels look
/// equal, and the hue goes from blue through red to yellow. A formula in Oklab computes them.
package enum LevelColors {
  package static let count = 128

  package static let colors: [Color] = (0..<count).map { index in
    let part = Double(index) / Double(count - 1)
    // From dark blue to pale yellow; chroma is highest in the middle, where the sRGB gamut is widest.
    return Color(
      lightness: 0.12 + 0.85 * part, chroma: 0.06 + 0.56 * part * (1 - part), hue: 0.76 + 0.54 * part)
  }

  package static func color(_ level: Float, _ range: ClosedRange<Double>) -> Color {
    let part = (Double(level) - range.lowerBound) / (range.upperBound - range.lowerBound)
    return colors[min(max(Int(part * Double(count)), 0), count - 1)]
  }
}
