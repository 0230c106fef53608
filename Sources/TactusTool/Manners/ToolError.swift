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
package enum ExitStatus: Int32, Sendable {
  /// All was done.
  case done = 0
  /// The files or the machine did not allow it; standard error says why.
  case failed = 1
  /// The command line was wrong.
  case usage = 2
  /// Stopped by Ctrl-C: 128 + SIGINT, as shells have it.
  case interrupted = 130
}

/// Thrown where Ctrl-C ended the work; everything unfinished is already cleaned away.
package struct Interrupted: Error {
  package init() {}
}
