import TactusFiles

/// Plays a chord for each key, with the same intervals for all keys or individual chords for single keys, optionally
/// strummed.
///
/// Each note of a chord is as long as the played note, so a note that starts later also ends later.
///
/// - Thread: any
public struct ChordMemory: Hashable, Sendable {
  /// A note of a chord.
  public struct ChordNote: Hashable, Sendable {
    /// Semitones above the played key, −127…127.
    public var interval: Int
    /// Its delay in milliseconds, 0…10,000.
    public var delay: Double
    /// Its velocity factor, 0…16.
    public var velocityScale: Double

    /// Creates a note of a chord.
    public init(_ interval: Int, delay: Double = 0, velocityScale: Double = 1) {
      (self.interval, self.delay, self.velocityScale) = (interval, delay, velocityScale)
    }
  }

  /// The chord of all keys that have no chord of their own; nil plays the key itself. At most 16 notes are played.
  public var chord: [ChordNote]?
  /// Chords of single keys, 0…127.
  public var keys: [UInt8: [ChordNote]] = [:]
  /// The delay from each note of a chord to the next, in milliseconds, 0…1,000.
  public var strum = 0.0
  /// The channels, 0…15, on which chords are played.
  public var channels: Set<UInt8> = Set.allChannels.subtracting([9])

  /// Creates a chord for all keys.
  public init(_ intervals: [Int]) { chord = intervals.map { ChordNote($0) } }

  /// Learns a key's chord from keys that have been played. If `played` is empty, the key's chord is removed.
  ///
  /// - Parameters:
  ///   - played: the played keys, 0…127; only the 16 lowest are used.
  ///   - key: the key that is to play the chord.
  public mutating func learn(_ played: Set<UInt8>, for key: UInt8) {
    guard key < 128 else { return }
    let notes = played.filter { $0 < 128 }.sorted().prefix(DelayTargets.limit)
    keys[key] = notes.isEmpty ? nil : notes.map { ChordNote(Int($0) - Int(key)) }
  }
}

extension ChordMemory.ChordNote: DocumentValue {
  /// Reads an interval as an integer, or an object with `interval`, `delay` and `velocity`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    if let interval = try? Int(from: node) {
      guard (-127...127).contains(interval) else { throw node.expected("an interval −127…127") }
      self.init(interval)
      return
    }
    let object = try node.object()
    self.init(
      try object.number("interval", -127...127, default: 0),
      delay: try object.number("delay", 0...10_000, default: 0),
      velocityScale: try object.number("velocity", 0...16, default: 1))
  }

  /// The shortest form.
  package var json: JSON {
    let (interval, delay) = (interval.within(-127...127), delay.within(0...10_000))
    if delay == 0, velocityScale == 1 { return interval.json }
    var object = DocumentWriter()
    object.put(interval, "interval")
    object.put(delay, "delay", unless: 0)
    object.put(velocityScale.within(0...16), "velocity", unless: 1)
    return object.json
  }
}

extension ChordMemory: DocumentValue {
  /// Reads an object with `chord`, `keys` ([{"key", "chord"}]), `strum`, `channels` (1…16).
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    self.init([])
    chord = try object.readIfPresent([ChordNote].self, "chord")
    for key in try object.value("keys", default: [KeyChord]()) { keys[key.key] = key.chord }
    strum = try object.number("strum", 0...1_000, default: 0)
    channels = try object.channels("channels", default: Set.allChannels.subtracting([9]))
    guard ([chord ?? []] + keys.values).allSatisfy({ $0.count <= DelayTargets.limit }) else {
      throw object.expected("chords of at most \(DelayTargets.limit) notes", "chord")
    }
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(chord.map { Array($0.prefix(DelayTargets.limit)) }, "chord")
    let chords = keys.filter { $0.key < 128 }.sorted { $0.key < $1.key }
    object.put(
      chords.map { KeyChord(key: $0.key, chord: Array($0.value.prefix(DelayTargets.limit))) }, "keys", unless: [])
    object.put(strum.within(0...1_000), "strum", unless: 0)
    object.put(channels: channels, "channels", unless: Set.allChannels.subtracting([9]))
    return object.json
  }

  /// The chord of one MIDI key, as chain documents contain it.
  private struct KeyChord: DocumentValue, Equatable {
    var key: UInt8
    var chord: [ChordNote]

    init(key: UInt8, chord: [ChordNote]) { (self.key, self.chord) = (key, chord) }

    init(from node: DocumentNode) throws(DocumentProblem) {
      let object = try node.object()
      guard let key = try object.number("key", 0...127) as UInt8? else { throw object.expected("a key 0…127", "key") }
      self.init(key: key, chord: try object.read([ChordNote].self, "chord"))
    }

    var json: JSON {
      var object = DocumentWriter()
      object.put(key, "key")
      object.put(chord, "chord")
      return object.json
    }
  }
}

extension ChordMemory: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { DelayedNotesMemory(settings) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    var notes: [CompiledChordNote] = []
    let ranges = (0..<128).map { key -> ChordRange in
      let chord = (keys[UInt8(key)] ?? chord ?? [ChordNote(0)]).prefix(DelayTargets.limit)
      let first = notes.count
      for (index, note) in chord.enumerated() {
        let milliseconds = note.delay.within(0...10_000) + Double(index) * strum.within(0...1_000)
        notes.append(
          CompiledChordNote(
            interval: Int32(note.interval.within(-127...127)), delay: frames(milliseconds, sampleRate),
            velocityScale: velocityFactor(note.velocityScale)))
      }
      return ChordRange(first: Int32(first), count: Int32(chord.count))
    }
    let mapping = ChordMapping(ranges: tables.table(ranges), notes: tables.table(notes), channels: channels.mask)
    return .chordMemory(DelayedStage(mapping, memory.ofDelays, isBypassed: isBypassed))
  }
}

/// Converts milliseconds to frames, rounding half up.
func frames(_ milliseconds: Double, _ sampleRate: Int) -> Int64 {
  Int64((milliseconds * Double(sampleRate) / 1_000 + 0.5).rounded(.down))
}

/// Converts a velocity factor 0…16 to units of 1/65,536.
func velocityFactor(_ scale: Double) -> UInt32 { UInt32((scale.within(0...16) * 65_536).rounded()) }
