/// Places labels so that none overlaps another; labels added earlier have priority.
package struct Labels: Sendable {
  private var taken: [Rect] = []
  private let bounds: Rect

  /// Creates a layout inside `bounds`.
  package init(in bounds: Rect) { self.bounds = bounds }

  /// Keeps an area free of labels.
  package mutating func block(_ rect: Rect) { taken.append(rect) }

  /// Returns whether the text fits, with `gap` pixels around it; if so, reserves its area.
  package mutating func add(_ text: Text, gap: Double = 3) -> Bool {
    let area = text.bounds
    guard !text.string.isEmpty else { return false }
    guard area.x >= bounds.x - 0.5, area.maxX <= bounds.maxX + 0.5, area.y >= bounds.y - 2, area.maxY <= bounds.maxY + 3
    else { return false }
    let wide = Rect(x: area.x - gap, y: area.y - 0.5, width: area.width + 2 * gap, height: area.height + 1)
    guard !taken.contains(where: { $0.overlaps(wide) }) else { return false }
    taken.append(wide)
    return true
  }
}

extension Drawing {
  /// Draws a label and reserves its area, if it overlaps no other label.
  package mutating func text(_ text: Text, unlessTaken labels: inout Labels, gap: Double = 3) {
    if labels.add(text, gap: gap) { self.text(text) }
  }
}
