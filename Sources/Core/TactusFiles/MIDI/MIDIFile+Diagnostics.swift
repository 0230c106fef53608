extension MIDIFile {
  /// A defect of a file, with its position and severity.
  public struct Diagnostic: Hashable, Sendable {
    /// The severity.
    public var severity: Severity
    /// The absolute offset in the file.
    public var offset: Int
    /// The index of the track, counted from 0; nil outside tracks.
    public var track: Int?
    /// The defect, and how the reader handled it.
    public var defect: Defect
  }

  /// The severity of a diagnostic.
  public enum Severity: Int, Comparable, Hashable, Sendable {
    /// Valid but unusual; `strict` reading accepts it.
    case note
    /// Invalid, but with only one sensible interpretation: nothing was lost.
    case warning
    /// Bytes were skipped, truncated or guessed.
    case error

    /// Returns whether the first is less severe, in the order note, warning, error.
    public static func < (a: Severity, b: Severity) -> Bool { a.rawValue < b.rawValue }
  }

  /// The diagnostics of reading one file: the first of them, and the total numbers.
  public struct Diagnostics: Sendable {
    /// The diagnostics that were kept, in the order of reading.
    public internal(set) var kept: [Diagnostic] = []
    /// The number of diagnostics by severity: note, warning, error.
    public internal(set) var counts = [0, 0, 0]

    /// The number of all diagnostics, kept or not.
    public var count: Int { counts.reduce(0, +) }
    /// The number of diagnostics that were only counted.
    public var omitted: Int { count - kept.count }
    /// Whether there are no diagnostics.
    public var isEmpty: Bool { count == 0 }
    /// Returns the number of diagnostics with at least this severity.
    public func count(atLeast severity: Severity) -> Int { counts[severity.rawValue...].reduce(0, +) }
  }
}
