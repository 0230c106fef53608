import TactusPictures

/// A part of a window: it draws itself, and receives the events of its area.
///
/// Views do not overlap, except lists that are opened over the others.
/// - Thread: the window's
package class View {
  /// The name, which no other view of the window has. It stays the same when the window is laid out again.
  package let name: String
  /// The area in units of the window.
  package var frame: Rect
  /// The area in which it may be seen, if it lies on a page that scrolls.
  var clip: Rect?
  /// What lies behind it.
  var background = Palette.background
  unowned let window: PluginWindow
  /// What it looked like when it was drawn last.
  var drawn: Int?

  init(_ name: String, _ frame: Rect, _ window: PluginWindow) {
    (self.name, self.frame, self.window) = (name, frame, window)
  }

  /// Whether the keyboard can reach it.
  package var isFocusable: Bool { false }
  var isFocused: Bool { window.focus == name && window.hasKeyboard }
  /// The part of the frame that can be seen.
  package var visible: Rect {
    guard let clip else { return frame }
    let (left, top) = (max(frame.x, clip.x), max(frame.y, clip.y))
    return Rect(
      x: left, y: top, width: max(0, min(frame.maxX, clip.maxX) - left),
      height: max(0, min(frame.maxY, clip.maxY) - top))
  }

  /// Adds everything on which the look depends, other than the frame.
  func describe(_ hasher: inout Hasher) {}
  /// Draws the view, in units of the window.
  func draw(_ drawing: inout Drawing) {}
  func press(_ point: Point, clicks: Int, _ modifiers: KeyModifiers) {}
  /// The secondary button has been pressed.
  func openMenu() {}
  /// The pointer has moved while it is pressed.
  func drag(_ point: Point, _ modifiers: KeyModifiers) {}
  func release(_ point: Point) {}
  /// Returns whether it scrolls.
  func scroll(_ amount: Double, at point: Point, _ modifiers: KeyModifiers) -> Bool { false }
  /// Returns whether it uses the key.
  func key(_ key: WindowKey, _ modifiers: KeyModifiers) -> Bool { false }
  /// The focus has left, or the view is about to be removed.
  func lostFocus() {}
}

/// A button.
final class Button: View {
  private let title: () -> String
  private let isOn: () -> Bool
  private let action: () -> Void
  private let opensList: Bool
  var isTab = false

  init(
    _ name: String, _ frame: Rect, _ window: PluginWindow, opensList: Bool = false,
    isOn: @escaping () -> Bool = { false },
    title: @escaping () -> String, action: @escaping () -> Void
  ) {
    (self.title, self.isOn, self.action, self.opensList) = (title, isOn, action, opensList)
    super.init(name, frame, window)
  }

  override var isFocusable: Bool { true }

  override func describe(_ hasher: inout Hasher) {
    hasher.combine(title())
    hasher.combine(isOn())
  }

  override func draw(_ drawing: inout Drawing) {
    let isOn = isOn()
    if isTab {
      if isOn { drawing.fill(frame.inset(1, 3), radius: 5, Palette.accent) }
    } else {
      drawing.box(
        frame.inset(1, 1), radius: 5, isOn ? Palette.accent : WindowInks.field,
        outline: isOn ? Palette.accent : Palette.frame)
    }
    let ink = isOn ? WindowInks.onAccent : Palette.text
    var text = frame.inset(9, 0)
    if opensList {
      drawing.chevron(Point(frame.maxX - 12, frame.midY), Palette.faintText)
      text.width -= 14
    }
    drawing.label(title(), in: text, ink, anchor: opensList ? .start : .middle, isBold: isTab && isOn)
  }

  override func press(_ point: Point, clicks: Int, _ modifiers: KeyModifiers) { action() }

  override func key(_ key: WindowKey, _ modifiers: KeyModifiers) -> Bool {
    guard key == .enter || key == .character(" ") || opensList && key == .down else { return false }
    action()
    return true
  }
}

/// The level of the two output channels.
final class OutputMeter: View {
  override func describe(_ hasher: inout Hasher) {
    for level in window.outputs { hasher.combine(Int(LevelScale.share(level) * frame.width * 2)) }
  }

  override func draw(_ drawing: inout Drawing) {
    drawing.meter(Rect(x: frame.x, y: frame.midY - 6, width: frame.width, height: 5), level: window.outputs[0])
    drawing.meter(Rect(x: frame.x, y: frame.midY + 1, width: frame.width, height: 5), level: window.outputs[1])
  }
}
