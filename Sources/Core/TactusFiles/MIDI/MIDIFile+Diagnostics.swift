extension MIDIFile {
  /// One thing that was wrong or unusual in a file, and what the reader did about it.
  public struct Diagnostic: Hashable, Sendable {
    /// How bad it is.
    public var severity: Severity
    /// Where it is: an absolute offset in the file.
    public var offset: Int
    /// Which track it belongs to, counted from 0; nil outside tracks.
    public var track: Int?
    /// What was found and what was done.
    public var defect: Defect
  }

  /// How bad a finding is.
  public enum Severity: Int, Comparable, Hashable, Sendable {
    /// Lawful but unusual; `strict` reading accepts it.
    case note
    /// Against the specification, with one sensible reading: nothing was lost.
    case warning
    /// Bytes were skipped, cut or guessed.
    case error

    /// A note is less than a warning, a warning less than an error.
    public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
  }

  /// The findings of one reading: the first of them, and how many there were.
  public struct Diagnostics: Sendable {
    /// The findings that were kept, in the order of reading.
    public internal(set) var kept: [Diagnostic] = []
    /// How many there were, by severity: note, warning, error.
    public internal(set) var counts = [0, 0, 0]

    /// All findings, kept or not.
    public var count: Int { counts.reduce(0, +) }
    /// How many were only counted.
    public var omitted: Int { count - kept.count }
    /// Whether nothing at all was found.
    public var isEmpty: Bool { count == 0 }
    /// How many findings are at least that bad.
    public func count(atLeast severity: Severity) -> Int { counts[severity.rawValue...].reduce(0, +) }
  }
}
