/// Pixels with transparency, row by row from the top.
package struct Bitmap: Sendable {
  package let width, height: Int
  /// Red, green, blue and opacity, one byte each.
  package private(set) var bytes: [UInt8]

  /// Creates a transparent bitmap.
  package init(width: Int, height: Int) {
    self.width = max(1, width)
    self.height = max(1, height)
    bytes = Array(repeating: 0, count: 4 * self.width * self.height)
  }

  package init(width: Int, height: Int, filledWith color: Color) {
    self.init(width: width, height: height)
    for start in stride(from: 0, to: bytes.count, by: 4) { set(start, color) }
  }

  package subscript(x: Int, y: Int) -> Color {
    get {
      let start = 4 * (y * width + x)
      return Color(bytes[start], bytes[start + 1], bytes[start + 2])
    }
    set { set(4 * (y * width + x), newValue) }
  }

  /// Returns the opacity of a pixel, 0…255.
  package func alpha(_ x: Int, _ y: Int) -> UInt8 { bytes[4 * (y * width + x) + 3] }

  private mutating func set(_ start: Int, _ color: Color) {
    bytes[start] = color.red
    bytes[start + 1] = color.green
    bytes[start + 2] = color.blue
    bytes[start + 3] = 255
  }

  /// Paints a color over a pixel with an opacity of 0…255.
  @inline(__always)
  package mutating func blend(_ x: Int, _ y: Int, _ color: Color, _ cover: Int) {
    blend(color.red, color.green, color.blue, cover, at: 4 * (y * width + x))
  }

  @inline(__always)
  private mutating func blend(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ cover: Int, at start: Int) {
    guard cover > 0 else { return }
    let below = Int(bytes[start + 3])
    if cover >= 255 || below == 0 {
      (bytes[start], bytes[start + 1], bytes[start + 2]) = (red, green, blue)
      bytes[start + 3] = UInt8(min(cover, 255))
      return
    }
    // The color below counts in proportion to its remaining visibility.
    let rest = below * (255 - cover) / 255
    let total = cover + rest
    func mix(_ top: UInt8, _ bottom: UInt8) -> UInt8 {
      UInt8((Int(top) * cover + Int(bottom) * rest + total / 2) / total)
    }
    bytes[start] = mix(red, bytes[start])
    bytes[start + 1] = mix(green, bytes[start + 1])
    bytes[start + 2] = mix(blue, bytes[start + 2])
    bytes[start + 3] = UInt8(total)
  }

  /// Paints another bitmap over a rectangle, with nearest-neighbor scaling.
  package mutating func draw(_ image: Bitmap, in rect: Rect) {
    guard rect.width > 0, rect.height > 0 else { return }
    let columns = Self.pixels(rect.x, rect.maxX, of: width)
    let rows = Self.pixels(rect.y, rect.maxY, of: height)
    for y in rows {
      let fromY = min(image.height - 1, max(0, Int((Double(y) + 0.5 - rect.y) / rect.height * Double(image.height))))
      for x in columns {
        let fromX = min(image.width - 1, max(0, Int((Double(x) + 0.5 - rect.x) / rect.width * Double(image.width))))
        let from = 4 * (fromY * image.width + fromX)
        let cover = Int(image.bytes[from + 3])
        blend(image.bytes[from], image.bytes[from + 1], image.bytes[from + 2], cover, at: 4 * (y * width + x))
      }
    }
  }

  /// Returns the pixels between two edges, clamped to the bitmap.
  private static func pixels(_ low: Double, _ high: Double, of count: Int) -> Range<Int> {
    let first = Int(min(max(low.wholePixel, 0), Double(count)))
    return first..<max(first, Int(min(max(high.wholePixel, 0), Double(count))))
  }
}
