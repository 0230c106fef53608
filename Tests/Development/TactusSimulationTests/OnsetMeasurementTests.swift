import TactusSimulation
import Testing

/// How onsets are measured, and how the summary describes the three methods.
@Suite struct OnsetMeasurementTests {
  @Test func errorsMissedAndDoubled() {
    var measurement = OnsetMeasurement()
    measurement.add(due: [100, 200, 300, 400], played: [98, 200, 201, 405, 900], reach: 50)
    #expect(measurement.due == 4 && measurement.missed == 1 && measurement.doubled == 2)
    #expect([1, 500, 1000].map { measurement.error(ofThousand: $0) } == [0, 2, 5])
    measurement.add(due: [10, 20], played: [20], reach: 5, end: 15)
    #expect(measurement.due == 5 && measurement.missed == 2 && measurement.doubled == 2)
    #expect(OnsetMeasurement().error(ofThousand: 500) == nil)
  }

  /// A step is due on the frame of its beat, in each pass, and nothing before beat 0.
  @Test func dueFrames() {
    let scene = HostScene(at: .init(beat: -1), cycles: [24_000 * 6], tempo: 120_000_000_000)
    let due = StepPattern().dueFrames(SimulatedHost(sampleRate: 48_000, scenes: [scene]).segments)
    #expect(due[0] == [24_000, 24_000 * 5] && due[1] == [30_000, 126_000] && due[15] == [114_000])
  }

  /// Our method is exact to the frame whenever the host is; the other methods are not.
  @Test func summary() {
    var settings = JitterSummary.Settings()
    (settings.cycleLengths, settings.events) = ([32, 500, 4096], 16)
    let summary = JitterSummary(settings)
    for host in [HostKind.steady, .jittery, .cycling] {
      let (ours, start) = (summary.total(host, .tactus), summary.total(host, .start))
      #expect(ours.wrong == 0 && ours.error(ofThousand: 1000) == 0, "\(host)")
      #expect(start.error(ofThousand: 1000) ?? 0 > 2_000, "\(host)")
    }
    #expect(summary.total(.ramping, .tactus).wrong == 0)
    // in the first cycle of an unreported stop, the stop cannot be known; the events in it play then and not again
    #expect(summary.total(.broken, .tactus).doubled <= 3 && summary.total(.broken, .tactus).missed <= 3)
    #expect(summary.total(.broken, .fmod).doubled > 100)
  }
}
