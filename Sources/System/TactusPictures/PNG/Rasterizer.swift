/// Paints a drawing into a bitmap with antialiasing.
package struct Rasterizer {
  package private(set) var bitmap: Bitmap
  private let isDark: Bool

  /// Paints a drawing on its background.
  package static func paint(_ drawing: Drawing, isDark: Bool) -> Bitmap {
    let background = Palette.background.color(isDark: isDark)
    var rasterizer = Rasterizer(
      bitmap: Bitmap(width: drawing.width, height: drawing.height, filledWith: background), isDark: isDark)
    for shape in drawing.shapes { rasterizer.paint(shape) }
    return rasterizer.bitmap
  }

  package init(bitmap: Bitmap, isDark: Bool) {
    self.bitmap = bitmap
    self.isDark = isDark
  }

  package mutating func paint(_ shape: Shape) {
    switch shape {
    case .rects(let rects, let ink): fill(rects, ink)
    case .fill(let path, let ink): fill(path.runs, ink)
    case .stroke(let path, let ink, let width):
      fill(path.runs.flatMap { Outlines.polygons(of: $0, width: width) }, ink)
    case .text(let text): fill(Outlines.polygons(of: text), text.ink)
    case .image(let image, let rect): bitmap.draw(image, in: rect)
    }
  }

  private mutating func fill(_ rects: [Rect], _ ink: Ink) {
    guard var bounds = rects.first.map({ (low: Point($0.x, $0.y), high: Point($0.maxX, $0.maxY)) }) else { return }
    for rect in rects {
      bounds.low = Point(min(bounds.low.x, rect.x), min(bounds.low.y, rect.y))
      bounds.high = Point(max(bounds.high.x, rect.maxX), max(bounds.high.y, rect.maxY))
    }
    guard var coverage = Coverage(around: bounds.low, bounds.high, in: bitmap) else { return }
    for rect in rects { coverage.add(rect.corners) }
    coverage.paint(ink.color(isDark: isDark), opacity: ink.opacity, on: &bitmap)
  }

  private mutating func fill(_ polygons: [[Point]], _ ink: Ink) {
    var (low, high) = (Point(.infinity, .infinity), Point(-.infinity, -.infinity))
    for point in polygons.joined() {
      low = Point(min(low.x, point.x), min(low.y, point.y))
      high = Point(max(high.x, point.x), max(high.y, point.y))
    }
    guard low.x <= high.x, var coverage = Coverage(around: low, high, in: bitmap) else { return }
    for polygon in polygons { coverage.add(polygon) }
    coverage.paint(ink.color(isDark: isDark), opacity: ink.opacity, on: &bitmap)
  }
}

extension Rect {
  fileprivate var corners: [Point] { [Point(x, y), Point(maxX, y), Point(maxX, maxY), Point(x, maxY)] }
}
