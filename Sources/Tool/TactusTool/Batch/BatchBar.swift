/// A progress line on the terminal, which disappears when the batch is done.
package struct BatchBar {
  private let name: String
  private let total: Int
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var isShown = false

  init(name: String, total: Int) {
    (self.name, self.total) = (name, total)
    start = clock.now
  }

  /// Redraws the line.
  mutating func show(done: Int, seconds: Double) {
    isShown = true
    let elapsed = (clock.now - start) / .seconds(1)
    let line = Self.line(name, done: done, of: total, seconds: seconds, elapsed: elapsed, width: Terminal.width - 1)
    StandardError.write("\r" + line + "\u{1B}[K")
  }

  /// Removes the line.
  mutating func hide() {
    if isShown { StandardError.write("\r\u{1B}[K") }
    isShown = false
  }

  /// Returns the line's text, at most `width` characters.
  package static func line(
    _ name: String, done: Int, of total: Int, seconds: Double, elapsed: Double, width: Int
  ) -> String {
    let fraction = total > 0 ? Double(done) / Double(total) : 1
    let words =
      "  \(done.grouped.aligned(to: total.grouped.count)) of \(total.counted("song"))  "
      + TimesRealTime(seconds, elapsed: elapsed).aligned
    let percent = "\(Int(fraction * 100))%".aligned(to: 5)
    let name = String(name.printable.prefix(24))
    let room = min(30, width - name.count - percent.count - words.count - 1)
    guard room >= 5 else { return String((percent.dropFirst() + words).prefix(width)) }
    return name + " " + ProgressBar.bar(fraction, room) + percent + words
  }
}
