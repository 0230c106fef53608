#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// The properties of the terminal.
package enum Terminal {
  /// Whether standard error is a terminal, so that a progress bar is useful.
  package static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 && !isDumb }

  /// Whether text for a descriptor may have colors: only on a terminal, and only if NO_COLOR is unset or empty
  /// (https://no-color.org).
  package static func hasColours(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && !isDumb && (environment("NO_COLOR") ?? "").isEmpty
  }

  /// The number of columns of the terminal on standard error, 80 if unknown.
  package static var width: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col >= 20 else { return 80 }
    return Int(size.ws_col)
  }

  /// The number of rows of the terminal on standard error, 24 if unknown.
  package static var height: Int {
    var size = winsize()
    guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row >= 1 else { return 24 }
    return Int(size.ws_row)
  }

  private static var isDumb: Bool { environment("TERM") == "dumb" }

  package static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// Adds colors to words, or leaves them unchanged.
package struct Style: Sendable {
  let isColoured: Bool

  package static let plain = Style(isColoured: false)
  package static var standardOutput: Style { Style(isColoured: Terminal.hasColours(STDOUT_FILENO)) }
  package static var standardError: Style { Style(isColoured: Terminal.hasColours(STDERR_FILENO)) }

  package func bold(_ text: String) -> String { sgr("1", text) }
  package func faint(_ text: String) -> String { sgr("2", text) }
  package func warning(_ text: String) -> String { sgr("33", text) }
  package func failure(_ text: String) -> String { sgr("31", text) }

  private func sgr(_ code: String, _ text: String) -> String { isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text }
}
