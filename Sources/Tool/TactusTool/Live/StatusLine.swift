/// Lines on the terminal that are redrawn during playback and disappear afterwards.
struct StatusLine {
  private let isWanted: Bool
  private var last: [String] = []

  init(isWanted: Bool) { self.isWanted = isWanted && Terminal.showsProgress }

  /// Whether anything is shown.
  var isShown: Bool { isWanted }

  mutating func show(_ text: String) { show([text]) }

  /// Shows lines, as many as the terminal has room for. The cursor stays in the first of them.
  mutating func show(_ lines: [String]) {
    // a program in the background must not draw over the shell
    guard isWanted, TerminalMode.isOurs else { return }
    let lines = lines.prefix(max(1, Terminal.height - 1)).map { String($0.printable.prefix(Terminal.width - 1)) }
    guard lines != last else { return }
    last = lines
    let up = lines.count > 1 ? "\u{1B}[\(lines.count - 1)A" : ""
    // at the end, what other lines have left below is cleared too
    StandardError.write("\r" + lines.joined(separator: "\u{1B}[K\n") + "\u{1B}[J" + up + "\r")
  }

  /// Prints lines above the status line.
  mutating func report(_ lines: [String]) {
    hide()
    for line in lines { StandardError.writeLine(line.printable) }
  }

  mutating func hide() {
    if !last.isEmpty { StandardError.write("\r\u{1B}[J") }
    last = []
  }
}
