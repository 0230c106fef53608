import TactusPictures
import TactusPlugin

/// A control of one parameter: what all kinds have in common.
///
/// Up and down arrows change the value, with Shift more finely; Page Up and Page Down by ten steps; Home and End go to
/// the ends of the range; Delete returns to the default. Digits type a value, which Return sets.
class ParameterControl: View {
  let index: Int
  let parameter: ParameterDescriptor
  /// The label; nil for none.
  let label: String?
  /// The toggle of the group, without which the parameter has no effect.
  var gate: Int?
  /// The color of what belongs together.
  var ink = Palette.accent
  /// The value that is being typed.
  private(set) var entry: String?
  private var isDragging = false

  init(_ index: Int, _ frame: Rect, _ window: PluginWindow, label: String?) {
    self.index = index
    self.label = label
    parameter = window.unit.descriptor.parameters[index]
    super.init("parameter \(parameter.symbol)", frame, window)
  }

  override var isFocusable: Bool { true }
  var value: Double { window.unit.value(ofParameter: index) }
  var text: String { entry.map { $0 + "|" } ?? window.unit.text(ofParameter: index, value) }
  var isEffective: Bool { gate.map { window.unit.value(ofParameter: $0) >= 0.5 } ?? true }
  /// The ink of the label and the value.
  var labelInk: Ink { isEffective ? Palette.text : Palette.faintText }
  var faintInk: Ink { isEffective ? Palette.faintText : Palette.frame }
  var valueInk: Ink { isEffective ? ink : Palette.frame }
  /// The value as a fraction of the range.
  var share: Double {
    let range = parameter.range
    return range.upperBound > range.lowerBound
      ? (value - range.lowerBound) / (range.upperBound - range.lowerBound) : 0
  }

  override func describe(_ hasher: inout Hasher) {
    hasher.combine(value)
    hasher.combine(entry)
    hasher.combine(isEffective)
    // the name of a program depends on the bank
    if case .part(let part) = parameter.place { hasher.combine(window.presetName(ofPart: part)) }
  }

  // MARK: Changes

  /// Sets the value in a gesture of its own.
  func set(_ value: Double) {
    entry = nil
    window.set(index, to: value)
  }

  func beginDrag() {
    guard !isDragging else { return }
    isDragging = true
    window.beginEdit(index)
  }

  func dragTo(_ value: Double) {
    let value = parameter.clamped(value)
    if value != self.value { window.edit(index, to: value) }
  }

  override func release(_ point: Point) {
    guard isDragging else { return }
    isDragging = false
    window.endEdit(index)
  }

  override func lostFocus() {
    entry = nil
    release(Point(0, 0))
  }

  /// The amount by which an arrow changes the value.
  func step(_ modifiers: KeyModifiers) -> Double {
    let width = parameter.range.upperBound - parameter.range.lowerBound
    if parameter.isStepped {
      return width > 200 && !modifiers.contains(.shift) ? (width / 100).rounded() : 1
    }
    return width / (modifiers.contains(.shift) ? 1_000 : 100)
  }

  override func scroll(_ amount: Double, at point: Point, _ modifiers: KeyModifiers) -> Bool {
    set(value + amount * step(modifiers))
    return true
  }

  override func key(_ key: Key, _ modifiers: KeyModifiers) -> Bool {
    if edit(key) { return true }
    switch key {
    case .up, .right: set(value + step(modifiers))
    case .down, .left: set(value - step(modifiers))
    case .pageUp: set(value + 10 * step(modifiers))
    case .pageDown: set(value - 10 * step(modifiers))
    case .home: set(parameter.range.lowerBound)
    case .end: set(parameter.range.upperBound)
    case .delete, .backspace: set(parameter.defaultValue)
    default: return false
    }
    return true
  }

  /// Types a value: it begins with a digit or a sign, and Return sets it.
  private func edit(_ key: Key) -> Bool {
    switch (key, entry) {
    case (.character(let character), let text?):
      if text.count < 16 { entry = text + String(character) }
    case (.character(let character), nil):
      guard ("0"..."9").contains(character) || "-.".contains(character), parameter.kind != .toggle else { return false }
      entry = String(character)
    case (.backspace, let text?): entry = text.count > 1 ? String(text.dropLast()) : nil
    case (.escape, .some): entry = nil
    case (.enter, let text?):
      if let value = window.unit.value(ofParameter: index, text: text) { set(value) }
      entry = nil
    default: return false
    }
    return true
  }
}

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
    drawing.label(label ?? "", in: Rect(x: frame.x, y: frame.y + 2, width: frame.width, height: 14), size: 10, faintInk, anchor: .middle)
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
    drawing.label(text, in: Rect(x: frame.x, y: frame.y + 53, width: frame.width, height: 15), size: 10.5, labelInk, anchor: .middle)
  }

  /// Whether 0 lies inside the range.
  private var isBipolar: Bool { parameter.range.lowerBound < 0 && parameter.range.upperBound > 0 && parameter.range.lowerBound != -96 && parameter.range.lowerBound < -1 }
}

/// A switch, with its label above.
final class Toggle: ParameterControl {
  /// Whether there is only the switch, such as in the title of a group.
  var isSmall = false

  override func press(_ point: Point, clicks: Int, _ modifiers: KeyModifiers) { flip() }

  private func flip() { set(value >= 0.5 ? 0 : 1) }

  override func key(_ key: Key, _ modifiers: KeyModifiers) -> Bool {
    guard key == .enter || key == .character(" ") else { return super.key(key, modifiers) }
    flip()
    return true
  }

  override func draw(_ drawing: inout Drawing) {
    if isSmall {
      return drawing.toggle(Rect(x: frame.midX - 13, y: frame.midY - 7, width: 26, height: 14), isOn: value >= 0.5, ink: ink)
    }
    drawing.label(label ?? "", in: Rect(x: frame.x, y: frame.y + 2, width: frame.width, height: 14), size: 10, faintInk, anchor: .middle)
    drawing.toggle(
      Rect(x: frame.midX - 16, y: frame.y + 27, width: 32, height: 18), isOn: value >= 0.5, ink: valueInk)
    drawing.label(text, in: Rect(x: frame.x, y: frame.y + 53, width: frame.width, height: 15), size: 10.5, labelInk, anchor: .middle)
  }
}

/// One of several names, which opens a list.
final class ChoiceBox: ParameterControl {
  override func press(_ point: Point, clicks: Int, _ modifiers: KeyModifiers) { open() }

  override func key(_ key: Key, _ modifiers: KeyModifiers) -> Bool {
    guard key == .enter || key == .character(" ") else { return super.key(key, modifiers) }
    open()
    return true
  }

  override func step(_ modifiers: KeyModifiers) -> Double { 1 }

  private func open() {
    guard case .choice(let names) = parameter.kind else { return }
    let items = names.enumerated().map { ListItem(title: $1, number: $0) }
    window.openList(items, below: box, marked: Int(value)) { [window, index] in window.set(index, to: Double($0)) }
  }

  private var box: Rect { Rect(x: frame.x + 3, y: frame.y + 24, width: frame.width - 6, height: 24) }

  override func draw(_ drawing: inout Drawing) {
    drawing.label(label ?? "", in: Rect(x: frame.x, y: frame.y + 2, width: frame.width, height: 14), size: 10, faintInk, anchor: .middle)
    drawing.box(box, radius: 5, WindowInks.field, outline: Palette.frame)
    drawing.chevron(Point(box.maxX - 10, box.midY), Palette.faintText)
    drawing.label(text, in: Rect(x: box.x + 8, y: box.y, width: box.width - 26, height: box.height), size: 10.5, labelInk)
  }
}
