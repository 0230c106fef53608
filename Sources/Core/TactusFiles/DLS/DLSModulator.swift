/// A modulator, and the connection that it expresses, alone or with other modulators.
struct DLSModulator {
  var connection: DLSConnection.Identity
  var modulator: SoundFont.Modulator

  /// The default connections of every region; see ``SoundFont/Modulator/dlsDefaults``.
  static let defaults: [DLSModulator] = {
    let connections: [(DLSConnection.Source, DLSConnection.Source, DLSConnection.Destination)] = [
      (.velocity, .none, .gain), (.controller(7), .none, .gain), (.controller(11), .none, .gain),
      (.controller(10), .none, .pan), (.pitchWheel, .bendRange, .pitch), (.controller(91), .none, .reverb),
      (.controller(93), .none, .chorus),
    ]
    return zip(connections, SoundFont.Modulator.dlsDefaults).map { connection, modulator in
      DLSModulator(
        connection: .init(source: connection.0, control: connection.1, destination: connection.2),
        modulator: modulator)
    }
  }()
}

extension DLSArticulation {
  /// Returns the modulators of the articulation, and the inherited ones that it does not replace.
  func allModulators(inheriting inherited: [DLSModulator]) -> [DLSModulator] {
    inherited.filter { !replaces($0) } + modulators
  }

  private func replaces(_ old: DLSModulator) -> Bool { modulators.contains { $0.connection == old.connection } }

  /// Returns the modulators of a zone, which change the inherited ones into those of the articulation.
  ///
  /// In DLS, connections are added unless they have the same source, control and destination; in a SoundFont, a zone's
  /// modulator replaces an inherited one with the same sources, curves and destination. So each modulator that changes
  /// is returned with the sum of all connections that it expresses: 0 if they have been replaced.
  func zoneModulators(inheriting inherited: [DLSModulator]) -> [SoundFont.Modulator] {
    let all = allModulators(inheriting: inherited)
    var result: [SoundFont.Modulator] = []
    for changed in inherited.filter(replaces) + modulators {
      let identity = changed.modulator.identity
      guard !result.contains(where: { $0.identity == identity }) else { continue }
      var sum = changed.modulator
      sum.set(amount: all.reduce(0) { $1.modulator.identity == identity ? $0 + $1.modulator.exactAmount : $0 })
      result.append(sum)
    }
    return result
  }
}
