/// A picture as a list of shapes in painting order, which can be written as SVG and as PNG.
///
/// Coordinates are pixels of the PNG, x to the right and y downwards from the upper left corner. The same input
/// produces the same bytes on every platform.
/// - Thread: any
public struct Drawing: Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// A description in one line, for screen readers.
  public let title: String
  /// The shapes, back to front, without the background.
  package private(set) var shapes: [Shape] = []

  package init(width: Int, height: Int, title: String) {
    self.width = width
    self.height = height
    self.title = title
  }

  /// The whole area.
  package var bounds: Rect { Rect(x: 0, y: 0, width: Double(width), height: Double(height)) }

  package mutating func add(_ shape: Shape) { shapes.append(shape) }
  package mutating func rect(_ rect: Rect, _ ink: Ink) { shapes.append(.rects([rect], ink)) }
  package mutating func rects(_ rects: [Rect], _ ink: Ink) { if !rects.isEmpty { shapes.append(.rects(rects, ink)) } }
  package mutating func fill(_ path: Path, _ ink: Ink) { if !path.isEmpty { shapes.append(.fill(path, ink)) } }
  package mutating func stroke(_ path: Path, _ ink: Ink, width: Double) {
    if !path.isEmpty { shapes.append(.stroke(path, ink, width: width)) }
  }
  package mutating func text(_ text: Text) { if !text.string.isEmpty { shapes.append(.text(text)) } }

  /// Draws a horizontal line one pixel wide, aligned to the pixel grid so that it is sharp.
  package mutating func horizontalLine(_ y: Double, from x0: Double, to x1: Double, _ ink: Ink) {
    rect(Rect(x: x0, y: y.wholePixel, width: x1 - x0, height: 1), ink)
  }
  package mutating func verticalLine(_ x: Double, from y0: Double, to y1: Double, _ ink: Ink) {
    rect(Rect(x: x.wholePixel, y: y0, width: 1, height: y1 - y0), ink)
  }

  /// Draws the outline of a rectangle, one pixel wide, inside it.
  package mutating func outline(_ frame: Rect, _ ink: Ink) {
    let (w, h) = (frame.width, frame.height)
    guard w >= 2, h >= 2 else { return rect(frame, ink) }
    rects(
      [
        Rect(x: frame.x, y: frame.y, width: w, height: 1), Rect(x: frame.x, y: frame.maxY - 1, width: w, height: 1),
        Rect(x: frame.x, y: frame.y + 1, width: 1, height: h - 2),
        Rect(x: frame.maxX - 1, y: frame.y + 1, width: 1, height: h - 2),
      ], ink)
  }
}

/// A shape.
package enum Shape: Sendable {
  /// Rectangles with one ink; overlaps are painted once.
  case rects([Rect], Ink)
  /// The inside of closed lines; overlaps are painted once.
  case fill(Path, Ink)
  /// Lines with round caps and joins.
  case stroke(Path, Ink, width: Double)
  case text(Text)
  /// A bitmap scaled to a rectangle without smoothing.
  case image(Bitmap, Rect)
}

extension Double {
  /// The nearest integer pixel; halves are rounded to the right or downwards.
  package var wholePixel: Double { (self + 0.5).rounded(.down) }
}
