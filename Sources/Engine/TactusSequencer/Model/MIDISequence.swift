import TactusTime

/// An editable piece of music, as a plain value: tracks of clips and patterns, a tempo map and meters.
///
///     MIDISequence › Track › Clip › Note, ClipMessage
///                          › Pattern › Step
///
/// A `TimelineCompiler` compiles it for playing. (The name is not `Sequence` because Swift uses that for a protocol.)
/// - Thread: any
public struct MIDISequence: Hashable, Sendable {
  /// The name.
  public var name: String
  /// Ticks per quarter note, 1…2²⁴; clamped when played. Changing only this number changes the duration of every tick.
  public var ticksPerQuarter: Int
  /// The tempi, in any order; if there are several at one tick, the last applies. Before the first, the tempo is 120
  /// BPM.
  public var tempi: [TempoMap.Entry] = []
  /// The meters, in any order; if there are several at one tick, the last applies. Before the first, the meter is 4/4.
  public var meters: [MeterMap.Entry] = []
  /// The random seed. All random decisions derive from it together with a track's identity, the pass and the step.
  public var seed: UInt64 = 0
  /// The tracks. Added tracks may be given a new identity, see ``Track/id``.
  ///
  /// Each change, such as `sequence.tracks[5].isMuted = true`, compares the identities of all tracks. To change many
  /// tracks of a large sequence one by one, use ``updateTrack(at:_:)``.
  public var tracks: [Track] {
    get { storedTracks }
    _modify {
      defer { nameTracks() }
      yield &storedTracks
    }
  }
  private var storedTracks: [Track]
  /// The events of the file's first track, if that track plays nothing.
  public var fileEvents: [FileEvent] = []

  /// The numbers that a file uses for the ports, starting with port 0; a port without an entry keeps its number.
  public var portNumbers: [UInt8] = [0]

  /// Creates a sequence.
  public init(
    _ tracks: [Track] = [], name: String = "", ticksPerQuarter: Int = SequencerSettings.ticksPerQuarter,
    tempo: Tempo? = nil, seed: UInt64 = 0
  ) {
    self.name = name
    self.ticksPerQuarter = ticksPerQuarter
    self.seed = seed
    storedTracks = tracks
    if let tempo { tempi = [TempoMap.Entry(tick: 0, tempo: tempo)] }
    nameTracks()
  }

  /// The tempo map.
  public var tempoMap: TempoMap { TempoMap(timeBase: .ticksPerQuarter(ticksPerQuarter), entries: tempi) }
  /// The meter map: bars and beats.
  public var meterMap: MeterMap { MeterMap(timeBase: .ticksPerQuarter(ticksPerQuarter), entries: meters) }

  /// Returns the index of the track with this identity.
  public func index(ofTrack id: UInt32) -> Int? { tracks.firstIndex { $0.id == id } }

  /// Changes a track. The result is that of a change through ``tracks``, but as long as the track keeps its identity,
  /// the time does not depend on the number of tracks.
  ///
  /// - Parameters:
  ///   - index: the index of the track in ``tracks``; see ``index(ofTrack:)``.
  ///   - change: changes the track; if it throws, the track keeps what has been changed so far.
  public mutating func updateTrack(at index: Int, _ change: (inout Track) throws -> Void) rethrows {
    let id = storedTracks[index].id
    defer { if storedTracks[index].id != id { nameTracks() } }
    try change(&storedTracks[index])
  }

  /// Gives each track that has no identity, or whose identity is already used, the lowest free identity.
  private mutating func nameTracks() {
    let ids = storedTracks.lazy.map { $0.id }
    if storedTracks.isEmpty || ids.first != 0 && zip(ids, ids.dropFirst()).allSatisfy(<) { return }
    var taken = Set(ids)
    guard taken.contains(0) || taken.count < storedTracks.count else { return }
    var seen: Set<UInt32> = [0]
    var next: UInt32 = 1
    for index in storedTracks.indices where !seen.insert(storedTracks[index].id).inserted {
      while taken.contains(next) { next += 1 }
      storedTracks[index].id = next
      taken.insert(next)
      seen.insert(next)
    }
  }
}
