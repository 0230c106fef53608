/// A point in a drawing.
package struct Point: Hashable, Sendable {
  package var x, y: Double
  package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

/// A rectangle with edges parallel to the axes.
package struct Rect: Hashable, Sendable {
  package var x, y, width, height: Double

  package init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }

  package init(x: ClosedRange<Double>, y: ClosedRange<Double>) {
    self.init(
      x: x.lowerBound, y: y.lowerBound, width: x.upperBound - x.lowerBound, height: y.upperBound - y.lowerBound)
  }

  package var maxX: Double { x + width }
  package var maxY: Double { y + height }
  package var midX: Double { x + width / 2 }
  package var midY: Double { y + height / 2 }

  package func inset(_ dx: Double, _ dy: Double) -> Rect {
    Rect(x: x + dx, y: y + dy, width: max(0, width - 2 * dx), height: max(0, height - 2 * dy))
  }
  package func contains(_ point: Point) -> Bool {
    point.x >= x && point.x <= maxX && point.y >= y && point.y <= maxY
  }
  package func overlaps(_ other: Rect) -> Bool {
    x < other.maxX && other.x < maxX && y < other.maxY && other.y < maxY
  }

  /// Removes a strip from the top and returns it; the rest starts `gap` below it.
  package mutating func takeTop(_ height: Double, gap: Double = 0) -> Rect {
    let strip = Rect(x: x, y: y, width: width, height: min(height, self.height))
    let used = min(self.height, height + gap)
    y += used
    self.height -= used
    return strip
  }
  package mutating func takeBottom(_ height: Double, gap: Double = 0) -> Rect {
    let strip = Rect(x: x, y: max(y, maxY - height), width: width, height: min(height, self.height))
    self.height -= min(self.height, height + gap)
    return strip
  }
  package mutating func takeLeft(_ width: Double, gap: Double = 0) -> Rect {
    let strip = Rect(x: x, y: y, width: min(width, self.width), height: height)
    let used = min(self.width, width + gap)
    x += used
    self.width -= used
    return strip
  }
  package mutating func takeRight(_ width: Double, gap: Double = 0) -> Rect {
    let strip = Rect(x: max(x, maxX - width), y: y, width: min(width, self.width), height: height)
    self.width -= min(self.width, width + gap)
    return strip
  }
}

/// One or several polylines.
package struct Path: Sendable {
  /// The polylines; each is open when stroked and closed when filled.
  package private(set) var runs: [[Point]] = []

  package init() {}
  /// Creates a path with one polyline.
  package init(_ points: [Point]) { if !points.isEmpty { runs = [points] } }

  package var isEmpty: Bool { runs.isEmpty }
  package mutating func move(to point: Point) { runs.append([point]) }
  package mutating func line(to point: Point) {
    if runs.isEmpty { runs.append([]) }
    runs[runs.count - 1].append(point)
  }
}
