/// The state of the host's transport at the first frame of a render cycle. Each field is valid only if its flag is set.
///
/// Many hosts omit values, and many round them, so the values are not used directly: `HostFollower` interprets them.
/// - Thread: any
public struct MusicalContext: Hashable, Sendable, BitwiseCopyable {
  /// Whether ``tempo`` is valid.
  public var hasTempo = false
  /// The tempo in quarter notes per minute.
  public var tempo = 0.0
  /// The change of tempo per frame in this cycle, in quarter notes per minute; 0 if the host does not report it.
  public var tempoSlope = 0.0
  /// Whether ``beat`` is valid.
  public var hasBeat = false
  /// The position at the first frame, in quarter notes; negative before the start (in a pre-roll).
  public var beat = 0.0
  /// Whether ``isMoving``, ``isChanged``, ``isRecording`` and ``isCycling`` are valid. If not, the transport counts as
  /// moving whenever ``beat`` is valid.
  public var hasTransport = false
  /// Whether the transport runs.
  public var isMoving = false
  /// Whether the host reports that its transport has started, stopped or jumped since the last cycle.
  public var isChanged = false
  /// Whether the host records.
  public var isRecording = false
  /// Whether the host repeats the cycle region ``cycleStart`` ..< ``cycleEnd``.
  public var isCycling = false
  /// The start of the cycle region, in quarter notes.
  public var cycleStart = 0.0
  /// The end of the cycle region, in quarter notes.
  public var cycleEnd = 0.0
  /// Whether ``meterBeats`` and ``meterNoteValue`` are valid.
  public var hasMeter = false
  /// The number of beats in a bar.
  public var meterBeats: Int32 = 4
  /// The note value of a beat; 4 means a quarter note.
  public var meterNoteValue: Int32 = 4
  /// Whether ``barStart`` is valid.
  public var hasBarStart = false
  /// The start of the bar, in quarter notes.
  public var barStart = 0.0

  /// Whether this context is for later frames of a host cycle whose first frames have already been rendered. If so, the
  /// host reports nothing new, and only the tempo continues.
  package var isContinued = false

  /// Creates a context without any information.
  @inlinable public init() {}

  /// Creates a context of a moving transport.
  ///
  /// - Parameters:
  ///   - tempo: the tempo in quarter notes per minute.
  ///   - beat: the position at the first frame, in quarter notes.
  @inlinable public init(tempo: Double, beat: Double) {
    (hasTempo, self.tempo) = (true, tempo)
    (hasBeat, self.beat) = (true, beat)
    (hasTransport, isMoving) = (true, true)
  }
}
