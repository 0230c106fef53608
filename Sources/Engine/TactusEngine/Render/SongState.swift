import TactusMIDI
import TactusSequencer

/// A song and the last seek, as the audio thread of a ``SongPlayer`` reads them. Its ``SongPlan`` owns the memory.
struct SongHeader {
  var events: UnsafePointer<TimelineEvent>?
  var eventCount = 0
  /// The frame after the last audible one.
  var end: Int64 = 0
  /// Whether the song continues, inaudibly, after ``end``.
  var isCut = false
  /// The messages that end the song by releasing pedals and keys.
  var finalReleases: UnsafePointer<ChannelMessage>?
  var finalReleaseCount = 0
  /// The ports that the song uses, one bit each.
  var ports: UInt16 = 1
  /// The first frame of the loop.
  var loopStart: Int64 = 0
  /// The frame after the loop; equal to ``loopStart`` if nothing repeats.
  var loopEnd: Int64 = 0
  /// The number of frames by which the position may be past the end of a new loop and still wrap to its start.
  var loopReach: Int64 = 0
  /// Counts the seeks, so that each is performed once.
  var seekNumber: UInt32 = 0
  var seekFrame: Int64 = 0
  /// The messages that set the channels to the song's state at the seek position; see ``SongChase``.
  var chase: UnsafePointer<ChannelMessage>?
  var chaseCount = 0

  @inline(__always) var chased: UnsafeBufferPointer<ChannelMessage> {
    UnsafeBufferPointer(start: chase, count: chaseCount)
  }

  /// Returns the index of the first event at or after a frame.
  func firstEvent(from frame: Int64) -> Int {
    guard let events else { return 0 }
    var (low, high) = (0, eventCount)
    while low < high {
      let middle = low &+ (high &- low) / 2
      if events[middle].frame < frame { low = middle &+ 1 } else { high = middle }
    }
    return low
  }
}

/// The settings of a ``SongPlayer`` for the audio thread.
struct SongControls: BitwiseCopyable, Sendable {
  var isPlaying = false
  /// The playback speed, in units of 1/``SongSpeed/one``.
  var speed = SongSpeed.one
  /// The muted parts: one bit for each of 16 ports × 16 channels.
  var muted = SIMD4<UInt64>(repeating: 0)
  /// The volumes and programs that the user has chosen for parts.
  var parts = PartChoices()
}

/// The fixed-point format of positions between frames.
enum SongSpeed {
  static var bits: Int64 { 20 }
  /// The normal speed of the song.
  static var one: Int64 { 1 << bits }
  /// The allowed speeds, from a quarter to four times.
  static var range: ClosedRange<Int64> { one / 4...one * 4 }
  /// Returns the position of a frame. Frames beyond 2⁴², which is almost three years at 48 kHz, are limited to 2⁴²,
  /// because their positions would overflow.
  static func position(ofFrame frame: Int64) -> Int64 { min(frame, 1 << 42) &<< bits }
}

/// The position of a ``SongPlayer`` at the end of its last cycle.
///
/// - Thread: any
public struct SongLocation: Hashable, Sendable, BitwiseCopyable {
  /// The song's frame that is heard next; it is beyond the end while the sound rings out.
  public var frame: Int64 = 0
  /// Whether the player is playing.
  public var isPlaying = false
  /// Whether the whole song has been played.
  public var isAtEnd = false
  /// Whether nothing sounds anymore: no voice sounds, and the effects are below half an LSB of 16 bits, −96.3 dBFS,
  /// where the tail of a bounce ends too.
  public var isQuiet = true
  /// The number of sounding voices.
  public var voices: Int32 = 0
  /// The number of times that the loop has restarted.
  public var passes: Int64 = 0
  /// The number of seeks performed.
  var seekNumber: UInt32 = 0

  /// Creates the position at the start.
  public init() {}
}
