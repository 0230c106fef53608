import TactusPictures

/// A rectangle of pixels.
package struct PixelRect: Hashable, Sendable {
  package var x, y, width, height: Int

  package init(x: Int, y: Int, width: Int, height: Int) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Returns the pixels that belong to both rectangles.
  package func intersection(_ other: PixelRect) -> PixelRect {
    let (left, top) = (max(x, other.x), max(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(0, min(x + width, other.x + other.width) - left),
      height: max(0, min(y + height, other.y + other.height) - top))
  }

  /// Returns the smallest rectangle around both.
  package func union(_ other: PixelRect) -> PixelRect {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }
}

/// Opaque pixels, 0x00RRGGBB each, row by row from the top: what a window shows.
///
/// - Thread: the window's
package final class Surface {
  package let width, height: Int
  package let pixels: UnsafeMutablePointer<UInt32>

  /// Creates a black surface.
  package init(width: Int, height: Int) {
    (self.width, self.height) = (max(1, width), max(1, height))
    pixels = .allocate(capacity: self.width * self.height)
    pixels.initialize(repeating: 0, count: self.width * self.height)
  }

  deinit { pixels.deallocate() }

  package var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// Returns a pixel, 0xRRGGBB; 0 outside the surface.
  package func pixel(_ x: Int, _ y: Int) -> UInt32 {
    x >= 0 && y >= 0 && x < width && y < height ? pixels[y * width + x] : 0
  }

  /// The surface as a PNG file.
  package func png() -> [UInt8] {
    var bitmap = Bitmap(width: width, height: height, filledWith: Color(0))
    for y in 0..<height { for x in 0..<width { bitmap[x, y] = Color(pixels[y * width + x]) } }
    return PNGWriter.write(bitmap)
  }

  /// Fills a rectangle, which must lie inside the surface.
  func fill(_ rect: PixelRect, _ color: UInt32) {
    for y in rect.y..<rect.y + rect.height {
      (pixels + y * width + rect.x).update(repeating: color, count: rect.width)
    }
  }

  /// Paints a color over the pixels of a row, each with an opacity of 0…255.
  func blend(_ color: UInt32, _ covers: UnsafePointer<UInt8>, _ count: Int, x: Int, y: Int) {
    let row = pixels + y * width + x
    let (redBlue, green) = (color & 0xFF00FF, color & 0x00FF00)
    for index in 0..<count {
      let cover = UInt32(covers[index])
      if cover == 0 { continue }
      if cover == 255 {
        row[index] = color
        continue
      }
      // red and blue at once, in 256ths
      let (part, below) = (cover &+ (cover &>> 7), row[index])
      let rest = 256 &- part
      let mixed = (redBlue &* part &+ (below & 0xFF00FF) &* rest) &>> 8 & 0xFF00FF
      row[index] = mixed | (green &* part &+ (below & 0x00FF00) &* rest) &>> 8 & 0x00FF00
    }
  }
}

extension Color {
  /// The color as 0xRRGGBB.
  package var word: UInt32 { UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue) }
}
