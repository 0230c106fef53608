/// The accuracy of several methods with one master, or of Tactus with a recording.
package struct SyncSummary: Sendable {
  /// The settings of the comparison.
  package struct Settings: Sendable {
    package var clock = SimulatedClock.Settings()
    /// The number of frames per cycle.
    package var cycleLength = 256
    /// The error of a follower's initial tempo in percent.
    package var startError = 3.0
    /// The first beat at which errors are measured.
    package var settled = 32.0
    package var methods = ClockMethodKind.allCases

    package init() {}
  }

  package struct Result: Sendable {
    package let method: ClockMethodKind
    package let measurement: SyncMeasurement
  }

  package let settings: Settings
  package let results: [Result]
  /// Whether the source is a recording, whose real positions are unknown.
  package let isRecorded: Bool

  /// Follows a simulated master.
  package init(_ settings: Settings) {
    (self.settings, isRecorded) = (settings, false)
    let master = SimulatedClock(settings.clock)
    results = settings.methods.map { kind in
      let method = kind.make(
        sampleRate: settings.clock.sampleRate, tempo: settings.clock.nominalTempo * (1 + settings.startError / 100),
        timeCode: settings.clock.timeCode)
      return Result(
        method: kind,
        measurement: SyncMeasurement(
          master, method, cycleLength: settings.cycleLength, settled: settings.settled))
    }
  }

  /// Follows a recording.
  package init(_ recording: SyncRecording, _ settings: Settings) {
    var settings = settings
    settings.clock.timeCode = recording.timeCode
    (self.settings, isRecorded) = (settings, true)
    results = [
      Result(
        method: .tactus,
        measurement: SyncMeasurement(
          recording, sampleRate: settings.clock.sampleRate, cycleLength: settings.cycleLength))
    ]
  }

  /// Returns the measurement of a method.
  package func measurement(_ method: ClockMethodKind) -> SyncMeasurement? {
    results.first { $0.method == method }?.measurement
  }
}
