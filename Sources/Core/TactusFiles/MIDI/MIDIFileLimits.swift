extension MIDIFile {
  /// The limits of the MIDI file reader. Beyond a limit, a file is refused or read in part, with a diagnostic.
  public struct Limits: Hashable, Sendable {
    /// The maximum size of a file in bytes.
    public var fileBytes = 256 << 20
    /// The maximum number of events in all tracks together; further events are omitted.
    public var events = 50_000_000
    /// The maximum number of tracks; further ones are omitted.
    public var tracks = 65_535
    /// The maximum length in bytes of a system-exclusive message joined from packets.
    public var sysExBytes = 16 << 20
    /// The maximum number of diagnostics kept; further diagnostics are only counted.
    public var diagnostics = 1000
    /// The number of consecutive undecodable bytes that ends a track.
    public var failures = 64
    /// The maximum offset of the header in bytes.
    public var headerSearch = 1024

    /// Creates the default limits.
    public init() {}
  }

  /// The options for reading.
  public struct ReadOptions: Hashable, Sendable {
    /// Whether the file is refused at its first defect (severity warning or error) instead of being recovered.
    public var isStrict: Bool
    /// How data bytes above 127 are handled.
    public var badData = BadData.clamp
    /// Whether implausibly long delta times are accepted, as in strict reading; otherwise, a track ends before the
    /// first of them.
    public var keepsLongDeltas = false
    /// The limits.
    public var limits = Limits()

    /// Creates options for lenient or strict reading.
    public init(strict: Bool = false) { isStrict = strict }
  }

  /// How a data byte above 127 in a channel message is handled.
  public enum BadData: Hashable, Sendable {
    /// It is read as 127.
    case clamp
    /// It is read as the status byte of the next event if possible, and the message that it interrupts is dropped.
    case restart
  }

  /// The ticks per quarter note if a file declares 0 or nothing.
  package static let assumedTicksPerQuarter = 96
}
