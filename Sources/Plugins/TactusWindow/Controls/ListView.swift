import TactusPictures

/// An entry of a list.
struct ListItem: Hashable {
  var title: String
  /// What stands at the right, such as a category.
  var detail = ""
  /// What stands at the left, such as a number.
  var prefix = ""
  /// What the list's owner knows it by.
  var number: Int
}

/// A list that scrolls. Letters search in it; arrows choose, and Return takes.
class ListView: View {
  var items: [ListItem] { didSet { filter() } }
  /// The number of the item that is in use.
  var marked: () -> Int?
  private let take: (Int) -> Void
  /// What has been typed: only items with all of its words are shown.
  private(set) var query: String
  private var shown: [ListItem] = []
  /// The position of the chosen item among those shown.
  private(set) var chosen = 0
  private var offset = 0.0
  private var lastMarked: Int?
  /// What the search field says while nothing is typed.
  var prompt = "Type to search"
  private let hasField: Bool
  static let rowHeight = 22.0
  private static let fieldHeight = 28.0

  init(
    _ name: String, _ frame: Rect, _ window: PluginWindow, items: [ListItem], hasField: Bool, query: String = "",
    marked: @escaping () -> Int?, take: @escaping (Int) -> Void
  ) {
    (self.items, self.marked, self.take, self.query, self.hasField) = (items, marked, take, query, hasField)
    super.init(name, frame, window)
    filter()
    if let position = shown.firstIndex(where: { $0.number == marked() }) { choose(position, centers: true) }
  }

  override var isFocusable: Bool { true }

  private var rows: Rect {
    var rows = frame.inset(1, 1)
    if hasField { _ = rows.takeTop(Self.fieldHeight) }
    return rows
  }

  /// The titles of the shown items.
  var shownTitles: [String] { shown.map(\.title) }

  private func filter() {
    let words = query.lowercased().split(separator: " ").map { Array($0.utf8) }
    shown = items.filter { item in
      let text = Array((item.prefix + " " + item.title + " " + item.detail).lowercased().utf8)
      return words.allSatisfy { text.holds($0) }
    }
    chosen = min(chosen, max(0, shown.count - 1))
    limitOffset()
  }

  private func limitOffset() {
    offset = min(max(0, offset), max(0, Double(shown.count) * Self.rowHeight - rows.height))
  }

  private func choose(_ position: Int, centers: Bool = false) {
    chosen = min(max(0, position), max(0, shown.count - 1))
    let top = Double(chosen) * Self.rowHeight
    if centers {
      offset = top - rows.height / 2
    } else {
      offset = min(max(offset, top + Self.rowHeight - rows.height), top)
    }
    limitOffset()
  }

  private func setQuery(_ new: String) {
    query = new
    (chosen, offset) = (0, 0)
    filter()
    queryChanged()
  }

  func queryChanged() {}

  override func describe(_ hasher: inout Hasher) {
    hasher.combine(shown.count)
    hasher.combine(items.count)
    hasher.combine(query)
    hasher.combine(chosen)
    hasher.combine(offset)
    let marked = marked()
    if marked != lastMarked, let position = shown.firstIndex(where: { $0.number == marked }) {
      // another part or another preset is in use
      choose(
        position,
        centers: position * Int(Self.rowHeight) < Int(offset)
          || Double(position + 1) * Self.rowHeight > offset + rows.height)
    }
    lastMarked = marked
    hasher.combine(marked)
    hasher.combine(offset)
  }

  override func draw(_ drawing: inout Drawing) {
    drawing.rect(frame, WindowInks.field)
    if hasField { drawField(&drawing) }
    let rows = rows
    let marked = marked()
    let first = Int(offset / Self.rowHeight)
    let last = min(shown.count, first + Int(rows.height / Self.rowHeight) + 2)
    for position in first..<max(first, last) {
      let row = Rect(
        x: rows.x, y: rows.y + Double(position) * Self.rowHeight - offset, width: rows.width, height: Self.rowHeight)
      draw(shown[position], in: row, isChosen: position == chosen, isMarked: shown[position].number == marked, &drawing)
    }
    drawBar(rows, &drawing)
    // what hangs over the field and the lower edge
    if hasField { drawField(&drawing) }
    drawing.outline(frame, Palette.frame)
  }

  private func drawField(_ drawing: inout Drawing) {
    let field = Rect(x: frame.x, y: frame.y, width: frame.width, height: Self.fieldHeight)
    drawing.rect(field, Palette.shade)
    let text = field.inset(10, 0)
    if query.isEmpty {
      drawing.label(prompt, in: text, Palette.faintText)
    } else {
      drawing.label("\(query)|", in: text, Palette.title)
    }
    drawing.label("\(shown.count)", in: text, size: 10, Palette.faintText, anchor: .end)
    drawing.horizontalLine(field.maxY - 1, from: field.x, to: field.maxX, Palette.grid)
  }

  private func draw(_ item: ListItem, in row: Rect, isChosen: Bool, isMarked: Bool, _ drawing: inout Drawing) {
    if isMarked {
      drawing.rect(row, Palette.accent)
    } else if isChosen {
      drawing.rect(row, WindowInks.selection)
    }
    let ink = isMarked ? WindowInks.onAccent : Palette.title
    var text = Rect(x: row.x + 10, y: row.y, width: row.width - 26, height: row.height)
    if !item.detail.isEmpty {
      let detail = text.takeRight(min(text.width * 0.4, Text.width(item.detail, size: 10) + 4), gap: 8)
      drawing.label(item.detail, in: detail, size: 10, isMarked ? WindowInks.onAccent : Palette.faintText, anchor: .end)
    }
    if !item.prefix.isEmpty {
      let prefix = text.takeLeft(24, gap: 10)
      drawing.label(item.prefix, in: prefix, size: 10, isMarked ? WindowInks.onAccent : Palette.faintText, anchor: .end)
    }
    drawing.label(item.title, in: text, ink)
  }

  private func drawBar(_ rows: Rect, _ drawing: inout Drawing) {
    let all = Double(shown.count) * Self.rowHeight
    guard all > rows.height else { return }
    let height = max(20, rows.height * rows.height / all)
    let y = rows.y + (rows.height - height) * offset / (all - rows.height)
    drawing.fill(Rect(x: rows.maxX - 8, y: y, width: 5, height: height), radius: 2.5, Palette.strongGrid)
  }

  private func position(at point: Point) -> Int? {
    guard rows.contains(point) else { return nil }
    let position = Int((point.y - rows.y + offset) / Self.rowHeight)
    return shown.indices.contains(position) ? position : nil
  }

  override func press(_ point: Point, clicks: Int, _ modifiers: KeyModifiers) {
    if point.x > rows.maxX - 10 { return drag(point, modifiers) }
    guard let position = position(at: point) else { return }
    choose(position)
    take(shown[position].number)
  }

  override func drag(_ point: Point, _ modifiers: KeyModifiers) {
    guard point.x > rows.maxX - 10, rows.height > 0 else { return }
    offset = (point.y - rows.y) / rows.height * Double(shown.count) * Self.rowHeight - rows.height / 2
    limitOffset()
  }

  override func scroll(_ amount: Double, at point: Point, _ modifiers: KeyModifiers) -> Bool {
    offset -= amount * 3 * Self.rowHeight
    limitOffset()
    return true
  }

  override func key(_ key: WindowKey, _ modifiers: KeyModifiers) -> Bool {
    let page = max(1, Int(rows.height / Self.rowHeight) - 1)
    switch key {
    case .up: choose(chosen - 1)
    case .down: choose(chosen + 1)
    case .pageUp: choose(chosen - page)
    case .pageDown: choose(chosen + page)
    case .home: choose(0)
    case .end: choose(shown.count - 1)
    case .enter:
      guard shown.indices.contains(chosen) else { return true }
      take(shown[chosen].number)
    case .backspace, .delete:
      guard !query.isEmpty else { return false }
      setQuery(String(query.dropLast()))
    case .escape:
      guard !query.isEmpty else { return false }
      setQuery("")
    case .character(let character):
      guard query.count < 40, !(query.isEmpty && character == " ") else { return true }
      setQuery(query + String(character))
    default: return false
    }
    return true
  }
}

/// The list of a bank's presets, which keeps its search when the window is laid out again.
final class PresetBrowser: ListView {
  override func queryChanged() { window.state.presetQuery = query }
}

extension [UInt8] {
  /// Whether the bytes of a part occur in these bytes, one after another. (`String.contains` would link the library of
  /// regular expressions, which is as large as all windows.)
  fileprivate func holds(_ part: [UInt8]) -> Bool {
    guard count >= part.count else { return false }
    return (0...count - part.count).contains { self[$0..<$0 + part.count].elementsEqual(part) }
  }
}
