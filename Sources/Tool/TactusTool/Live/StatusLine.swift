/// A line on the terminal that is redrawn during playback and disappears afterwards.
struct StatusLine {
  private let isWanted: Bool
  private var last = ""

  init(isWanted: Bool) { self.isWanted = isWanted && Terminal.showsProgress }

  mutating func show(_ text: String) {
    guard isWanted else { return }
    let text = String(text.printable.prefix(Terminal.width - 1))
    guard text != last else { return }
    last = text
    StandardError.write("\r" + text + "\u{1B}[K")
  }

  /// Prints lines above the status line.
  mutating func report(_ lines: [String]) {
    hide()
    for line in lines { StandardError.writeLine(line.printable) }
  }

  mutating func hide() {
    if !last.isEmpty { StandardError.write("\r\u{1B}[K") }
    last = ""
  }
}
