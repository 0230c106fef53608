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
/// Signals work as before. The terminal is as it was again after ``restore()``, and also where a signal ends the process
/// (see ``Interruption``): the handler restores it.
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
    guard isOpen else {
      usleep(UInt32(milliseconds) * 1_000)
      return []
    }
    TerminalMode.takeKeysAgain()
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
  nonisolated(unsafe) private static var isTaken = false
  nonisolated(unsafe) private static var mustTakeAgain = false

  static func takeKeys() {
    guard tcgetattr(STDIN_FILENO, &before) == 0 else { return }
    isTaken = true
    set()
    // stopped by Ctrl-Z and continued, the shell has put the terminal back
    signal(SIGCONT) { _ in TerminalMode.mustTakeAgain = true }
  }

  static func takeKeysAgain() {
    guard isTaken, mustTakeAgain else { return }
    mustTakeAgain = false
    set()
  }

  private static func set() {
    var mode = before
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &mode)
  }

  /// May run in a signal's handler: tcsetattr is among what POSIX allows there.
  static func restore() {
    guard isTaken else { return }
    isTaken = false
    tcsetattr(STDIN_FILENO, TCSANOW, &before)
  }
}
