/// The sizes and tolerances of a sequencer. Sizes are fixed when it is made; memory is taken then and never again.
///
/// - Thread: any
public struct SequencerSettings: Hashable, Sendable {
  /// How many notes may sound at once, 1…65,535. A note beyond is not begun, and counted.
  public var mostSounding = 1_024
  /// How many tracks a sequence may have, 1…4,096.
  public var mostTracks = 256
  /// How many events the buffer should hold that the caller allocates and gives to ``Sequencer/render(_:input:into:)``: a
  /// recommendation, raised to ``mostSounding`` + 64, so that the note-offs of all that sounds have room. Nothing is
  /// allocated by it, and larger or smaller buffers are taken as well.
  public var mostEvents = 8_192
  /// Whether programs, controllers, parameters, pressure and pitch bend are restored where playing goes on elsewhere.
  public var chases = true
  /// Whether notes that sound at the new place are begun there with what is left of them.
  public var chasesNotes = false
  /// How many packets of system-exclusive messages a track's chase sends at most; the last ones count.
  public var mostChasedPackets = 1_024
  /// To how many quarter notes the host rounds its beats, 0…1/96: 1/1920 for one that says its place in ticks of which a
  /// quarter note has 1,920. Beats that are off by no more than this neither move the line nor lose a note at a jump. 0
  /// for hosts with exact beats; with beats of 1/960 and finer, all but jumps work without it.
  public var beatRounding = 0.0

  /// Whether what comes in is passed on; else it is only reported.
  public var passesInput = true
  /// Whether the control side is told of every event, for recording and display; see ``Sequencer/feedback(every:)``.
  public var reports = true
  /// How many reports wait for the control side at most; more are counted and lost.
  public var mostReports = 16_384

  /// The default sizes.
  public init() {}

  // MARK: Limits of the editable model: beyond them it is clamped, and a document refused with a sentence

  /// Ticks in a quarter note of a new sequence: divisible by 2…10, 12, 14, 15, 16, 32 and 64.
  public static var ticksPerQuarter: Int { 20_160 }
  /// The most hits of a ratchet.
  public static var ratchetLimit: Int { 64 }
  /// The most steps of a pattern.
  public static var stepLimit: Int { 65_536 }
  /// At how many places of the song's grid the passes of a loop may begin, if its swing and groove are to keep to that
  /// grid: for each of them a pass is compiled.
  public static var gridPlaceLimit: Int { 32 }
  /// The longest system-exclusive message that is played, in bytes between F0 and F7.
  public static var systemExclusiveLimit: Int { 65_536 }
  /// The most notes and messages that loops and patterns are written out as.
  public static var flatEventLimit: Int { 20_000_000 }
  /// The largest document that is read, in bytes.
  public static var documentLimit: Int { 64 << 20 }
  /// How many unknown members of a document are named at most.
  public static var namedMemberLimit: Int { 100 }
  /// The most tracks of a document.
  public static var documentTrackLimit: Int { 4_096 }
  /// The most steps of all patterns of a document.
  public static var documentStepLimit: Int { 1 << 20 }
  /// The most strokes of all keys and ratchets that the patterns of a document have in one pass.
  public static var documentStrokeLimit: Int { 1 << 22 }
  /// Notes in a chunk of a ``NoteList`` when it is built; a chunk is split when it has twice as many.
  static var chunkLength: Int { 512 }

  /// The same with sizes within their ranges.
  package var clamped: SequencerSettings {
    var settings = self
    settings.mostSounding = min(max(1, mostSounding), 65_535)
    settings.mostTracks = min(max(1, mostTracks), 4_096)
    settings.mostEvents = max(settings.mostSounding + 64, mostEvents)
    settings.beatRounding = beatRounding > 0 ? min(beatRounding, 1.0 / 96) : 0
    settings.mostChasedPackets = max(0, mostChasedPackets)
    return settings
  }
}
