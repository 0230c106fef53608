extension MIDIFile {
  /// The meaning of a tick: a fraction of a quarter note, or of a time-code frame.
  public enum Division: Hashable, Sendable {
    /// Ticks per quarter note, 1…32767 (in a clip file, up to 65535); the tempo events determine their duration.
    case ticksPerQuarter(Int)
    /// Ticks per frame of time code; tempo events do not apply.
    ///
    /// `framesPerSecond` is the header's code: 24, 25, 30, or 29, which means 30000/1001 frames a second (drop-frame
    /// numbering). A damaged file may contain any other number from 1 to 128, which is then used unchanged.
    case timecode(framesPerSecond: Int, ticksPerFrame: Int)

    /// The exact number of ticks per second; nil if the tempo determines it.
    public var ticksPerSecond: (numerator: Int, denominator: Int)? {
      switch self {
      case .ticksPerQuarter: nil
      case .timecode(29, let ticks): (30_000 * ticks, 1001)
      case .timecode(let frames, let ticks): (frames * ticks, 1)
      }
    }

    /// Whether the header of format 0, 1 or 2 can store the division.
    public var isWritable: Bool {
      switch self {
      case .ticksPerQuarter(let ticks): (1...0x7FFF).contains(ticks)
      case .timecode(let frames, let ticks): (1...128).contains(frames) && (1...255).contains(ticks)
      }
    }
  }
}
