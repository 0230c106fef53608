import TactusTime

/// A piece of music that can be edited: tracks of clips and patterns, a tempo map and meters. A plain value.
///
///     MIDISequence › Track › Clip › Note, ClipMessage
///                          › Pattern › Step
///
/// A `TimelineCompiler` makes of it what is played. (It is not called Sequence, which in Swift is anything that can be
/// walked through.)
/// - Thread: any
public struct MIDISequence: Hashable, Sendable {
  /// Its name.
  public var name: String
  /// Ticks in a quarter note, 1…2²⁴; clamped where it is played. Changing it alone changes how long ticks last.
  public var ticksPerQuarter: Int
  /// The tempi, in any order; of several at one tick the last counts. 120 holds before the first.
  public var tempi: [TempoMap.Entry] = []
  /// The meters, in any order; of several at one tick the last counts. 4/4 holds before the first.
  public var meters: [MeterMap.Entry] = []
  /// The key of all random numbers, together with a track's identity, the pass and the step.
  public var seed: UInt64 = 0
  /// The tracks. See ``Track/id`` for what happens to one that is put in.
  public var tracks: [Track] { didSet { nameTracks() } }
  /// What the first track of its file had that plays nothing, where that is all it had.
  public var fileEvents: [FileEvent] = []

  /// What number each port has in a file, from port 0 on; ports without one have their own.
  public var portNumbers: [UInt8] = [0]

  /// A sequence.
  public init(
    _ tracks: [Track] = [], name: String = "", ticksPerQuarter: Int = SequencerSettings.ticksPerQuarter,
    tempo: Tempo? = nil, seed: UInt64 = 0
  ) {
    self.name = name
    self.ticksPerQuarter = ticksPerQuarter
    self.seed = seed
    self.tracks = tracks
    if let tempo { tempi = [TempoMap.Entry(tick: 0, tempo: tempo)] }
    nameTracks()
  }

  /// The tempo map.
  public var tempoMap: TempoMap { TempoMap(timeBase: .ticksPerQuarter(ticksPerQuarter), entries: tempi) }
  /// The bars and beats.
  public var meterMap: MeterMap { MeterMap(timeBase: .ticksPerQuarter(ticksPerQuarter), entries: meters) }

  /// The index of the track of that identity.
  public func index(ofTrack id: UInt32) -> Int? { tracks.firstIndex { $0.id == id } }

  /// Gives tracks that have no identity, or one that is taken, the lowest that is free.
  private mutating func nameTracks() {
    let ids = tracks.lazy.map(\.id)
    if tracks.isEmpty || ids.first != 0 && zip(ids, ids.dropFirst()).allSatisfy(<) { return }
    var taken = Set(ids)
    guard taken.contains(0) || taken.count < tracks.count else { return }
    var seen: Set<UInt32> = [0]
    var next: UInt32 = 1
    for index in tracks.indices where !seen.insert(tracks[index].id).inserted {
      while taken.contains(next) { next += 1 }
      tracks[index].id = next
      taken.insert(next)
      seen.insert(next)
    }
  }
}
