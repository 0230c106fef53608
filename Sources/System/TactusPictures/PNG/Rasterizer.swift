import TactusDSP

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
      fill(path.runs.flatMap { Self.outlines(of: $0, width: width) }, ink)
    case .text(let text):
      let size = text.size / StrokeFont.em
      let weight = text.size * (text.isBold ? StrokeFont.boldWeight : StrokeFont.weight)
      let (position, offset, widening) = (text.position, text.offset, text.widening)
      let runs = StrokeFont.strokes(of: text.string).map { run in
        run.map { point in
          let (along, up) = (point.x * size * widening - offset, point.y * size)
          return text.isUpright
            ? Point(position.x - up, position.y - along) : Point(position.x + along, position.y - up)
        }
      }
      fill(runs.flatMap { Self.outlines(of: $0, width: weight) }, text.ink)
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

  /// Converts a stroked line to polygons whose points all run in the same direction: a box for each segment, and a
  /// disc at each point.
  private static func outlines(of run: [Point], width: Double) -> [[Point]] {
    let radius = width / 2
    var result: [[Point]] = []
    for (start, end) in zip(run, run.dropFirst()) {
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      let length = ExactMath.squareRoot(dx * dx + dy * dy)
      guard length > 0 else { continue }
      let (nx, ny) = (-dy / length * radius, dx / length * radius)
      result.append([
        Point(start.x + nx, start.y + ny), Point(start.x - nx, start.y - ny), Point(end.x - nx, end.y - ny),
        Point(end.x + nx, end.y + ny),
      ])
    }
    for point in run { result.append(disc.map { Point(point.x + $0.x * radius, point.y + $0.y * radius) }) }
    return result
  }

  /// A disc of radius 1, as a polygon whose points run in the same direction as those of the boxes.
  private static let disc = (0..<12).map {
    Point(ExactMath.cos2Pi(Double($0) / 12), ExactMath.sin2Pi(Double($0) / 12))
  }
}

extension Rect {
  fileprivate var corners: [Point] { [Point(x, y), Point(maxX, y), Point(maxX, maxY), Point(x, maxY)] }
}

extension Text {
  /// Returns the distance from the start of the text to the point that lies at `position`.
  fileprivate var offset: Double {
    let drawn = StrokeFont.width(of: string) * size * widening
    return anchor == .start ? 0 : anchor == .middle ? drawn / 2 : drawn
  }
  /// The factor by which the letters are widened; bold letters are slightly wider than others.
  fileprivate var widening: Double { isBold ? 1.12 : 1 }
}
