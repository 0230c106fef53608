import TactusTime

/// A track of a ``MIDISequence``: a clip or a pattern, and how it is played.
///
/// - Thread: any
public struct Track: Hashable, Sendable {
  /// What a track plays.
  public enum Content: Hashable, Sendable {
    /// Notes and messages.
    case clip(Clip)
    /// Steps.
    case pattern(Pattern)
  }

  /// What the track is known by, also to its random numbers; it keeps it when tracks are edited or change places. No two
  /// tracks of a sequence have the same: 0, or one that is taken, becomes another when it is put in.
  public var id: UInt32 = 0
  /// Its name.
  public var name: String
  /// What it plays.
  public var content: Content
  /// Where it begins, in ticks of the sequence.
  public var start: Tick = 0
  /// Whether it is repeated without end, or as often as ``passLimit`` says.
  public var isLooped: Bool
  /// The length of a pass in ticks; nil: as long as what it plays.
  public var loopLength: Tick?
  /// After how many passes a loop ends; 0: never.
  public var passLimit = 0
  /// What becomes of notes that sound beyond the end of a pass.
  public var loopEnd = LoopEnd.cut
  /// What happens when a key begins while it sounds.
  public var overlap = NoteOverlap.retrigger
  /// What a loop does before ``start``.
  public var beforeStart = BeforeStart.silent
  /// What a change of the loop's length does to the position in it.
  public var loopChange = LoopChange.keepBeat
  /// Whether it is silent.
  public var isMuted = false
  /// Whether only it, and others of which the same is true, are heard.
  public var isSolo = false
  /// Whether it plays in a count-in as well.
  public var playsInCountIn = false
  /// The channel of all that it plays, 0…15; nil: that of each note and message.
  public var channel: UInt8?
  /// The port of all that it plays, 0…15; nil: that of each note and message.
  public var port: UInt8?
  /// By how many semitones its notes are higher.
  public var transpose = 0
  /// Every second subdivision later; nil: straight.
  public var swing: Swing?
  /// A template of shifts and accents, applied after ``swing``.
  public var groove: Groove?
  /// From where the grid of ``swing`` and ``groove`` is counted. A loop whose passes can begin at more than
  /// ``SequencerSettings/gridPlaceLimit`` places of the grid, or would then have more than a million notes, counts from
  /// its passes in any case.
  public var gridOrigin = GridOrigin.song
  /// What the track's file had that plays nothing.
  public var fileEvents: [FileEvent] = []

  /// A track that plays a clip, once unless it is told to loop.
  public init(_ clip: Clip, name: String = "", channel: UInt8? = nil, isLooped: Bool = false) {
    (content, self.name, self.channel, self.isLooped) = (.clip(clip), name, channel, isLooped)
  }

  /// A track that plays a pattern, as a loop unless it is told not to. Its last notes may ring into the next pass.
  public init(_ pattern: Pattern, name: String = "", channel: UInt8? = nil, isLooped: Bool = true) {
    (content, self.name, self.channel, self.isLooped) = (.pattern(pattern), name, channel, isLooped)
    loopEnd = .ringOver
  }
}

extension Track {
  /// The clip that it plays; nil if it plays a pattern. Set to nil, a clip becomes an empty one.
  public var clip: Clip? {
    get { if case .clip(let clip) = content { clip } else { nil } }
    _modify {
      var clip = clip
      let hadClip = clip != nil
      if hadClip { content = .clip(Clip()) }  // the clip has one owner now and is changed in its place
      defer { if hadClip || clip != nil { content = .clip(clip ?? Clip()) } }
      yield &clip
    }
  }

  /// The pattern that it plays; nil if it plays a clip. Set to nil, a pattern becomes an empty clip.
  public var pattern: Pattern? {
    get { if case .pattern(let pattern) = content { pattern } else { nil } }
    _modify {
      var pattern = pattern
      let hadPattern = pattern != nil
      if hadPattern { content = .clip(Clip()) }
      defer { if let pattern { content = .pattern(pattern) } }
      yield &pattern
    }
  }

  /// How long what it plays is, in ticks.
  public var contentLength: Tick {
    switch content {
    case .clip(let clip): max(0, clip.length ?? clip.lastTick)
    case .pattern(let pattern): pattern.length
    }
  }

  /// The length of a pass in ticks; nil for a track that is played once. A loop in which nothing is has no passes.
  public var passLength: Tick? {
    let length = isLooped ? loopLength.map { max(1, $0) } ?? contentLength : 0
    return length > 0 ? min(length, TimeSettings.tickLimit) : nil
  }
}
