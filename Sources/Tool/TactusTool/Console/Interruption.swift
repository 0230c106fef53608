import Synchronization

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// Handles Ctrl-C and similar signals.
///
/// By default, a command ends at once on the first signal, with the exit code 128 plus the signal's number. During work
/// that polls ``signalNumber`` between its steps, the signal is only recorded, so that the work can clean up.
enum Interruption {
  private static let received = Atomic<Int32>(0)
  private static let isAsked = Atomic<Bool>(false)

  /// Installs the handlers. A second signal ends the process at once. Signals that the caller ignores (`nohup`, a
  /// background job) stay ignored.
  static func watch() {
    // initializes the globals before a handler needs them
    received.store(0, ordering: .relaxed)
    isAsked.store(false, ordering: .relaxed)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number) { number in
        Interruption.note(number)
        signal(number, SIG_DFL)
      }
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
  }

  /// Handles a signal: records it in an atomic word, restores the terminal, and ends the process unless work polls
  /// ``signalNumber``.
  private static func note(_ number: Int32) {
    received.store(number, ordering: .relaxed)
    TerminalMode.restore()
    if !isAsked.load(ordering: .relaxed) { _exit(128 + number) }
  }

  /// Marks the start of work that polls ``signalNumber``.
  static func beginAsking() { isAsked.store(true, ordering: .relaxed) }

  /// Runs work that polls ``signalNumber`` between its steps, or must not be interrupted.
  static func asking<Result, Failure>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
    // such work may be part of longer work that polls the number
    let isPartOfOther = isAsked.exchange(true, ordering: .relaxed)
    defer { isAsked.store(isPartOfOther, ordering: .relaxed) }
    return try work()
  }

  /// The signal that was received, if any.
  static var signalNumber: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }
}
