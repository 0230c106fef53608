import TactusPictures
import TactusPlugin

// Where everything is.

extension PluginWindow {
  static let margin = 12.0
  static let gap = 10.0

  /// Lays out all views, and draws what lies behind them.
  package func layout() {
    backdrop = Drawing(width: state.width, height: state.height, title: unit.descriptor.name)
    views = []
    page = Rect(x: 0, y: 0, width: 0, height: 0)
    pageHeight = 0
    var area = bounds
    layoutHeader(area.takeTop(46))
    area = area.inset(Self.margin, Self.margin)
    switch unit.descriptor.kind {
    case .instrument: layoutSampler(area)
    case .noteGenerator: layoutSequencer(area)
    case .noteEffect: layoutArpeggiator(area)
    }
  }

  func add(_ view: View, on background: Ink? = nil) {
    if let background { view.background = background }
    views.append(view)
  }

  // MARK: Pages

  /// Lays out the tabs of the pages, and returns the number of the chosen one.
  private func layoutTabs(_ names: [String], _ area: Rect) -> Int {
    let chosen = min(max(0, state.page), names.count - 1)
    var row = area
    for (number, name) in names.enumerated() {
      let button = Button(
        "tab \(name)", row.takeLeft(Text.width(name, isBold: true) + 24, gap: 2), self,
        isOn: { [unowned self] in min(state.page, names.count - 1) == number }, title: { name }
      ) { [unowned self] in
        (state.page, state.scroll) = (number, 0)
        relayout()
      }
      button.isTab = true
      add(button)
    }
    return chosen
  }

  // MARK: Sampler

  private func layoutSampler(_ area: Rect) {
    var area = area
    let keyboard = area.takeBottom(min(84, max(60, area.height * 0.14)), gap: Self.gap)
    add(KeyboardView(keyboard, self) { [unowned self] in state.part })
    let parts = area.takeLeft(min(340, max(270, area.width * 0.34)), gap: Self.gap)
    layoutParts(parts)
    let tabs = area.takeTop(28, gap: 6)
    let chosen = layoutTabs(["Presets", "Part \(state.part + 1)", "MIDI effects", "Output"], tabs)
    page = area
    let parameters = unit.descriptor.parameters.indices
    switch chosen {
    case 0: layoutBrowser(area)
    case 1: layoutGroups(parameters.filter { unit.descriptor.parameters[$0].windowSection == .part(state.part) }, area)
    case 2: layoutGroups(parameters.filter { unit.descriptor.parameters[$0].windowSection == .effect }, area)
    default: layoutGroups(parameters.filter { unit.descriptor.parameters[$0].windowSection == .other }, area)
    }
  }

  private func layoutParts(_ area: Rect) {
    backdrop.box(area, radius: 6, Palette.panel, outline: Palette.grid)
    var rows = area.inset(2, 4)
    let height = rows.height / 16
    for part in 0..<16 { add(PartRow(part, rows.takeTop(height), self)) }
  }

  private func layoutBrowser(_ area: Rect) {
    let items = bankPresets.enumerated().map { number, preset in
      ListItem(
        title: Text.clean(preset.name),
        detail: preset.category + (preset.bank == 0 || preset.isDrumKit ? "" : ", bank \(preset.bank)"),
        prefix: "\(preset.program)", number: number)
    }
    let browser = PresetBrowser(
      "browser", area, self, items: items, hasField: true, query: state.presetQuery,
      marked: { [unowned self] in presetPosition(ofPart: state.part) }
    ) { [unowned self] in choosePreset($0) }
    browser.prompt = "Presets for part \(state.part + 1): type to search"
    add(browser)
  }

  // MARK: Sequencer

  private func layoutSequencer(_ area: Rect) {
    var area = area
    let chosen = layoutTabs(["Grid", "Rings", "Pattern and effects"], area.takeTop(28, gap: 6))
    page = area
    let lanes = Lane.count(unit.descriptor)
    state.lane = min(max(0, state.lane), max(0, lanes - 1))
    let parameters = unit.descriptor.parameters.indices
    let own = parameters.filter {
      if case .lane(state.lane, let setting) = unit.descriptor.parameters[$0].windowSection { return setting != .isOn }
      return false
    }
    switch chosen {
    case 0:
      let strip = area.takeBottom(104, gap: Self.gap)
      layoutLane(own, strip)
      if playsSequence { area = layoutSequenceNote(area) }
      layoutLanes(area)
    case 1:
      if playsSequence { area = layoutSequenceNote(area) }
      var side = area.takeRight(max(300, area.width - area.height - 20), gap: Self.gap)
      backdrop.box(area, radius: 6, Palette.panel, outline: Palette.grid)
      add(RingsView(area.inset(3, 3), self))
      let card = side.takeTop(182, gap: Self.gap)
      page = card
      layoutGroups(
        own, card, titles: [0: "Lane \(state.lane + 1): \(laneName(state.lane))"], ink: Lane(state.lane, self).ink)
      layoutLanes(side)
    default:
      let keyboard = area.takeBottom(76, gap: Self.gap)
      add(KeyboardView(keyboard, self) { [unowned self] in Lane(state.lane, self).value(.channel) - 1 })
      page = area.takeTop(min(area.height, bounds.width < 940 ? 214 : 102), gap: Self.gap)
      let others = parameters.filter { [.effect, .other].contains(unit.descriptor.parameters[$0].windowSection) }
      layoutGroups(others, page)
      layoutLanes(area)
    }
  }

  /// Lays out the lanes as rows.
  private func layoutLanes(_ area: Rect) {
    let lanes = Lane.count(unit.descriptor)
    backdrop.box(area, radius: 6, Palette.panel, outline: Palette.grid)
    var rows = area.inset(2, 4)
    let height = rows.height / Double(max(1, lanes))
    for lane in 0..<lanes { add(LaneGrid(lane, rows.takeTop(height), self)) }
  }

  private func layoutLane(_ parameters: [Int], _ area: Rect) {
    backdrop.box(area, radius: 6, Palette.panel, outline: Palette.grid)
    var row = area.inset(10, 4)
    let title = row.takeTop(20)
    backdrop.label("Lane \(state.lane + 1): \(laneName(state.lane))", in: title, Palette.title, isBold: true)
    backdrop.label(
      "Click a step to toggle it, drag to turn the rhythm; scroll: onsets, with Shift: steps", in: title, size: 10,
      Palette.faintText, anchor: .end)
    let widths = parameters.map { cellWidth($0) }
    let spare = max(0, row.width - widths.reduce(0, +)) / Double(max(1, parameters.count))
    for (index, width) in zip(parameters, widths) {
      var cell = row.takeLeft(width + spare)
      cell = Rect(x: cell.midX - width / 2, y: cell.y, width: width, height: min(cell.height, 72))
      add(control(index, cell, ink: Lane(state.lane, self).ink), on: Palette.panel)
    }
  }

  private func layoutSequenceNote(_ area: Rect) -> Rect {
    var area = area
    var row = area.takeTop(28, gap: 8)
    let button = row.takeRight(130, gap: 10)
    backdrop.label("A loaded sequence plays instead of the lanes.", in: row, Palette.warning)
    add(
      Button("lanes", button, self, title: { "Return to the lanes" }) { [unowned self] in
        try? unit.publish(nil)
        host.contentsChanged()
        relayout()
      })
    return area
  }

  // MARK: Arpeggiator

  private func layoutArpeggiator(_ area: Rect) {
    var area = area
    let keyboard = area.takeBottom(min(84, max(60, area.height * 0.14)), gap: Self.gap)
    add(KeyboardView(keyboard, self) { 0 })
    let steps = area.takeTop(min(190, max(110, area.height * 0.3)), gap: Self.gap)
    backdrop.box(steps, radius: 6, Palette.panel, outline: Palette.grid)
    add(ArpeggioView(steps.inset(3, 3), self))
    page = area
    let parameters = unit.descriptor.parameters.indices.filter {
      unit.descriptor.parameters[$0].windowSection == .effect
    }
    // the arpeggiator first, because it is what the plug-in is for
    let own = parameters.filter { unit.descriptor.parameters[$0].group == "Arpeggiator" }
    layoutGroups(own + parameters.filter { !own.contains($0) }, area)
  }
}
