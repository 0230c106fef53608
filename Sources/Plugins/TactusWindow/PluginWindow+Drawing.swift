import TactusPictures
import TactusPlugin

// Drawing what has changed, and reading what plays.

extension PluginWindow {
  /// Draws what has changed.
  ///
  /// - Parameter readsActivity: whether to read what plays, which must be done about thirty times a second.
  /// - Returns: the pixels that have changed.
  package func update(readsActivity: Bool = true) -> [PixelRect] {
    refreshContents()
    if readsActivity { readActivity() }
    layoutIfNeeded()
    if isDirty { drawAll() } else { drawChanged() }
    defer { dirty = [] }
    return dirty
  }

  /// Draws everything at the next update.
  package func invalidate() { isDirty = true }

  private func readActivity() {
    activity = unit.activity.read()
    readAssignments()
    for part in levels.indices { levels[part] = Self.falling(levels[part], activity.levels[part]) }
    for channel in outputs.indices { outputs[channel] = Self.falling(outputs[channel], activity.outputs[channel]) }
    for index in timedNotes.indices.reversed() {
      timedNotes[index].updates -= 1
      guard timedNotes[index].updates <= 0 else { continue }
      unit.activity.endNote(timedNotes[index].key, channel: timedNotes[index].channel)
      timedNotes.remove(at: index)
      host.wake()
    }
  }

  /// A meter rises at once, and falls by 20 dB in about half a second.
  private static func falling(_ level: Float, _ peak: Float) -> Float {
    let fallen = level * 0.86
    return max(peak.isFinite ? peak : 1, fallen > 0.0005 ? fallen : 0)
  }

  func layoutIfNeeded() {
    guard needsLayout else { return }
    needsLayout = false
    isDirty = true
    let (focus, held) = (focus, pressed?.name)
    for view in views where view.name != focus && view.name != held { view.lostFocus() }
    let old = views
    layout()
    // a view that the user holds stays the same object
    if let held, let keeper = old.first(where: { $0.name == held }),
      let position = views.firstIndex(where: { $0.name == held })
    {
      keeper.frame = views[position].frame
      keeper.clip = views[position].clip
      views[position] = keeper
    } else if pressed !== list {
      pressed = nil
    }
  }

  private func painter(_ clip: PixelRect) -> Painter {
    Painter(surface, scale: scale, isDark: state.isDark, clip: clip, masks: masks)
  }

  private func drawAll() {
    isDirty = false
    surface.fill(surface.bounds, Palette.background.color(isDark: state.isDark).word)
    painter(surface.bounds).paint(backdrop)
    for view in views { draw(view, look(of: view), hasBackground: false) }
    if let list { draw(list, look(of: list), hasBackground: false) }
    dirty = [surface.bounds]
  }

  private func drawChanged() {
    var isListCovered = false
    for view in views {
      let look = look(of: view)
      guard look != view.drawn else { continue }
      draw(view, look)
      if let list, list.frame.overlaps(view.frame) { isListCovered = true }
    }
    if let list {
      let look = look(of: list)
      if look != list.drawn || isListCovered { draw(list, look, hasBackground: false) }
    }
  }

  private func look(of view: View) -> Int {
    var hasher = Hasher()
    hasher.combine(view.frame)
    hasher.combine(view.isFocused)
    view.describe(&hasher)
    return hasher.finalize()
  }

  private func draw(_ view: View, _ look: Int, hasBackground: Bool = true) {
    view.drawn = look
    let pixels = Painter.pixels(view.visible, scale).intersection(surface.bounds)
    guard !pixels.isEmpty else { return }
    var drawing = Drawing(width: state.width, height: state.height, title: "")
    if hasBackground { drawing.rect(view.frame, view.background) }
    view.draw(&drawing)
    if view.isFocused, view !== list {
      let ring = view.frame.inset(0.5, 0.5)
      drawing.rects(
        [
          Rect(x: ring.x, y: ring.y, width: ring.width, height: 2),
          Rect(x: ring.x, y: ring.maxY - 2, width: ring.width, height: 2),
          Rect(x: ring.x, y: ring.y, width: 2, height: ring.height),
          Rect(x: ring.maxX - 2, y: ring.y, width: 2, height: ring.height),
        ], Palette.accent)
    }
    painter(pixels).paint(drawing)
    dirty.append(pixels)
  }
}
