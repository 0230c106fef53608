/// What went wrong, as one line: the thing it concerns, what is wrong, what to do.
///
/// - Thread: any
package struct ToolError: Error, CustomStringConvertible {
  /// The file's name as the user gave it, or what else it concerns; nil where the sentence says it.
  package let subject: String?
  /// What is wrong and what to do, without a full stop.
  package let sentence: String

  package init(_ subject: String?, _ sentence: String) {
    self.subject = subject
    self.sentence = sentence
  }

  package var description: String { (subject.map { $0 + ": " } ?? "") + sentence }
}

/// How the tool ends. Scripts rely on the numbers.
package struct ExitStatus: Equatable, Sendable {
  package let code: Int32
  /// All was done.
  package static let done = ExitStatus(code: 0)
  /// The files or the machine did not allow it; standard error says why.
  package static let failed = ExitStatus(code: 1)
  /// The command line was wrong.
  package static let usage = ExitStatus(code: 2)
  /// Stopped by a signal, in the way of shells: 130 for Ctrl-C.
  package static func stopped(by signal: Int32) -> ExitStatus { ExitStatus(code: 128 + signal) }
}

/// Thrown where Ctrl-C or another signal ended the work; everything unfinished is already cleaned away.
package struct Interrupted: Error {
  /// The signal's number.
  package let signalNumber: Int32
  /// What was not made; nil where nothing was to be made.
  package let output: String?

  package init(signalNumber: Int32, output: String?) {
    self.signalNumber = signalNumber
    self.output = output
  }
}
