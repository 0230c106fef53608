/// The sizes and tolerances of a sequencer. They are fixed on creation, when all memory is allocated.
///
/// - Thread: any
public struct SequencerSettings: Hashable, Sendable {
  /// The largest number of notes that may sound at once, 1…65,535. Notes beyond this limit are not started, but counted
  /// as dropped.
  public var mostSounding = 1_024
  /// The largest number of tracks in a sequence, 1…4,096.
  public var mostTracks = 256
  /// The recommended capacity of the buffer that the caller passes to ``Sequencer/render(_:input:into:)``. It is raised
  /// to at least ``mostSounding`` + 64, so that there is room for the note-offs of all sounding notes. The sequencer
  /// does not allocate this buffer; the caller may pass a larger or smaller buffer.
  public var mostEvents = 8_192
  /// Whether programs, controllers, parameters, pressure and pitch bend are restored after a jump.
  public var chases = true
  /// Whether, after a jump or a wrap, the notes that sound at the new position are started there and play for their
  /// remaining time. These are the notes that would sound if the sequencer had played up to the position: notes that
  /// ring over the end of their loop are included, and notes that a later note has cut (``NoteOverlap/retrigger``) are
  /// not. Of each track, the last 4,096 notes in up to 257 passes are examined.
  public var chasesNotes = false
  /// The largest number of system-exclusive packets that a chase sends for a track; if there are more, the last ones
  /// are sent.
  public var mostChasedPackets = 1_024
  /// The resolution to which the host rounds its beats, in quarter notes, 0…1/96: 1/1920 for a host with 1,920 ticks
  /// per quarter note. Deviations up to this size neither change the tick map nor lose a note at a jump. Use 0 for
  /// hosts with exact beats. For a resolution of 1/960 or finer, the setting is needed only for jumps.
  public var beatRounding = 0.0

  /// Whether incoming events are passed on. If not, they are only reported.
  public var passesInput = true
  /// Whether all events are reported to the control side for recording and display; see ``Sequencer/feedback(every:)``.
  public var reports = true
  /// The capacity of the report queue; further reports are dropped and counted.
  public var mostReports = 16_384

  /// Creates the default settings.
  public init() {}

  // MARK: Limits of the editable model: values beyond them are clamped, and documents beyond them are rejected

  /// The ticks per quarter note of a new sequence: divisible by 2…10, 12, 14, 15, 16, 32 and 64.
  public static var ticksPerQuarter: Int { 20_160 }
  /// The largest number of strokes in a ratchet.
  public static var ratchetLimit: Int { 64 }
  /// The largest number of steps in a pattern.
  public static var stepLimit: Int { 65_536 }
  /// The largest number of positions in the song's grid at which passes of a loop may start. One pass is compiled for
  /// each position. Beyond this limit, the loop's swing and groove no longer follow the song's grid but restart with
  /// each pass.
  public static var gridPositionLimit: Int { 32 }
  /// The longest system-exclusive message that is played, in bytes between F0 and F7.
  public static var systemExclusiveLimit: Int { 65_536 }
  /// The largest number of notes and messages when loops and patterns are flattened.
  public static var flatEventLimit: Int { 20_000_000 }
  /// The size of the largest document that is read, in bytes.
  public static var documentLimit: Int { 64 << 20 }
  /// The largest number of unknown members of a document that are reported by name.
  public static var namedMemberLimit: Int { 100 }
  /// The largest number of tracks in a document.
  public static var documentTrackLimit: Int { 4_096 }
  /// The largest total number of steps in the patterns of a document.
  public static var documentStepLimit: Int { 1 << 20 }
  /// The largest number of strokes, over all keys and ratchets, in one pass of the patterns of a document.
  public static var documentStrokeLimit: Int { 1 << 22 }
  /// The number of notes in a new chunk of a ``NoteList``; a chunk is split when it has twice as many.
  static var chunkLength: Int { 512 }

  /// The settings with all sizes clamped to their ranges.
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
