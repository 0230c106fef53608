import TactusEngine

/// A progress line on the terminal, which disappears when the bounce is done.
package struct ProgressBar {
  private let name: String
  private let clock = ContinuousClock()
  private let start: ContinuousClock.Instant
  private var last: ContinuousClock.Instant
  private var isShown = false
  private static let pause = Duration.milliseconds(80)

  init(name: String) {
    self.name = name
    start = clock.now
    last = start - Self.pause
  }

  /// The seconds since the start.
  var elapsed: Double { (clock.now - start) / .seconds(1) }

  /// Redraws the line, at most a dozen times per second.
  mutating func show(_ progress: BounceProgress) {
    let now = clock.now
    guard now - last >= Self.pause else { return }
    last = now
    isShown = true
    StandardError.write("\r" + Self.line(name, progress, elapsed: elapsed, width: Terminal.width - 1) + "\u{1B}[K")
  }

  /// Removes the line.
  mutating func hide() {
    if isShown { StandardError.write("\r\u{1B}[K") }
    isShown = false
  }

  /// Returns the line's text, at most `width` characters.
  package static func line(_ name: String, _ progress: BounceProgress, elapsed: Double, width: Int) -> String {
    let length = Double(progress.songFrames) / Double(max(1, progress.sampleRate))
    let end = length.asClock
    let position =
      progress.frame <= progress.songFrames
      ? "\(progress.seconds.asClock.aligned(to: end.count)) of \(end)" : "ringing out".padded(to: 2 * end.count + 4)
    let words =
      "  \(position)  " + TimesRealTime(progress.seconds, elapsed: elapsed).aligned
      + "  \(progress.voices.grouped.aligned(to: 4)) voices"
    let percent = "\(Int(progress.fraction * 100))%".aligned(to: 5)
    let name = String(name.printable.prefix(24))
    let room = min(30, width - name.count - percent.count - words.count - 1)
    guard room >= 5 else { return String((percent.dropFirst() + words).prefix(width)) }
    return name + " " + bar(progress.fraction, room) + percent + words
  }

  /// Returns a bar with a resolution of an eighth of a character.
  static func bar(_ fraction: Double, _ width: Int) -> String {
    let eighths = Int(min(max(0, fraction), 1) * Double(width * 8))
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    let filled = String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
    return filled + String(repeating: "·", count: width - filled.count)
  }
}
