import TactusTime

/// A track of a ``MIDISequence``: a clip or a pattern, and the settings for playing it.
///
/// - Thread: any
public struct Track: Hashable, Sendable {
  /// The contents of a track.
  public enum Content: Hashable, Sendable {
    /// Notes and messages.
    case clip(Clip)
    /// Steps.
    case pattern(Pattern)
  }

  /// The identity of the track, which also seeds its random numbers. Editing or moving the track does not change it. It
  /// is unique within a sequence: 0, or an identity that is already used, is replaced when the track is added.
  public var id: UInt32 = 0
  /// The name.
  public var name: String
  /// The clip or pattern.
  public var content: Content
  /// The start in ticks of the sequence.
  public var start: Tick = 0
  /// Whether the track repeats, either endlessly or ``passLimit`` times.
  public var isLooped: Bool
  /// The length of a pass in ticks; if nil, a pass is as long as the contents.
  public var loopLength: Tick?
  /// The number of passes after which a loop ends; 0 for no end.
  public var passLimit = 0
  /// How notes that sound beyond the end of a pass are treated.
  public var loopEnd = LoopEnd.cut
  /// How a note on a key that already sounds is treated.
  public var overlap = NoteOverlap.retrigger
  /// How a loop behaves before ``start``.
  public var beforeStart = BeforeStart.silent
  /// How a change of the loop's length affects the position in it.
  public var loopChange = LoopChange.keepBeat
  /// Whether the track is muted.
  public var isMuted = false
  /// Whether the track is solo. While any track is solo, only solo tracks are audible.
  public var isSolo = false
  /// Whether the track also plays during a count-in.
  public var playsInCountIn = false
  /// The channel of all notes and messages, 0…15; if nil, each keeps its channel.
  public var channel: UInt8?
  /// The port of all notes and messages, 0…15; if nil, each keeps its port.
  public var port: UInt8?
  /// The transposition of the notes in semitones.
  public var transpose = 0
  /// The delay of every second subdivision; nil for straight.
  public var swing: Swing?
  /// A template of shifts and accents, applied after ``swing``.
  public var groove: Groove?
  /// The start of the grid of ``swing`` and ``groove``. In a loop, the grid restarts with each pass, whatever this
  /// property is, in two cases: passes could start at more than ``SequencerSettings/gridPositionLimit`` positions in
  /// the song's grid; or one pass for each of these positions would together have more than 2²⁰ notes or steps.
  public var gridOrigin = GridOrigin.song
  /// The events of the track's MIDI file that play nothing.
  public var fileEvents: [FileEvent] = []

  /// Creates a track that plays a clip, by default once.
  public init(_ clip: Clip, name: String = "", channel: UInt8? = nil, isLooped: Bool = false) {
    (content, self.name, self.channel, self.isLooped) = (.clip(clip), name, channel, isLooped)
  }

  /// Creates a track that plays a pattern, by default as a loop. Its last notes may sound into the next pass.
  public init(_ pattern: Pattern, name: String = "", channel: UInt8? = nil, isLooped: Bool = true) {
    (content, self.name, self.channel, self.isLooped) = (.pattern(pattern), name, channel, isLooped)
    loopEnd = .ringOver
  }
}

extension Track {
  /// The clip; nil if the track plays a pattern. Setting it to nil replaces a clip with an empty one.
  public var clip: Clip? {
    get { if case .clip(let clip) = content { clip } else { nil } }
    _modify {
      var clip = clip
      let hadClip = clip != nil
      if hadClip { content = .clip(Clip()) }  // the clip now has one owner and is edited in place
      defer { if hadClip || clip != nil { content = .clip(clip ?? Clip()) } }
      yield &clip
    }
  }

  /// The pattern; nil if the track plays a clip. Setting it to nil replaces a pattern with an empty clip.
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

  /// The length of the contents in ticks.
  public var contentLength: Tick {
    switch content {
    case .clip(let clip): max(0, clip.length ?? clip.lastTick)
    case .pattern(let pattern): pattern.length
    }
  }

  /// The length of a pass in ticks; nil for a track that plays once. An empty loop has no passes.
  public var passLength: Tick? {
    let length = isLooped ? loopLength.map { max(1, $0) } ?? contentLength : 0
    return length > 0 ? min(length, TimeSettings.tickLimit) : nil
  }
}
