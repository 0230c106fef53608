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
enum Interruption {
  private static let received = Atomic<Int32>(0)

  /// Takes the signals that ask for an end: the first is only noted, so that the work can clean up; a second ends the
  /// process at once. A signal that the caller has chosen to ignore (`nohup`, a job in the background) stays ignored.
  static func watch() {
    received.store(0, ordering: .relaxed)  // makes the global before a handler needs it
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number) { number in
        Interruption.note(number)
        signal(number, SIG_DFL)
      }
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
  }

  /// Runs in the signal's handler: nothing but an atomic store, and the terminal as it was.
  private static func note(_ number: Int32) {
    received.store(number, ordering: .relaxed)
    TerminalMode.restore()
  }

  /// The signal that came, if one did.
  static var signalNumber: Int32? {
    let number = received.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }
}
