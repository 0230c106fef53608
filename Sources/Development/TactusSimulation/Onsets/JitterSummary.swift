/// The sequencing methods to compare.
package enum JitterMethod: String, CaseIterable, Sendable {
  /// All events at the start of the buffer.
  case start
  /// The published method.
  case fmod
  /// The method of Tactus.
  case tactus

  /// A description in a few words.
  package var summary: String {
    switch self {
    case .start: "everything at the buffer's start"
    case .fmod: "the published method: fmod of the host's beat"
    case .tactus: "ours: a cursor and the host's line"
    }
  }

  func make(_ pattern: StepPattern, sampleRate: Int) -> any SequencingMethod {
    switch self {
    case .start: BufferStartMethod(pattern.loop, sampleRate: sampleRate)
    case .fmod: ModuloMethod(pattern.loop, sampleRate: sampleRate)
    case .tactus: SequencerMethod(pattern, sampleRate: sampleRate)
    }
  }
}

/// The onset errors of all methods with several hosts and cycle lengths.
package struct JitterSummary: Sendable {
  /// The settings of the comparison.
  package struct Settings: Hashable, Sendable {
    package var hosts = HostKind.allCases
    /// The numbers of frames per cycle; for hosts with cycles of varying length, the maximum.
    package var cycleLengths = (0...13).map { 1 << $0 }
    package var sampleRate = 48_000
    /// The tempo in quarter notes per minute.
    package var tempo = 120.0
    /// The approximate number of onsets, four per quarter note.
    package var events = 32
    package var seed: UInt64 = 1

    package init() {}
  }

  /// The result of one method with one host and one cycle length.
  package struct Result: Sendable {
    package let host: HostKind
    package let cycleLength: Int
    package let method: JitterMethod
    package let measurement: OnsetMeasurement
  }

  package let settings: Settings
  package private(set) var results: [Result] = []

  package init(_ settings: Settings) {
    self.settings = settings
    let pattern = StepPattern()
    for host in settings.hosts {
      for length in settings.cycleLengths {
        let scenes = host.scenes(
          beats: max(1, (settings.events + 3) / 4), cycleLength: length, tempo: settings.tempo,
          sampleRate: settings.sampleRate, seed: settings.seed)
        let measured = OnsetMeasurement.measure(
          pattern, SimulatedHost(sampleRate: settings.sampleRate, scenes: scenes, seed: settings.seed),
          methods: JitterMethod.allCases.map { $0.make(pattern, sampleRate: settings.sampleRate) })
        results += zip(JitterMethod.allCases, measured).map {
          Result(host: host, cycleLength: length, method: $0, measurement: $1)
        }
      }
    }
  }

  /// Returns the combined results of a method with a host over all cycle lengths.
  package func total(_ host: HostKind, _ method: JitterMethod) -> OnsetMeasurement {
    var total = OnsetMeasurement()
    for result in results where result.host == host && result.method == method { total.add(result.measurement) }
    return total
  }

  /// Returns the result of a method with a host and a cycle length.
  package func measurement(_ host: HostKind, _ length: Int, _ method: JitterMethod) -> OnsetMeasurement? {
    results.first { $0.host == host && $0.cycleLength == length && $0.method == method }?.measurement
  }
}
