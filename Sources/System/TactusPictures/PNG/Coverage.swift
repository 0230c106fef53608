import TactusDSP

/// Computes the coverage of each pixel by a shape, from the signed areas of its edges.
///
/// Each edge adds, to the pixels that it crosses, the part of their area that lies to the right of the edge. The
/// running sum along a row is then the winding number of each pixel. The idea is from Raph Levien's font-rs. The points
/// of all polygons of a shape must run in the same direction, so that overlaps count only once.
package struct Coverage {
  /// The rectangle of pixels that the shape may cover.
  package let left, top, width, height: Int
  private var areas: [Float]

  /// Creates the coverage of the pixels between these corners; nil if none of them lie in the bitmap.
  init?(around low: Point, _ high: Point, in bitmap: Bitmap) {
    self.init(around: low, high, x: 0..<bitmap.width, y: 0..<bitmap.height)
  }

  /// Creates the coverage of the pixels between these corners, in these columns and rows; nil if there are none.
  package init?(around low: Point, _ high: Point, x columns: Range<Int>, y rows: Range<Int>) {
    func bounded(_ value: Double, _ range: Range<Int>) -> Int {
      Int(min(max(value, Double(range.lowerBound)), Double(range.upperBound)))
    }
    left = bounded(low.x.rounded(.down), columns)
    top = bounded(low.y.rounded(.down), rows)
    width = bounded(high.x.rounded(.up), columns) - left
    height = bounded(high.y.rounded(.up), rows) - top
    guard width > 0, height > 0 else { return nil }
    // Two extra columns hold the areas that edges at the right border add beyond it.
    areas = Array(repeating: 0, count: (width + 2) * height)
  }

  /// Adds a polygon; `points` are in the bitmap's coordinates.
  package mutating func add(_ points: [Point]) {
    guard var last = points.last else { return }
    for point in points {
      addEdge(from: last, to: point)
      last = point
    }
  }

  private mutating func addEdge(from start: Point, to end: Point) {
    let (a, b) = (position(start), position(end))
    guard a.y != b.y else { return }
    let direction = a.y < b.y ? 1.0 : -1.0
    let (upper, lower) = a.y < b.y ? (a, b) : (b, a)
    let slope = (lower.x - upper.x) / (lower.y - upper.y)
    let first = max(0, Int(max(upper.y, 0)))
    let end = min(height, Int(max(lower.y, 0).rounded(.up)))
    guard first < end else { return }
    for row in first..<end {
      let y0 = max(Double(row), upper.y)
      let y1 = min(Double(row + 1), lower.y)
      guard y1 > y0 else { continue }
      addPiece(row, upper.x + (y0 - upper.y) * slope, upper.x + (y1 - upper.y) * slope, (y1 - y0) * direction)
    }
  }

  /// Adds a part of an edge inside one row, from x0 to x1, of signed height `d`.
  private mutating func addPiece(_ row: Int, _ x0: Double, _ x1: Double, _ d: Double) {
    let limit = Double(width)
    let (a, b) = (min(max(min(x0, x1), 0), limit), min(max(max(x0, x1), 0), limit))
    let base = row * (width + 2)
    let (first, last) = (Int(a), Int(b))
    if first == last {
      let covered = 1 - ((a + b) / 2 - Double(first))
      areas[base + first] += Float(d * covered)
      areas[base + first + 1] += Float(d * (1 - covered))
      return
    }
    // For each pixel that the edge crosses, add its share of the height, weighted by the area to the right of the edge.
    let perPixel = d / (b - a)
    var x = a
    for column in first...last {
      let next = min(Double(column + 1), b)
      guard next > x else { break }
      let part = (next - x) * perPixel
      let covered = 1 - ((x + next) / 2 - Double(column))
      areas[base + column] += Float(part * covered)
      areas[base + column + 1] += Float(part * (1 - covered))
      x = next
    }
  }

  private func position(_ point: Point) -> Point { Point(point.x - Double(left), point.y - Double(top)) }

  /// Writes the coverage of a row's pixels, 0…255, multiplied by an opacity in percent.
  package func read(row: Int, opacity: UInt8, into covers: UnsafeMutableBufferPointer<UInt8>) {
    let full = Float(opacity) * 2.55
    areas.withUnsafeBufferPointer { areas in
      var sum: Float = 0
      let base = row * (width + 2)
      for column in 0..<min(width, covers.count) {
        sum += areas[base + column]
        covers[column] = UInt8(min(abs(sum), 1) * full + 0.5)
      }
    }
  }

  /// Paints the covered pixels.
  func paint(_ color: Color, opacity: UInt8, on bitmap: inout Bitmap) {
    let full = Float(opacity) * 2.55
    areas.withUnsafeBufferPointer { areas in
      for row in 0..<height {
        var sum: Float = 0
        let base = row * (width + 2)
        for column in 0..<width {
          sum += areas[base + column]
          let cover = Int(min(abs(sum), 1) * full + 0.5)
          if cover > 0 { bitmap.blend(left + column, top + row, color, cover) }
        }
      }
    }
  }
}
