import TactusPictures
import TactusPlugin

/// A switch, with its label above.
final class Toggle: ParameterControl {
  /// Whether there is only the switch, such as in the title of a group.
  var isSmall = false

  override func press(_ point: Point, clicks: Int, _ modifiers: KeyModifiers) { flip() }

  private func flip() { set(value >= 0.5 ? 0 : 1) }

  override func key(_ key: WindowKey, _ modifiers: KeyModifiers) -> Bool {
    guard key == .enter || key == .character(" ") else { return super.key(key, modifiers) }
    flip()
    return true
  }

  override func draw(_ drawing: inout Drawing) {
    if isSmall {
      return drawing.toggle(
        Rect(x: frame.midX - 13, y: frame.midY - 7, width: 26, height: 14), isOn: value >= 0.5, ink: ink)
    }
    drawCaption(&drawing)
    drawing.toggle(
      Rect(x: frame.midX - 16, y: frame.y + 27, width: 32, height: 18), isOn: value >= 0.5, ink: valueInk)
    drawing.label(
      text, in: Rect(x: frame.x, y: frame.y + 53, width: frame.width, height: 15), size: 10.5, labelInk, anchor: .middle
    )
  }
}
