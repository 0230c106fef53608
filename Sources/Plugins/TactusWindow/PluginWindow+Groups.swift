import TactusPictures
import TactusPlugin

// Groups of parameters on a page.

extension PluginWindow {
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

  /// Lays out groups of parameters from left to right and from top to bottom on the page, which scrolls if they are too
  /// many.
  func layoutGroups(_ parameters: [Int], _ area: Rect, titles: [Int: String] = [:], ink: Ink = Palette.accent) {
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
      let widening = max(1, (width - Self.gap * Double(row.count - 1)) / own)
      var x = area.x
      for card in row {
        layout(card, Rect(x: x, y: y, width: card.width * widening, height: height), area, ink)
        x += card.width * widening + Self.gap
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
      let title = parameter.section.isEmpty ? parameter.group : parameter.section
      if cards.last?.title != title { cards.append(Card(title: title, cells: [])) }
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
    guard frame.overlaps(area) else { return addControls(card, frame, area, ink) }
    // the backdrop is not clipped: a card that hangs over the page is cut here
    let top = max(frame.y, area.y), bottom = min(frame.maxY, area.maxY)
    backdrop.box(
      Rect(x: frame.x, y: top, width: frame.width, height: bottom - top), radius: 6, Palette.panel,
      outline: Palette.grid)
    if frame.y >= area.y, frame.y + 24 <= area.maxY {
      backdrop.label(
        card.title,
        in: Rect(x: frame.x + 12, y: frame.y + 4, width: frame.width - (card.gate == nil ? 20 : 56), height: 20),
        Palette.title, isBold: true)
    }
    addControls(card, frame, area, ink)
  }

  /// Lays out the controls of a group, whether they can be seen or not: the keyboard reaches them.
  private func addControls(_ card: Card, _ frame: Rect, _ area: Rect, _ ink: Ink) {
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
  func control(_ index: Int, _ frame: Rect, ink: Ink) -> ParameterControl {
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
    guard case .part(let part) = parameter.windowSection, parameter.name.hasSuffix(" \(part + 1)") else {
      return parameter.name
    }
    return String(parameter.name.dropLast("\(part + 1)".count + 1))
  }

  func cellWidth(_ index: Int) -> Double {
    let parameter = unit.descriptor.parameters[index]
    let label = Text.width(shortName(of: parameter), size: 10) + 12
    switch parameter.kind {
    case .choice(let names):
      let widest = names.map { Text.width($0, size: 10.5) }.max() ?? 0
      return max(label, min(widest + 46, 132), 84)
    case .toggle: return max(label, 60)
    case .continuous, .whole:
      let values =
        [parameter.range.lowerBound, parameter.range.upperBound, parameter.defaultValue] + parameter.words.keys
      let widest = values.map { Text.width(parameter.text(of: $0), size: 10.5) }.max() ?? 0
      return max(label, min(widest + 12, 96), 66)
    }
  }
}
