extension MIDIFile {
  /// What a tick is: a part of a quarter note, or a part of a film frame.
  public enum Division: Hashable, Sendable {
    /// Ticks per quarter note, 1…32767 (a clip file: 65535); how long one lasts, the tempo events say.
    case ticksPerQuarter(Int)
    /// Ticks per frame of time code; tempo events do not apply.
    ///
    /// `framesPerSecond` is the header's code: 24, 25, 30, or 29, which means 30000/1001 frames a second (drop-frame
    /// numbering). A damaged file may claim any other number from 1 to 128; it is then taken at its word.
    case timecode(framesPerSecond: Int, ticksPerFrame: Int)

    /// Ticks in a second as an exact fraction, nil where tempo decides.
    public var ticksPerSecond: (numerator: Int, denominator: Int)? {
      switch self {
      case .ticksPerQuarter: nil
      case .timecode(29, let ticks): (30_000 * ticks, 1001)
      case .timecode(let frames, let ticks): (frames * ticks, 1)
      }
    }

    /// Whether the header of format 0, 1 or 2 can hold it.
    public var isWritable: Bool {
      switch self {
      case .ticksPerQuarter(let ticks): (1...0x7FFF).contains(ticks)
      case .timecode(let frames, let ticks): (1...128).contains(frames) && (1...255).contains(ticks)
      }
    }
  }
}
