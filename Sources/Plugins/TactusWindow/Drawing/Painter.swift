import TactusPictures

/// Paints drawings into a surface, scaled, inside a clipping rectangle.
///
/// - Thread: the window's
package struct Painter {
  private let surface: Surface
  private let scale: Double
  private let isDark: Bool
  private let clip: PixelRect
  private let masks: TextMasks

  /// Creates a painter.
  ///
  /// - Parameters:
  ///   - scale: the number of pixels for each unit of a drawing.
  ///   - clip: the pixels that may change.
  package init(_ surface: Surface, scale: Double, isDark: Bool, clip: PixelRect, masks: TextMasks) {
    (self.surface, self.scale, self.isDark, self.masks) = (surface, scale, isDark, masks)
    self.clip = clip.intersection(surface.bounds)
  }

  package func paint(_ drawing: Drawing) {
    guard !clip.isEmpty else { return }
    for shape in drawing.shapes { paint(shape) }
  }

  private func paint(_ shape: Shape) {
    switch shape {
    case .rects(let rects, let ink): for rect in rects { fill(rect, ink) }
    case .fill(let path, let ink): fill(path.runs.map(scaled), ink)
    case .stroke(let path, let ink, let width):
      fill(path.runs.flatMap { Outlines.polygons(of: scaled($0), width: width * scale) }, ink)
    case .text(let text): paint(text)
    case .image: break
    }
  }

  private func scaled(_ points: [Point]) -> [Point] { points.map { Point($0.x * scale, $0.y * scale) } }

  /// Fills a rectangle, whose edges are moved to the next pixels.
  private func fill(_ rect: Rect, _ ink: Ink) {
    let color = ink.color(isDark: isDark).word
    let pixels = Self.pixels(rect, scale).intersection(clip)
    guard !pixels.isEmpty else { return }
    if ink.opacity >= 100 { return surface.fill(pixels, color) }
    let covers = [UInt8](repeating: UInt8(Double(ink.opacity) * 2.55), count: pixels.width)
    covers.withUnsafeBufferPointer { covers in
      guard let start = covers.baseAddress else { return }
      for y in pixels.y..<pixels.y + pixels.height { surface.blend(color, start, pixels.width, x: pixels.x, y: y) }
    }
  }

  /// Returns the pixels of a rectangle in units of a drawing.
  package static func pixels(_ rect: Rect, _ scale: Double) -> PixelRect {
    func whole(_ value: Double) -> Int { Int(min(max((value * scale).wholePixel, -100_000), 100_000)) }
    let (x, y) = (whole(rect.x), whole(rect.y))
    return PixelRect(x: x, y: y, width: max(0, whole(rect.maxX) - x), height: max(0, whole(rect.maxY) - y))
  }

  private func fill(_ polygons: [[Point]], _ ink: Ink) {
    var (low, high) = (Point(.infinity, .infinity), Point(-.infinity, -.infinity))
    for polygon in polygons {
      for point in polygon {
        low = Point(min(low.x, point.x), min(low.y, point.y))
        high = Point(max(high.x, point.x), max(high.y, point.y))
      }
    }
    guard low.x <= high.x,
      var coverage = Coverage(
        around: low, high, x: clip.x..<clip.x + clip.width, y: clip.y..<clip.y + clip.height)
    else { return }
    for polygon in polygons { coverage.add(polygon) }
    let color = ink.color(isDark: isDark).word
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: coverage.width) { covers in
      guard let start = covers.baseAddress else { return }
      for row in 0..<coverage.height {
        coverage.read(row: row, opacity: ink.opacity, into: covers)
        surface.blend(color, start, coverage.width, x: coverage.left, y: coverage.top + row)
      }
    }
  }

  /// Paints a text at the nearest whole pixel, so that a text looks the same everywhere.
  private func paint(_ text: Text) {
    let mask = masks.mask(of: text, scale: scale)
    guard mask.width > 0 else { return }
    let x = Int((text.position.x * scale).wholePixel) + mask.left
    let y = Int((text.position.y * scale).wholePixel) + mask.top
    let seen = PixelRect(x: x, y: y, width: mask.width, height: mask.height).intersection(clip)
    guard !seen.isEmpty else { return }
    let color = text.ink.color(isDark: isDark).word
    mask.covers.withUnsafeBufferPointer { covers in
      guard let start = covers.baseAddress else { return }
      for row in seen.y..<seen.y + seen.height {
        surface.blend(color, start + (row - y) * mask.width + seen.x - x, seen.width, x: seen.x, y: row)
      }
    }
  }
}

/// The coverage of texts, which are painted again and again.
///
/// - Thread: the window's
package final class TextMasks {
  struct Mask {
    /// The position of the first pixel from the text's position.
    var left = 0, top = 0, width = 0, height = 0
    var covers: [UInt8] = []
  }

  private struct MaskKey: Hashable {
    let string: String
    let size: Double
    let anchor: Text.Anchor
    let isBold: Bool
  }

  private var masks: [MaskKey: Mask] = [:]
  /// Beyond this number, all are forgotten.
  private static let most = 4_000

  package init() {}

  func mask(of text: Text, scale: Double) -> Mask {
    let key = MaskKey(string: text.string, size: text.size * scale, anchor: text.anchor, isBold: text.isBold)
    if let mask = masks[key] { return mask }
    if masks.count >= Self.most { masks.removeAll() }
    let mask = Self.make(text, scale)
    masks[key] = mask
    return mask
  }

  private static func make(_ text: Text, _ scale: Double) -> Mask {
    // the polygons lie around a point far from the borders
    let room = 8_192
    var text = text
    text.size *= scale
    text.ink = Palette.text
    text.position = Point(Double(room), Double(room))
    let polygons = Outlines.polygons(of: text)
    var (low, high) = (Point(.infinity, .infinity), Point(-.infinity, -.infinity))
    for point in polygons.joined() {
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    guard low.x <= high.x, var coverage = Coverage(around: low, high, x: 0..<2 * room, y: 0..<2 * room) else {
      return Mask()
    }
    for polygon in polygons { coverage.add(polygon) }
    var mask = Mask(
      left: coverage.left - room, top: coverage.top - room, width: coverage.width, height: coverage.height)
    mask.covers = [UInt8](repeating: 0, count: mask.width * mask.height)
    mask.covers.withUnsafeMutableBufferPointer { covers in
      for row in 0..<mask.height {
        let line = UnsafeMutableBufferPointer(rebasing: covers[row * mask.width..<(row + 1) * mask.width])
        coverage.read(row: row, opacity: 100, into: line)
      }
    }
    return mask
  }
}
