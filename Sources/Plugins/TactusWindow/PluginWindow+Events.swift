import TactusPictures
import TactusPlugin

// Lists and events.

extension PluginWindow {
  // MARK: Lists

  /// Opens a list over the other views.
  func openList(
    _ items: [ListItem], below anchor: Rect, marked: Int?, width: Double = 0, take: @escaping (Int) -> Void
  ) {
    let hasField = items.count > 12
    let widest =
      items.map { Text.width($0.title) + ($0.detail.isEmpty ? 0 : Text.width($0.detail, size: 10) + 30) }.max() ?? 0
    let width = min(max(anchor.width, width, widest + 44), 460, bounds.width - 8)
    let wanted = Double(items.count) * ListView.rowHeight + 2 + (hasField ? 28 : 0)
    let below = bounds.maxY - anchor.maxY - 6, above = anchor.y - 6
    let isBelow = below >= min(wanted, 240) || below >= above
    let height = min(wanted, isBelow ? below : above, 460)
    let x = min(max(4, anchor.x), bounds.maxX - width - 4)
    let frame = Rect(x: x, y: isBelow ? anchor.maxY + 2 : anchor.y - height - 2, width: width, height: height)
    listOrigin = focus
    list = ListView("list", frame, self, items: items, hasField: hasField, marked: { marked }) { [weak self] number in
      self?.closeList()
      take(number)
    }
    focus = "list"
  }

  /// Closes the open list.
  func closeList() {
    guard list != nil else { return }
    list = nil
    focus = listOrigin
    isDirty = true
  }

  // MARK: Events

  /// Receives an event. What it changes is drawn at the next update.
  package func receive(_ event: WindowEvent) {
    layoutIfNeeded()
    switch event {
    case .press(let point, let clicks, let modifiers): press(point, clicks, modifiers)
    case .menu(let point): openMenu(at: point)
    case .move(let point, let modifiers): pressed?.drag(point, modifiers)
    case .release(let point):
      pressed?.release(point)
      pressed = nil
    case .scroll(let point, let amount, let modifiers): scroll(point, amount, modifiers)
    case .key(let key, let modifiers): press(key, modifiers)
    case .focus(let isFocused):
      hasKeyboard = isFocused
      if !isFocused {
        pressed?.release(Point(0, 0))
        pressed = nil
      }
    }
  }

  private func press(_ point: Point, _ clicks: Int, _ modifiers: KeyModifiers) {
    pressed?.release(point)
    if let list {
      guard list.frame.contains(point) else { return closeList() }
      pressed = list
      return list.press(point, clicks: clicks, modifiers)
    }
    guard let view = view(at: point) else { return }
    if view.isFocusable { moveFocus(to: view.name) }
    pressed = view
    view.press(point, clicks: clicks, modifiers)
  }

  private func openMenu(at point: Point) {
    closeList()
    guard pressed == nil, let view = view(at: point) else { return }
    if view.isFocusable { moveFocus(to: view.name) }
    view.openMenu()
  }

  private func scroll(_ point: Point, _ amount: Double, _ modifiers: KeyModifiers) {
    guard amount.isFinite else { return }
    if let list {
      if list.frame.contains(point) { _ = list.scroll(amount, at: point, modifiers) }
      return
    }
    if let view = view(at: point), view.scroll(amount, at: point, modifiers) { return }
    if page.contains(point) { scrollPage(to: state.scroll - amount * 40) }
  }

  private func scrollPage(to offset: Double) {
    let offset = min(max(0, offset), max(0, pageHeight - page.height))
    guard offset != state.scroll else { return }
    state.scroll = offset
    relayout()
  }

  private func press(_ key: WindowKey, _ modifiers: KeyModifiers) {
    if let list {
      if list.key(key, modifiers) { return }
      if key == .escape || key == .tab || key == .backTab { closeList() }
      return
    }
    if let view = views.first(where: { $0.name == focus }), view.key(key, modifiers) { return }
    switch key {
    case .tab: stepFocus(1)
    case .backTab: stepFocus(-1)
    case .escape: unit.midiLearn.cancel()
    case .pageUp: scrollPage(to: state.scroll - page.height)
    case .pageDown: scrollPage(to: state.scroll + page.height)
    default: break
    }
  }

  private func stepFocus(_ step: Int) {
    let names = views.filter(\.isFocusable).map(\.name)
    guard !names.isEmpty else { return }
    let position = focus.flatMap { names.firstIndex(of: $0) }
    let next = position.map { ($0 + step + names.count) % names.count } ?? (step > 0 ? 0 : names.count - 1)
    moveFocus(to: names[next])
  }

  /// Moves the focus to the view of a name, and scrolls the page so that it can be seen.
  package func moveFocus(to name: String) {
    guard name != focus else { return }
    views.first { $0.name == focus }?.lostFocus()
    focus = name
    guard let view = views.first(where: { $0.name == name }), view.clip != nil else { return }
    if view.frame.y < page.y { scrollPage(to: state.scroll - (page.y - view.frame.y) - 28) }
    if view.frame.maxY > page.maxY { scrollPage(to: state.scroll + view.frame.maxY - page.maxY + 10) }
  }

  private func view(at point: Point) -> View? { views.last { $0.visible.contains(point) } }

  /// Returns the view of a name.
  package func view(named name: String) -> View? {
    layoutIfNeeded()
    return views.first { $0.name == name }
  }
}
