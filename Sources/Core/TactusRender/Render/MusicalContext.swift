/// What a host says of its transport at the first frame of a render cycle; each field holds only if its flag says so.
///
/// Hosts leave out what they like, and many round what they give. Nothing here is trusted further than it must be: see
/// `SequencerCore` for what is made of it.
/// - Thread: any
public struct MusicalContext: Hashable, Sendable, BitwiseCopyable {
  /// Whether ``tempo`` holds.
  public var hasTempo = false
  /// Quarter notes per minute.
  public var tempo = 0.0
  /// By how much the tempo changes with each frame of this cycle, in quarter notes per minute; 0 where the host says
  /// nothing of it.
  public var tempoSlope = 0.0
  /// Whether ``beat`` holds.
  public var hasBeat = false
  /// The position at the first frame, in quarter notes; negative before the start (a pre-roll).
  public var beat = 0.0
  /// Whether ``isMoving``, ``isChanged``, ``isRecording`` and ``isCycling`` hold. Without it the transport is taken to
  /// move wherever there is a beat.
  public var hasTransport = false
  /// Whether the transport runs.
  public var isMoving = false
  /// Whether the host says that its transport has changed since the last cycle: started, stopped, or moved elsewhere.
  public var isChanged = false
  /// Whether the host records.
  public var isRecording = false
  /// Whether the host repeats ``cycleStart`` ..< ``cycleEnd``.
  public var isCycling = false
  /// Where the repeated stretch begins, in quarter notes.
  public var cycleStart = 0.0
  /// Where it ends, in quarter notes.
  public var cycleEnd = 0.0
  /// Whether ``meterBeats`` and ``meterNoteValue`` hold.
  public var hasMeter = false
  /// The meter's beats in a bar.
  public var meterBeats: Int32 = 4
  /// The note value of one of them: 4 for quarters.
  public var meterNoteValue: Int32 = 4
  /// Whether ``barStart`` holds.
  public var hasBarStart = false
  /// Where the bar began, in quarter notes.
  public var barStart = 0.0

  /// Whether these are further frames of a cycle of which the first have been rendered: the host says nothing new then,
  /// and only the tempo goes on.
  package var isContinued = false

  /// A context in which nothing is known.
  @inlinable public init() {}

  /// A context of a moving transport.
  ///
  /// - Parameters:
  ///   - tempo: quarter notes per minute.
  ///   - beat: quarter notes at the first frame.
  @inlinable public init(tempo: Double, beat: Double) {
    (hasTempo, self.tempo) = (true, tempo)
    (hasBeat, self.beat) = (true, beat)
    (hasTransport, isMoving) = (true, true)
  }
}
