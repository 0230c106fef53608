extension MIDIFile {
  /// Every capacity of the MIDI file reader. Beyond a limit a file is refused or read in part, with a diagnostic.
  public struct Limits: Hashable, Sendable {
    /// The largest file, in bytes.
    public var fileBytes = 256 << 20
    /// The most events in all tracks together; what follows is left out.
    public var events = 50_000_000
    /// The most tracks; what follows is left out.
    public var tracks = 65_535
    /// The longest system-exclusive message put together from packets, in bytes.
    public var sysExBytes = 16 << 20
    /// How many diagnostics are kept; the rest is only counted.
    public var diagnostics = 1000
    /// How many undecodable bytes in a row end a track.
    public var failures = 64
    /// How far into a file its header may begin, in bytes.
    public var headerSearch = 1024

    /// The defaults.
    public init() {}
  }

  /// How to read.
  public struct ReadOptions: Hashable, Sendable {
    /// Refuse the file at its first defect (severity warning or error) instead of reading what can be read.
    public var isStrict: Bool
    /// What to do about a data byte above 127.
    public var badData = BadData.clamp
    /// Believe delta times of hours that no song means, as strict reading does; else a track ends before one.
    public var keepsLongDeltas = false
    /// The capacities.
    public var limits = Limits()

    /// Lenient reading, or strict.
    public init(strict: Bool = false) { isStrict = strict }
  }

  /// What to do about a channel message's data byte above 127.
  public enum BadData: Hashable, Sendable {
    /// Take it for 127.
    case clamp
    /// Take it for the status of the next event where it can be one: the message before it was cut short.
    case restart
  }

  /// Ticks per quarter note where a file says 0 or nothing.
  package static let assumedTicksPerQuarter = 96
}
