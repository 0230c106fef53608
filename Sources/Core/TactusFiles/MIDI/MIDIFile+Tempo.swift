extension MIDIFile {
  /// A tempo and the tick at which it takes effect.
  public struct TempoChange: Hashable, Sendable {
    /// The absolute tick.
    public var tick: Int64
    /// The exact duration of a quarter note in units of 10 ns.
    public var tenNanoseconds: UInt32
  }

  /// A time signature and the tick at which it takes effect.
  public struct MeterChange: Hashable, Sendable {
    /// The absolute tick.
    public var tick: Int64
    /// The signature; an invalid one counts as 4/4.
    public var signature: TimeSignature
  }

  /// Returns the tempo changes of all tracks in ascending order of ticks.
  ///
  /// If there are several changes at one tick, only the last in merge order is returned, because it is the one that
  /// takes effect. Before the first change, a quarter note lasts half a second.
  ///
  /// - Parameter track: restricts the result to this track, for the songs of format 2.
  public func tempoChanges(inTrack track: Int? = nil) -> [TempoChange] {
    changes(inTrack: track, [0x51]) { meaning, tick in
      guard case .tempo(let length) = meaning else { return nil }
      return TempoChange(tick: tick, tenNanoseconds: length)
    }
  }

  /// Returns the time signatures of all tracks or of one, like ``tempoChanges(inTrack:)``.
  public func meterChanges(inTrack track: Int? = nil) -> [MeterChange] {
    changes(inTrack: track, [0x58]) { meaning, tick in
      guard case .timeSignature(let signature) = meaning else { return nil }
      return MeterChange(tick: tick, signature: signature)
    }
  }

  private func changes<Change>(
    inTrack index: Int?, _ types: [UInt8], _ change: (Meta?, Int64) -> Change?
  ) -> [Change] {
    var found: [(tick: Int64, order: Int, change: Change)] = []
    for (number, track) in tracks.enumerated() where index == nil || index == number {
      for event in track.events where event.kind == .tempo || types.contains(where: event.isMeta) {
        guard let change = change(track.meaning(of: event), event.tick) else { continue }
        found.append((event.tick, found.count, change))
      }
    }
    found.sort { ($0.tick, $0.order) < ($1.tick, $1.order) }
    return found.indices.filter { $0 + 1 == found.count || found[$0 + 1].tick > found[$0].tick }.map {
      found[$0].change
    }
  }
}
