import TactusPictures
import TactusPlugin

// Where everything is.

extension PluginWindow {
  private static let margin = 12.0
  private static let gap = 10.0

  /// Places all views, and draws what lies behind them.
  func layout() {
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

  // MARK: The header

  private func layoutHeader(_ area: Rect) {
    backdrop.rect(area, WindowInks.header)
    backdrop.horizontalLine(area.maxY - 1, from: area.x, to: area.maxX, Palette.grid)
    var row = area.inset(Self.margin, 9)
    let name = unit.descriptor.name
    let title = row.takeLeft(Text.width(name, size: 15, isBold: true) + 4, gap: 18)
    backdrop.label(name, in: title, size: 15, Palette.title, isBold: true)
    if !unit.descriptor.presets.isEmpty {
      let frame = row.takeLeft(104, gap: 8)
      add(
        Button("presets", frame, self, opensList: true, title: { "Presets" }) { [unowned self] in openPresets(below: frame) },
        on: WindowInks.header)
    }
    if unit.descriptor.kind == .instrument {
      let frame = row.takeLeft(min(240, max(120, row.width - 260)), gap: 8)
      add(
        Button("bank", frame, self, opensList: true, title: { [unowned self] in "Bank: \(bankName)" }) { [unowned self] in
          openBanks(below: frame)
        }, on: WindowInks.header)
    }
    let theme = row.takeRight(58, gap: 8)
    add(
      Button("theme", theme, self, title: { [unowned self] in state.isDark ? "Light" : "Dark" }) { [unowned self] in
        state.isDark.toggle()
        invalidate()
      }, on: WindowInks.header)
    if let index = unit.descriptor.parameters.firstIndex(where: \.isBypass) {
      add(
        Button(
          "bypass", row.takeRight(74, gap: 8), self, isOn: { [unowned self] in unit.value(ofParameter: index) >= 0.5 },
          title: { [unowned self] in unit.value(ofParameter: index) >= 0.5 ? "Bypassed" : "Bypass" }
        ) { [unowned self] in set(index, to: unit.value(ofParameter: index) >= 0.5 ? 0 : 1) }, on: WindowInks.header)
    }
    if unit.descriptor.audioOutputs > 0, row.width > 100 {
      add(OutputMeter("output", row.takeRight(min(150, row.width), gap: 8), self), on: WindowInks.header)
    }
    if let message { backdrop.label(message, in: row, size: 10, Palette.warning) }
  }

  private var bankName: String {
    guard let bankPath else { return "built-in" }
    return Text.clean(bankPath.split(separator: "/").last.map(String.init) ?? bankPath)
  }

  private func openPresets(below frame: Rect) {
    let items = unit.descriptor.presets.enumerated().map { ListItem(title: $1.name, number: $0) }
    openList(items, below: frame, marked: nil, width: 200) { [unowned self] number in
      unit.loadPreset(number)
      host.contentsChanged()
    }
  }

  private func openBanks(below frame: Rect) {
    let files = BankPreset.files()
    let items =
      [ListItem(title: "Built-in bank", number: -1)]
      + files.enumerated().map { number, path in
        let parts = path.split(separator: "/")
        return ListItem(
          title: Text.clean(parts.last.map(String.init) ?? path), detail: Text.clean(parts.dropLast().last.map(String.init) ?? ""),
          number: number)
      }
    let marked = bankPath.map { files.firstIndex(of: $0) ?? -2 } ?? -1
    openList(items, below: frame, marked: marked, width: 300) { [unowned self] number in
      do throws(PluginStateError) {
        try unit.loadBank(path: files.indices.contains(number) ? files[number] : nil)
        message = nil
        host.contentsChanged()
      } catch {
        message = "\(error)"
      }
      relayout()
    }
  }

  // MARK: Pages

  /// Places the tabs of the pages, and returns the number of the chosen one.
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
    case 1: layoutGroups(parameters.filter { unit.descriptor.parameters[$0].place == .part(state.part) }, area)
    case 2: layoutGroups(parameters.filter { unit.descriptor.parameters[$0].place == .effect }, area)
    default: layoutGroups(parameters.filter { unit.descriptor.parameters[$0].place == .other }, area)
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
      ListItem(title: Text.clean(preset.name), detail: preset.category + (preset.bank == 0 || preset.isDrumKit ? "" : ", bank \(preset.bank)"),
        prefix: "\(preset.program + 1)", number: number)
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
      if case .lane(state.lane, let setting) = unit.descriptor.parameters[$0].place { return setting != .isOn }
      return false
    }
    switch chosen {
    case 0:
      let strip = area.takeBottom(104, gap: Self.gap)
      layoutLane(own, strip)
      if playsSequence { area = layoutSequenceNote(area) }
      backdrop.box(area, radius: 6, Palette.panel, outline: Palette.grid)
      var rows = area.inset(2, 4)
      let height = rows.height / Double(max(1, lanes))
      for lane in 0..<lanes { add(LaneGrid(lane, rows.takeTop(height), self)) }
    case 1:
      if playsSequence { area = layoutSequenceNote(area) }
      var side = area.takeRight(max(300, area.width - area.height - 20), gap: Self.gap)
      backdrop.box(area, radius: 6, Palette.panel, outline: Palette.grid)
      add(RingsView(area.inset(3, 3), self))
      var card = side.takeTop(182, gap: Self.gap)
      page = card
      layoutGroups(own, card, titles: [0: "Lane \(state.lane + 1): \(laneName(state.lane))"], ink: Lane(state.lane, self).ink)
      card = side
      backdrop.box(card, radius: 6, Palette.panel, outline: Palette.grid)
      var rows = card.inset(2, 4)
      let height = rows.height / Double(max(1, lanes))
      for lane in 0..<lanes { add(LaneGrid(lane, rows.takeTop(height), self)) }
    default:
      layoutGroups(
        parameters.filter { [.effect, .other].contains(unit.descriptor.parameters[$0].place) }, area)
    }
  }

  private func layoutLane(_ parameters: [Int], _ area: Rect) {
    backdrop.box(area, radius: 6, Palette.panel, outline: Palette.grid)
    var row = area.inset(10, 4)
    let title = row.takeTop(20)
    backdrop.label("Lane \(state.lane + 1): \(laneName(state.lane))", in: title, Palette.title, isBold: true)
    backdrop.label(
      "Click a step to toggle it, drag to turn the rhythm; wheel: onsets, with Shift: steps", in: title, size: 10, Palette.faintText, anchor: .end)
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
    let parameters = unit.descriptor.parameters.indices.filter { unit.descriptor.parameters[$0].place == .effect }
    // the arpeggiator first, because it is what the plug-in is for
    let own = parameters.filter { unit.descriptor.parameters[$0].group == "Arpeggiator" }
    layoutGroups(own + parameters.filter { !own.contains($0) }, area)
  }

  // MARK: Groups of parameters

  /// A group of parameters on a page.
  private struct Card {
    var title: String
    /// The toggle of the whole group.
    var gate: Int?
    var cells: [Int]
    var lines: [[Int]] = []
    var width = 0.0
    var height = 0.0
  }

  /// Places groups of parameters from left to right and from top to bottom on the page, which scrolls if they are too
  /// many.
  private func layoutGroups(_ parameters: [Int], _ area: Rect, titles: [Int: String] = [:], ink: Ink = Palette.accent) {
    // the bar at the right takes room only if the page scrolls
    var (width, rows) = (area.width, [[Card]]())
    for room in [0.0, 12] {
      width = area.width - room
      rows = self.rows(parameters, within: width, titles)
      pageHeight = rows.reduce(0) { $0 + ($1.map(\.height).max() ?? 0) + Self.gap } - Self.gap
      if pageHeight <= area.height { break }
    }
    state.scroll = min(max(0, state.scroll), max(0, pageHeight - area.height))
    var y = area.y - state.scroll
    for row in rows {
      let height = row.map(\.height).max() ?? 0
      let own = row.reduce(0) { $0 + $1.width }
      let stretch = max(1, (width - Self.gap * Double(row.count - 1)) / own)
      var x = area.x
      for card in row {
        layout(card, Rect(x: x, y: y, width: card.width * stretch, height: height), area, ink)
        x += card.width * stretch + Self.gap
      }
      y += height + Self.gap
    }
    if pageHeight > area.height {
      let bar = max(24, area.height * area.height / pageHeight)
      let top = area.y + (area.height - bar) * state.scroll / (pageHeight - area.height)
      backdrop.fill(Rect(x: area.maxX - 5, y: top, width: 5, height: bar), radius: 2.5, Palette.strongGrid)
    }
  }

  /// Distributes the groups over rows of a width.
  private func rows(_ parameters: [Int], within width: Double, _ titles: [Int: String]) -> [[Card]] {
    var cards = cards(parameters, within: width)
    for (number, title) in titles where cards.indices.contains(number) { cards[number].title = title }
    var rows: [[Card]] = []
    var used = 0.0
    for card in cards {
      if let last = rows.indices.last, used + Self.gap + card.width <= width {
        rows[last].append(card)
        used += Self.gap + card.width
      } else {
        rows.append([card])
        used = card.width
      }
    }
    return rows
  }

  private func cards(_ parameters: [Int], within width: Double) -> [Card] {
    var cards: [Card] = []
    for index in parameters {
      let parameter = unit.descriptor.parameters[index]
      if cards.last?.title != parameter.group { cards.append(Card(title: parameter.group, cells: [])) }
      if parameter.kind == .toggle, parameter.name == parameter.group {
        cards[cards.count - 1].gate = index
      } else {
        cards[cards.count - 1].cells.append(index)
      }
    }
    for number in cards.indices {
      var line: [Int] = []
      var (used, widest) = (0.0, 0.0)
      for index in cards[number].cells {
        let cell = cellWidth(index)
        if used + cell > width - 20, !line.isEmpty {
          cards[number].lines.append(line)
          (line, used) = ([], 0)
        }
        line.append(index)
        used += cell
        widest = max(widest, used)
      }
      if !line.isEmpty { cards[number].lines.append(line) }
      let title = Text.width(cards[number].title, isBold: true) + (cards[number].gate == nil ? 24 : 64)
      cards[number].width = min(width, max(widest + 20, title, 84))
      cards[number].height = 28 + 74 * Double(cards[number].lines.count)
    }
    return cards
  }

  private func layout(_ card: Card, _ frame: Rect, _ area: Rect, _ ink: Ink) {
    guard frame.overlaps(area) else { return place(card, frame, area, ink) }
    // the backdrop is not clipped: a card that hangs over the page is cut here
    let top = max(frame.y, area.y), bottom = min(frame.maxY, area.maxY)
    backdrop.box(Rect(x: frame.x, y: top, width: frame.width, height: bottom - top), radius: 6, Palette.panel, outline: Palette.grid)
    if frame.y >= area.y, frame.y + 24 <= area.maxY {
      backdrop.label(card.title, in: Rect(x: frame.x + 12, y: frame.y + 4, width: frame.width - (card.gate == nil ? 20 : 56), height: 20), Palette.title, isBold: true)
    }
    place(card, frame, area, ink)
  }

  /// Places the controls of a group, whether they can be seen or not: the keyboard reaches them.
  private func place(_ card: Card, _ frame: Rect, _ area: Rect, _ ink: Ink) {
    if let gate = card.gate {
      let toggle = Toggle(gate, Rect(x: frame.maxX - 42, y: frame.y + 3, width: 34, height: 22), self, label: nil)
      toggle.isSmall = true
      toggle.clip = area.inset(0, 1)
      add(toggle, on: Palette.panel)
    }
    for (number, line) in card.lines.enumerated() {
      var x = frame.x + 10
      for index in line {
        let width = cellWidth(index)
        let view = control(
          index, Rect(x: x, y: frame.y + 26 + 74 * Double(number), width: width, height: 72), ink: ink)
        view.gate = card.gate
        view.clip = area.inset(0, 1)
        add(view, on: Palette.panel)
        x += width
      }
    }
  }

  /// Returns the control for a parameter.
  private func control(_ index: Int, _ frame: Rect, ink: Ink) -> ParameterControl {
    let parameter = unit.descriptor.parameters[index]
    let label = shortName(of: parameter)
    let control: ParameterControl
    switch parameter.kind {
    case .toggle: control = Toggle(index, frame, self, label: label)
    case .choice: control = ChoiceBox(index, frame, self, label: label)
    case .continuous, .whole: control = Knob(index, frame, self, label: label)
    }
    control.ink = ink
    return control
  }

  /// The name without the number of the part, which the title has.
  private func shortName(of parameter: ParameterDescriptor) -> String {
    guard case .part(let part) = parameter.place, parameter.name.hasSuffix(" \(part + 1)") else { return parameter.name }
    return String(parameter.name.dropLast("\(part + 1)".count + 1))
  }

  private func cellWidth(_ index: Int) -> Double {
    let parameter = unit.descriptor.parameters[index]
    let label = Text.width(shortName(of: parameter), size: 10) + 12
    switch parameter.kind {
    case .choice(let names):
      let widest = names.map { Text.width($0, size: 10.5) }.max() ?? 0
      return max(label, min(widest + 46, 132), 84)
    case .toggle: return max(label, 60)
    case .continuous, .whole:
      let values = [parameter.range.lowerBound, parameter.range.upperBound, parameter.defaultValue] + parameter.words.keys
      let widest = values.map { Text.width(parameter.text(of: $0), size: 10.5) }.max() ?? 0
      return max(label, min(widest + 12, 96), 66)
    }
  }
}
