import TactusPictures
import TactusPlugin

/// What a window shows besides its unit. It survives closing and opening.
package struct WindowState: Hashable, Sendable {
  /// The size in units; the scale converts them to pixels.
  package var width, height: Int
  package var isDark = true
  package var page = 0
  package var part = 0
  package var lane = 0
  package var presetQuery = ""
  /// How far the page has been scrolled.
  package var scroll = 0.0

  /// Creates the state of a window that has never been open.
  package init(_ descriptor: PluginDescriptor) {
    (width, height) = descriptor.kind == .noteEffect ? (940, 640) : (1_000, 660)
  }

  /// The smallest size.
  package static let least = (width: 720, height: 480)
  /// The largest size.
  package static let most = (width: 3_000, height: 2_000)
}

/// The window of a plug-in, independent of the window system and of the plug-in format: it draws itself into a surface,
/// and receives events.
///
///     system ── events ──► PluginWindow ── gestures ──► WindowHost ──► parameters
///            ◄─ surface ──              ◄─ values, activity ── PluginUnit
///
/// - Thread: one at a time
package final class PluginWindow {
  package let unit: PluginUnit
  package let host: any WindowHost
  package internal(set) var state: WindowState
  /// The pixels for each unit.
  package private(set) var scale: Double
  package private(set) var surface: Surface
  package internal(set) var views: [View] = []
  /// The list that is open over the other views.
  private(set) var list: ListView?
  /// The titles of the items that the open list shows; nil if none is open.
  package var openListTitles: [String]? { list?.shownTitles }
  private var listOrigin: String?
  /// The name of the view that receives keys.
  package private(set) var focus: String?
  /// Whether the window receives keys.
  package private(set) var hasKeyboard = false
  private var pressed: View?
  private let masks = TextMasks()
  /// What lies behind the views: everything that changes only with the layout.
  var backdrop: Drawing
  /// The area of the page, which scrolls, and the height of its contents.
  var page = Rect(x: 0, y: 0, width: 0, height: 0)
  var pageHeight = 0.0
  private var needsLayout = true
  private var isDirty = true
  /// The part of the surface that has been redrawn and not yet been taken.
  private var dirty: [PixelRect] = []

  // MARK: What plays

  package internal(set) var activity = ActivitySnapshot()
  private(set) var levels = [Float](repeating: 0, count: 16)
  private(set) var outputs: [Float] = [0, 0]
  /// The notes that the keyboard holds for some time, with the number of remaining updates.
  private var timedNotes: [(key: UInt8, channel: UInt8, updates: Int)] = []
  /// The key that the pointer holds.
  private var heldKey: (key: UInt8, channel: UInt8)?
  /// The parameter of the gesture that has begun.
  private var gesture: Int?
  private var presets: [BankPreset] = []
  private var presetNumbers: [Int: Int] = [:]
  private(set) var bankPath: String?
  private var hasPresets = false
  private var seenVersion = -1
  private(set) var playsSequence = false
  /// What the user should know, such as why a bank cannot be loaded.
  var message: String?

  /// Creates a window, which is open until it is freed.
  ///
  /// - Parameters:
  ///   - unit: the plug-in's instance.
  ///   - host: receives the user's changes.
  ///   - state: the size and what is shown.
  ///   - scale: the pixels for each unit.
  package init(_ unit: PluginUnit, host: any WindowHost, state: WindowState, scale: Double = 1) {
    (self.unit, self.host, self.state) = (unit, host, state)
    self.scale = min(max(scale.isFinite ? scale : 1, 0.5), 4)
    surface = Surface(width: 1, height: 1)
    backdrop = Drawing(width: 1, height: 1, title: unit.descriptor.name)
    unit.activity.beginWatching()
    refreshContents()
    makeSurface()
  }

  deinit {
    for note in timedNotes { unit.activity.endNote(note.key, channel: note.channel) }
    if let heldKey { unit.activity.endNote(heldKey.key, channel: heldKey.channel) }
    if let gesture { host.endEdit(gesture) }
    unit.activity.endWatching()
  }

  // MARK: Size

  /// Sets the size in pixels, clamped to what the window can be.
  package func resize(pixelWidth: Int, pixelHeight: Int) {
    let size = Self.clamped(pixelWidth: pixelWidth, pixelHeight: pixelHeight, scale: scale)
    guard size != (surface.width, surface.height) else { return }
    state.width = Int((Double(size.width) / scale).rounded())
    state.height = Int((Double(size.height) / scale).rounded())
    makeSurface(size)
  }

  /// Returns the nearest possible size, in pixels.
  package static func clamped(pixelWidth: Int, pixelHeight: Int, scale: Double) -> (width: Int, height: Int) {
    func held(_ size: Int, _ least: Int, _ most: Int) -> Int {
      min(max(size, Int((Double(least) * scale).rounded(.up))), Int(Double(most) * scale))
    }
    return (
      held(pixelWidth, WindowState.least.width, WindowState.most.width),
      held(pixelHeight, WindowState.least.height, WindowState.most.height)
    )
  }

  /// Sets the number of pixels for each unit; the size in units stays.
  package func setScale(_ scale: Double) {
    guard scale.isFinite, scale > 0 else { return }
    let scale = min(max(scale, 0.5), 4)
    guard scale != self.scale else { return }
    self.scale = scale
    makeSurface()
  }

  private func makeSurface(_ size: (width: Int, height: Int)? = nil) {
    let size =
      size
      ?? Self.clamped(
        pixelWidth: Int((Double(state.width) * scale).rounded()),
        pixelHeight: Int((Double(state.height) * scale).rounded()), scale: scale)
    surface = Surface(width: size.width, height: size.height)
    relayout()
  }

  /// The size in units.
  var bounds: Rect {
    Rect(x: 0, y: 0, width: Double(surface.width) / scale, height: Double(surface.height) / scale)
  }

  func relayout() { needsLayout = true }

  // MARK: Contents

  /// Returns the name of the preset that a part plays.
  func presetName(ofPart part: Int) -> String {
    guard let bank = bankIndex(ofPart: part), let program = programIndex(ofPart: part) else { return "" }
    let number = Int(unit.value(ofParameter: bank)) << 7 | Int(unit.value(ofParameter: program))
    return presetNumbers[number].map { presets[$0].name } ?? "No preset"
  }

  func programIndex(ofPart part: Int) -> Int? { unit.descriptor.index(ofParameter: "program\(part + 1)") }
  func bankIndex(ofPart part: Int) -> Int? { unit.descriptor.index(ofParameter: "bank\(part + 1)") }

  var bankPresets: [BankPreset] { presets }

  /// Returns the position of the preset that a part plays among the presets of the bank.
  func presetPosition(ofPart part: Int) -> Int? {
    guard let bank = bankIndex(ofPart: part), let program = programIndex(ofPart: part) else { return nil }
    return presetNumbers[Int(unit.value(ofParameter: bank)) << 7 | Int(unit.value(ofParameter: program))]
  }

  private func refreshContents() {
    guard unit.stateVersion != seenVersion else { return }
    seenVersion = unit.stateVersion
    playsSequence = unit.playsSequence
    guard unit.descriptor.kind == .instrument else { return }
    let path = unit.bankPath
    guard path != bankPath || !hasPresets else { return }
    (bankPath, hasPresets) = (path, true)
    presets = unit.bankPresets
    presetNumbers = Dictionary(presets.enumerated().map { ($1.bank << 7 | $1.program, $0) }) { first, _ in first }
    relayout()
  }

  // MARK: The user's changes

  /// Sets a parameter in a gesture of its own.
  func set(_ index: Int, to value: Double) {
    let value = unit.descriptor.parameters[index].clamped(value)
    guard value != unit.value(ofParameter: index) else { return }
    beginEdit(index)
    edit(index, to: value)
    endEdit(index)
  }

  /// Begins a gesture; one that has begun ends.
  func beginEdit(_ index: Int) {
    if let gesture { host.endEdit(gesture) }
    gesture = index
    host.beginEdit(index)
  }

  /// Sets the parameter of the gesture.
  func edit(_ index: Int, to value: Double) { if gesture == index { host.edit(index, to: value) } }

  func endEdit(_ index: Int) {
    guard gesture == index else { return }
    gesture = nil
    host.endEdit(index)
  }

  /// Holds a key, until ``releaseKey()``; returns false if the plug-in has no room for it.
  func holdKey(_ key: Int, channel: Int) -> Bool {
    releaseKey()
    guard unit.activity.startNote(UInt8(key), channel: UInt8(channel)) else { return false }
    heldKey = (UInt8(key), UInt8(channel))
    host.wake()
    return true
  }

  func releaseKey() {
    guard let held = heldKey else { return }
    heldKey = nil
    unit.activity.endNote(held.key, channel: held.channel)
    host.wake()
  }

  /// Plays a key for a third of a second.
  func play(_ key: Int, channel: Int) {
    guard unit.activity.startNote(UInt8(key), channel: UInt8(channel)) else { return }
    timedNotes.append((UInt8(key), UInt8(channel), 10))
    host.wake()
  }

  // MARK: Lists

  /// Opens a list over the other views.
  func openList(
    _ items: [ListItem], below anchor: Rect, marked: Int?, width: Double = 0, take: @escaping (Int) -> Void
  ) {
    let hasField = items.count > 12
    let widest = items.map { Text.width($0.title) + ($0.detail.isEmpty ? 0 : Text.width($0.detail, size: 10) + 30) }.max() ?? 0
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

  private func press(_ key: Key, _ modifiers: KeyModifiers) {
    if let list {
      if list.key(key, modifiers) { return }
      if key == .escape || key == .tab || key == .backTab { closeList() }
      return
    }
    if let view = views.first(where: { $0.name == focus }), view.key(key, modifiers) { return }
    switch key {
    case .tab: stepFocus(1)
    case .backTab: stepFocus(-1)
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

  // MARK: Drawing

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

  private func layoutIfNeeded() {
    guard needsLayout else { return }
    needsLayout = false
    isDirty = true
    let (focus, held) = (focus, pressed?.name)
    for view in views where view.name != focus && view.name != held { view.lostFocus() }
    let old = views
    layout()
    // a view that the user holds stays the same object
    if let held, let keeper = old.first(where: { $0.name == held }),
      let position = views.firstIndex(where: { $0.name == held }) {
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
