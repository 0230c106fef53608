import TactusPictures
import TactusPlugin

/// A knob, with its label above and its value below. Dragging upwards raises the value, with Shift ten times as finely; a
/// double click returns to the default.
final class Knob: ParameterControl {
  private var dragged = 0.0
  private var last = Point(0, 0)
  /// The distance of a drag over the whole range.
  private static let travel = 160.0

  override func press(_ point: Point, clicks: Int, _ modifiers: KeyModifiers) {
    if clicks == 2 { return set(parameter.defaultValue) }
    (dragged, last) = (value, point)
    beginDrag()
  }

  override func drag(_ point: Point, _ modifiers: KeyModifiers) {
    let width = parameter.range.upperBound - parameter.range.lowerBound
    let distance = (last.y - point.y) + (point.x - last.x) / 2
    last = point
    dragged += distance * width / Self.travel * (modifiers.contains(.shift) ? 0.1 : 1)
    // a drag beyond an end comes back from there
    dragged = min(max(dragged, parameter.range.lowerBound - width / 16), parameter.range.upperBound + width / 16)
    dragTo(dragged)
  }

  override func draw(_ drawing: inout Drawing) {
    let center = Point(frame.midX, frame.y + 36)
    drawCaption(&drawing)
    func turn(_ share: Double) -> Double { 0.375 + 0.75 * share }
    drawing.stroke(.arc(center, 15.5, from: turn(0), to: turn(1)), Palette.strongGrid, width: 3)
    let zero = isBipolar ? -parameter.range.lowerBound / (parameter.range.upperBound - parameter.range.lowerBound) : 0
    if share != zero {
      drawing.stroke(.arc(center, 15.5, from: turn(min(zero, share)), to: turn(max(zero, share))), valueInk, width: 3)
    }
    drawing.disc(center, radius: 11, Palette.strongGrid)
    drawing.disc(center, radius: 10, WindowInks.knob)
    drawing.stroke(
      Path([Path.position(center, 4, turn(share)), Path.position(center, 9, turn(share))]), labelInk, width: 2)
    drawing.label(
      text, in: Rect(x: frame.x, y: frame.y + 53, width: frame.width, height: 15), size: 10.5, labelInk, anchor: .middle
    )
  }

  /// Whether 0 is the middle of the range.
  private var isBipolar: Bool {
    parameter.range.upperBound > 0 && parameter.range.lowerBound == -parameter.range.upperBound
  }
}
