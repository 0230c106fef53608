/// Text in columns, each as wide as its widest cell.
package struct TextTable {
  /// The alignment of a column.
  package enum Alignment: Sendable { case left, right }

  private let columns: [(title: String, alignment: Alignment)]
  private var rows: [[String]] = []

  package init(_ columns: (String, Alignment)...) { self.columns = columns.map { ($0.0, $0.1) } }

  package mutating func add(_ cells: String...) { rows.append(cells.map(\.printable)) }

  /// The number of rows without the titles.
  package var count: Int { rows.count }

  /// The title of the last column. In an inspection, this column holds a value; the others hold its position.
  package var lastTitle: String { columns.last?.title ?? "" }
  /// The cell of the last column in the last row.
  package var lastCell: String { rows.last?.last ?? "" }

  /// Returns the titles and the rows, or the first `limit` rows and a note about the rest.
  package func lines(limit: Int = .max, style: Style = .plain) -> [String] {
    let shown = rows.prefix(limit)
    let widths = columns.indices.map { column in
      shown.reduce(columns[column].title.count) { max($0, column < $1.count ? $1[column].count : 0) }
    }
    func line(_ cells: [String]) -> String {
      var text = ""
      for (column, cell) in cells.enumerated() where column < columns.count {
        let isLast = column == columns.count - 1
        text += "  "
        switch columns[column].alignment {
        case .left: text += isLast ? cell : cell.padded(to: widths[column])
        case .right: text += cell.aligned(to: widths[column])
        }
      }
      return text
    }
    var lines = [style.faint(line(columns.map(\.title)))] + shown.map(line)
    if rows.count > shown.count {
      lines.append(style.faint("  … and \((rows.count - shown.count).grouped) more; --json lists all"))
    }
    return lines
  }
}

/// The report of `inspect`: a first line, labeled facts, and sections.
package struct Report {
  private let style: Style
  package private(set) var lines: [String]

  package init(title: String, style: Style) {
    self.style = style
    lines = [style.bold(title.printable)]
  }

  /// Adds a labeled fact, unless its text is empty.
  package mutating func fact(_ label: String, _ text: String) {
    guard !text.isEmpty else { return }
    lines.append("  " + style.faint(label.padded(to: 10) + " ") + text.printable)
  }

  /// Adds a table with a title, unless the table is empty.
  package mutating func section(_ title: String, _ table: TextTable, limit: Int = .max) {
    guard table.count > 0 else { return }
    lines += ["", style.bold(title)] + table.lines(limit: limit, style: style)
  }

  /// Adds an empty line, the title if it is not empty, and the lines.
  package mutating func text(_ title: String, _ text: [String]) {
    lines += [""] + (title.isEmpty ? [] : [style.bold(title.printable)]) + text.map { "  " + $0.printable }
  }

  /// Adds the defects, one line each.
  package mutating func findings(_ title: String, _ findings: [String], omitted: Int = 0) {
    guard !findings.isEmpty || omitted > 0 else { return }
    lines += ["", style.warning(title)] + findings.map { "  " + $0.printable }
    if omitted > 0 { lines.append(style.faint("  … and \(omitted.grouped) more like these")) }
  }
}
