#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// Reads keys from standard input as they are pressed; meanwhile the terminal neither buffers lines nor echoes.
///
/// Signals work as usual. ``restore()`` restores the terminal; so does the handler of a signal that ends or stops the
/// process (see ``Interruption``, ``TerminalMode``). In the background, where access to the terminal would stop the
/// process, there are no keys until it returns to the foreground.
final class Keyboard {
  private var reader = KeyReader()
  private let isTerminal: Bool
  private var isOpen: Bool

  /// Reads keys from a terminal; from other input only if `readsAnything` is true.
  init(readsAnything: Bool) {
    isTerminal = isatty(STDIN_FILENO) == 1
    isOpen = isTerminal || readsAnything
    if isTerminal { TerminalMode.takeKeys() }
  }

  deinit { restore() }

  /// Waits for keys for at most this number of milliseconds, and returns the keys pressed.
  func keys(within milliseconds: Int32) -> [Key] {
    guard isOpen, !isTerminal || TerminalMode.isOurs else {
      usleep(UInt32(milliseconds) * 1_000)
      return []
    }
    if isTerminal { TerminalMode.takeKeysAgain() }
    var descriptor = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, milliseconds) > 0 else { return reader.pause() }
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 { return reader.read(bytes.prefix(count)) }
    if count == 0 || errno != EINTR && errno != EAGAIN { isOpen = false }  // the end of the input, or an error
    return []
  }

  /// Restores the terminal.
  func restore() { if isTerminal { TerminalMode.restore() } }
}

/// Switches the terminal to a mode for reading single keys, and back.
enum TerminalMode {
  // One thread initializes these before a signal handler can run; after that, handlers read them and change the flags.
  nonisolated(unsafe) private static var before = termios()
  nonisolated(unsafe) private static var isKnown = false
  nonisolated(unsafe) private static var isTaken = false
  nonisolated(unsafe) private static var mustTake = false

  /// Whether the process may use the terminal: it is in the foreground, or there is no job control.
  static var isOurs: Bool {
    let group = tcgetpgrp(STDIN_FILENO)
    return group < 0 || group == getpgrp()
  }

  static func takeKeys() {
    mustTake = true
    takeKeysAgain()
    // when the process continues after Ctrl-Z, the shell has reset the terminal and the signal handlers must be
    // installed again
    signal(SIGCONT) { _ in
      TerminalMode.watchStops()
      TerminalMode.mustTake = true
    }
    watchStops()
  }

  /// Enables the mode at the start or after a stop; in the background, a later call does so.
  static func takeKeysAgain() {
    guard mustTake, isOurs else { return }
    if !isKnown {
      guard tcgetattr(STDIN_FILENO, &before) == 0 else { return }
      isKnown = true
    }
    mustTake = false
    isTaken = true
    var mode = before
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &mode)
  }

  /// Makes Ctrl-Z and Ctrl-\ restore the terminal before they work as usual.
  private static func watchStops() {
    for number in [SIGTSTP, SIGQUIT] {
      let former = signal(number) { number in
        TerminalMode.restore()
        signal(number, SIG_DFL)
        raise(number)
      }
      if unsafeBitCast(former, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
  }

  /// Restores the terminal's original mode.
  ///
  /// It may run in a signal handler: it calls only functions that POSIX lists as async-signal-safe.
  static func restore() {
    mustTake = false
    guard isTaken else { return }
    isTaken = false
    if isOurs { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
  }
}
