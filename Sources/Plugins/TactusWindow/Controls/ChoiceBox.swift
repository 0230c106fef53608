import TactusPictures
import TactusPlugin

/// One of several names, which opens a list.
final class ChoiceBox: ParameterControl {
  override func press(_ point: Point, clicks: Int, _ modifiers: KeyModifiers) { open() }

  override func key(_ key: WindowKey, _ modifiers: KeyModifiers) -> Bool {
    guard key == .enter || key == .character(" ") else { return super.key(key, modifiers) }
    open()
    return true
  }

  override func step(_ modifiers: KeyModifiers) -> Double { 1 }

  private func open() {
    guard case .choice(let names) = parameter.kind else { return }
    let items = names.enumerated().map { ListItem(title: $1, number: $0) }
    window.openList(items, below: box, marked: Int(value)) { [unowned window, index] in
      window.set(index, to: Double($0))
    }
  }

  private var box: Rect { Rect(x: frame.x + 3, y: frame.y + 24, width: frame.width - 6, height: 24) }

  override func draw(_ drawing: inout Drawing) {
    drawCaption(&drawing)
    drawing.box(box, radius: 5, WindowInks.field, outline: Palette.frame)
    drawing.chevron(Point(box.maxX - 10, box.midY), Palette.faintText)
    drawing.label(
      text, in: Rect(x: box.x + 8, y: box.y, width: box.width - 26, height: box.height), size: 10.5, labelInk)
  }
}
