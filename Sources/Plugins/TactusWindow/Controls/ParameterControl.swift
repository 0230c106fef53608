import TactusPictures
import TactusPlugin

/// A control of one parameter: what all kinds have in common.
///
/// Up and down arrows change the value, with Shift more finely; Page Up and Page Down by ten steps; Home and End go to
/// the ends of the range; Delete returns to the default. Digits type a value, which Return sets. M, or the secondary
/// button, opens a menu.
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
  var labelInk: Ink { isEffective ? Palette.text : WindowInks.disabled }
  var faintInk: Ink { isEffective ? Palette.faintText : WindowInks.disabled }
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
    hasher.combine(isLearning)
    hasher.combine(window.assignments[index])
    // the name of a program depends on the bank
    if case .part(let part) = parameter.windowSection { hasher.combine(window.presetName(ofPart: part)) }
  }

  /// Draws the label above the control, and a dot beside it if a MIDI controller moves the parameter.
  func drawCaption(_ drawing: inout Drawing) {
    let line = Rect(x: frame.x, y: frame.y + 2, width: frame.width, height: 14)
    if isLearning { return drawing.label("move a control", in: line, size: 10, Palette.accent, anchor: .middle) }
    drawing.label(label ?? "", in: line, size: 10, faintInk, anchor: .middle)
    if window.assignments[index] != nil {
      let half = min(Text.width(label ?? "", size: 10), frame.width) / 2
      drawing.disc(Point(min(frame.midX + half + 5, frame.maxX - 3), line.midY), radius: 2, Palette.accent)
    }
  }

  private var isLearning: Bool { window.learning == index }

  override func openMenu() { window.openMenu(ofParameter: index, below: frame) }

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

  override func key(_ key: WindowKey, _ modifiers: KeyModifiers) -> Bool {
    if edit(key) { return true }
    switch key {
    case .up, .right: set(value + step(modifiers))
    case .down, .left: set(value - step(modifiers))
    case .pageUp: set(value + 10 * step(modifiers))
    case .pageDown: set(value - 10 * step(modifiers))
    case .home: set(parameter.range.lowerBound)
    case .end: set(parameter.range.upperBound)
    case .delete, .backspace: set(parameter.defaultValue)
    case .character("m"): openMenu()
    default: return false
    }
    return true
  }

  /// Types a value: it begins with a digit or a sign, and Return sets it.
  private func edit(_ key: WindowKey) -> Bool {
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
