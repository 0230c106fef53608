import TactusMIDI
import TactusSequencer

/// A song as a ``SongPlayer`` has it on the audio thread, and where it is to be sought: plain memory, kept alive by its
/// ``SongPlan``.
struct SongHeader {
  var events: UnsafePointer<TimelineEvent>?
  var eventCount = 0
  /// The first frame of its end, and whether it goes on there, unheard.
  var end: Int64 = 0
  var isCut = false
  /// What ends it: pedals up, keys released.
  var finalReleases: UnsafePointer<ChannelMessage>?
  var finalReleaseCount = 0
  /// The ports that it plays on, a bit each.
  var ports: UInt16 = 1
  /// The frames that are repeated; none if they are empty.
  var loopStart: Int64 = 0
  var loopEnd: Int64 = 0
  /// How many frames beyond the end of a new loop it may stand and still come from inside.
  var loopReach: Int64 = 0
  /// Counts the seeks; each is done once.
  var seekNumber: UInt32 = 0
  var seekFrame: Int64 = 0
  /// What the song has said before the place, but notes.
  var chase: UnsafePointer<ChannelMessage>?
  var chaseCount = 0
}

/// What a ``SongPlayer`` is set to, as the audio thread sees it.
struct SongControls: BitwiseCopyable, Sendable {
  var isPlaying = false
  /// How fast, in parts of ``SongSpeed/one``.
  var speed = SongSpeed.one
  /// Parts that are not heard: a bit for each of 16 ports × 16 channels.
  var muted = SIMD4<UInt64>(repeating: 0)
}

/// Places between frames, in fixed point.
enum SongSpeed {
  static var bits: Int64 { 20 }
  /// The song's own speed.
  static var one: Int64 { 1 << bits }
  /// From a quarter to four times as fast.
  static var range: ClosedRange<Int64> { one / 4...one * 4 }
}

/// Where a ``SongPlayer`` is, as of the end of its last cycle.
///
/// - Thread: any
public struct SongPlace: Hashable, Sendable, BitwiseCopyable {
  /// The song's frame that is heard next; beyond its end while it rings out.
  public var frame: Int64 = 0
  /// Whether it plays.
  public var isPlaying = false
  /// Whether all of the song has been played.
  public var isAtEnd = false
  /// Whether nothing sounds any more: no voice, and the effects below −90 dBFS.
  public var isQuiet = true
  /// How many voices sound.
  public var voices: Int32 = 0
  /// How often the loop has begun anew.
  public var passes: Int64 = 0
  /// How many seeks have been done.
  var seekNumber: UInt32 = 0

  /// At the start.
  public init() {}
}
