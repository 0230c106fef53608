import TactusDSP

/// Converts lines and text to polygons whose points all run in the same direction, as ``Coverage`` needs them.
package enum Outlines {
  /// Converts a stroked line: a box for each segment, and a disc at each point.
  package static func polygons(of run: [Point], width: Double) -> [[Point]] {
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

  /// Converts a line of text in the built-in font.
  package static func polygons(of text: Text) -> [[Point]] {
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
    return runs.flatMap { polygons(of: $0, width: weight) }
  }

  /// A disc of radius 1, as a polygon whose points run in the same direction as those of the boxes.
  private static let disc = (0..<12).map {
    Point(ExactMath.cos2Pi(Double($0) / 12), ExactMath.sin2Pi(Double($0) / 12))
  }
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
