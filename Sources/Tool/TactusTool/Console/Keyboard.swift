#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// Keys of standard input as they are pressed: the terminal neither waits for a line nor echoes meanwhile.
///
/// Signals work as before. The terminal is as it was again after ``restore()``, and also where a signal ends or stops the
/// process (see ``Interruption``, ``TerminalMode``): the handler restores it. In the background, where a terminal belongs to
/// others and who touches it is stopped, there are no keys until the process comes to the foreground.
final class Keyboard {
  private var reader = KeyReader()
  private let isTerminal: Bool
  private var isOpen: Bool

  /// Keys of a terminal; of anything else only if it is asked for.
  init(readsAnything: Bool) {
    isTerminal = isatty(STDIN_FILENO) == 1
    isOpen = isTerminal || readsAnything
    if isTerminal { TerminalMode.takeKeys() }
  }

  deinit { restore() }

  /// The keys that have been pressed, after waiting for them for a while.
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
    if count == 0 || errno != EINTR && errno != EAGAIN { isOpen = false }  // nobody types any more
    return []
  }

  /// Gives the terminal back.
  func restore() { if isTerminal { TerminalMode.restore() } }
}

/// How the terminal was before keys were taken from it.
enum TerminalMode {
  // Written by one thread before a handler can need it, read in handlers.
  nonisolated(unsafe) private static var before = termios()
  nonisolated(unsafe) private static var isKnown = false
  nonisolated(unsafe) private static var isTaken = false
  nonisolated(unsafe) private static var mustTake = false

  /// Whether it is the process's to read from and to set: it is in the foreground, or nobody's job control is there.
  static var isOurs: Bool {
    let group = tcgetpgrp(STDIN_FILENO)
    return group < 0 || group == getpgrp()
  }

  static func takeKeys() {
    mustTake = true
    takeKeysAgain()
    // after a stop the shell has put the terminal back, and stops are to be seen again
    signal(SIGCONT) { _ in
      TerminalMode.watchStops()
      TerminalMode.mustTake = true
    }
    watchStops()
  }

  /// Takes them at first, or after a stop; in the background it is put off.
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

  /// Ctrl-Z and Ctrl-\ do what they always do, with the terminal as it was.
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

  /// May run in a signal's handler: all that it calls is among what POSIX allows there.
  static func restore() {
    mustTake = false
    guard isTaken else { return }
    isTaken = false
    if isOurs { tcsetattr(STDIN_FILENO, TCSANOW, &before) }
  }
}
