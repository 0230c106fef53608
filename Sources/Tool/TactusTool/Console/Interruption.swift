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

/// Ctrl-C and its relatives, as a question that long work asks between its steps.
///
/// A command ends at once on the first signal, with 128 and the signal's number, unless it is at work that asks: then the
/// signal is only noted, so that the work can clean up.
enum Interruption {
  private static let received = Atomic<Int32>(0)
  private static let isAsked = Atomic<Bool>(false)

  /// Takes the signals that ask for an end. A second one ends the process at once. A signal that the caller has chosen to ignore (`nohup`, a job in the background) stays ignored.
  static func watch() {
    // makes the globals before a handler needs them
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

  /// Runs in the signal's handler: nothing but atomic words, the terminal as it was, and the end.
  private static func note(_ number: Int32) {
    received.store(number, ordering: .relaxed)
    TerminalMode.restore()
    if !isAsked.load(ordering: .relaxed) { _exit(128 + number) }
  }

  /// From here on the command asks for ``signalNumber``.
  static func beginAsking() { isAsked.store(true, ordering: .relaxed) }

  /// Does work that asks for ``signalNumber`` between its steps, or must not be cut.
  static func asking<Result, Failure>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
    beginAsking()
    defer { isAsked.store(false, ordering: .relaxed) }
    return try work()
  }

  /// The signal that came, if one did.
  static var signalNumber: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }
}
