extension MIDIFile {
  /// A tempo and the tick from which it holds.
  public struct TempoChange: Hashable, Sendable {
    /// Absolute ticks.
    public var tick: Int64
    /// The length of a quarter note in units of 10 ns, exact.
    public var tenNanoseconds: UInt32
  }

  /// A time signature and the tick from which it holds.
  public struct MeterChange: Hashable, Sendable {
    /// Absolute ticks.
    public var tick: Int64
    /// The signature; what makes no sense counts as 4/4.
    public var signature: TimeSignature
  }

  /// The tempi of all tracks, ascending; of several at one tick the last of the merge order, which is the one that holds.
  /// Before the first, a quarter note lasts half a second.
  ///
  /// - Parameter track: only this track's: for the songs of format 2.
  public func tempoChanges(inTrack track: Int? = nil) -> [TempoChange] {
    changes(inTrack: track, [0x51]) { meaning, tick in
      guard case .tempo(let length) = meaning else { return nil }
      return TempoChange(tick: tick, tenNanoseconds: length)
    }
  }

  /// The time signatures of all tracks or of one, like ``tempoChanges(inTrack:)``.
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
