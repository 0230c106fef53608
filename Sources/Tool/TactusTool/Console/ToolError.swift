/// An error in one line: the subject, the problem, and the remedy.
///
/// - Thread: any
package struct ToolError: Error, CustomStringConvertible {
  /// The file's name as the user gave it, or another subject; nil if the sentence names it.
  package let subject: String?
  /// The problem and the remedy, without a full stop.
  package let sentence: String

  package init(_ subject: String?, _ sentence: String) {
    self.subject = subject
    self.sentence = sentence
  }

  package var description: String { (subject.map { $0 + ": " } ?? "") + sentence }
}

/// An error of the audio output, which ends a list of songs; errors of a song do not.
struct OutputError: Error {
  let error: ToolError
}

/// Thrown when an error has been printed already: only the exit status reports it.
struct ReportedFailure: Error {}

/// The exit status of the tool; scripts rely on the numbers.
package struct ExitStatus: Equatable, Sendable {
  package let code: Int32
  /// Success.
  package static let done = ExitStatus(code: 0)
  /// Failure because of files or the machine; standard error has the reason.
  package static let failed = ExitStatus(code: 1)
  /// A wrong command line.
  package static let usage = ExitStatus(code: 2)
  /// Ended by a signal, as in shells: 130 for Ctrl-C.
  package static func stopped(by signal: Int32) -> ExitStatus { ExitStatus(code: 128 + signal) }
}

/// Thrown when Ctrl-C or another signal has ended the work; unfinished files are already removed.
package struct Interrupted: Error {
  /// The signal's number.
  package let signalNumber: Int32
  /// The output that was not written; nil if there was none.
  package let output: String?

  package init(signalNumber: Int32, output: String?) {
    self.signalNumber = signalNumber
    self.output = output
  }
}
