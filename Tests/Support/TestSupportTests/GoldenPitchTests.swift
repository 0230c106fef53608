import Foundation
import TestSupport
import Testing

@Suite struct GoldenPitchTests {
  /// A sine of 480 Hz at its root key, 60.
  private func cents(_ probe: Probe) -> Double {
    var probe = probe
    probe.sample = .sine(period: 100, cycles: 10)
    probe.seconds = 0.7
    let pitch = Spectrum.pitch(of: probe.left(), rate: probe.options.rate)
    return 1_200 * log2(pitch / 480)
  }

  @Test func keyAndTuning() {
    #expect(isNear(cents(Probe()), 0, 0.2))
    var probe = Probe()
    probe.key = 67
    #expect(isNear(cents(probe), 700, 0.2))
    #expect(isNear(cents(Probe(.sine(), [.coarseTune: 12, .fineTune: -50])), 1_150, 0.2))
    #expect(isNear(cents(Probe(.sine(), [.rootKey: 48])), 1_200, 0.2))
    #expect(isNear(cents(Probe(.sine(), [.key: 72])), 1_200, 0.2))
  }

  @Test func scaleTurnsAboutTheRootKey() {
    var probe = Probe(.sine(), [.scaleTuning: 50, .rootKey: 64, .fineTune: 20])
    probe.key = 76
    #expect(isNear(cents(probe), 620, 0.2))
    probe.generators[.scaleTuning] = 0
    #expect(isNear(cents(probe), 20, 0.2))
  }

  @Test func sampleRateAndCorrection() {
    var probe = Probe(TinySample.ramp(count: 2_000, step: 1).tuned(rate: 24_000, correction: 0), [.sampleModes: 0])
    #expect(isNear(probe.left()[1_000] * 32_768, 500, 1e-6))
    probe.sample = probe.sample.tuned(rate: 48_000, correction: 100)
    #expect(isNear(probe.left()[1_000] * 32_768, 1_000 * exp2(1.0 / 12), 1e-6))
    probe.sample = probe.sample.tuned(rate: 44_100, rootKey: 255)
    probe.options.rate = 44_100
    #expect(isNear(probe.left()[1_000] * 32_768, 1_000, 1e-6))
  }

  @Test(arguments: [(16_383, 200.0, 199.976), (0, -200, -200), (8_192, 0, 0), (4_096, -100, -100)])
  func pitchBend(value: Int, exact: Double, printed: Double) {
    var probe = Probe()
    probe.events = [.init(0, .pitchBend(value))]
    #expect(isNear(cents(probe), exact, 0.2))
    #expect(isNear(segment(probe), exact, 1e-6))
    probe.options.wheelTop = .printed
    #expect(isNear(segment(probe), printed, 1e-3))
  }

  /// The pitch from how far a ramp has moved after 1000 frames, without measuring error.
  private func segment(_ probe: Probe) -> Double {
    var probe = probe
    probe.sample = .ramp(count: 3_000, step: 1)
    probe.generators[.sampleModes] = 0
    probe.events = probe.events.map { .init(0, $0.event) }
    // The note comes first in the frame, which is what a held note sees too.
    return 1_200 * log2(probe.left()[1_000] * 32_768 / 1_000)
  }

  @Test func parameters() {
    var probe = Probe()
    probe.events = [.init(0, .parameter(0, high: 12, low: 50)), .init(0, .pitchBend(16_383))]
    #expect(isNear(segment(probe), 1_250, 1e-6))
    probe.events = [.init(0, .parameter(1, high: 32, low: 0))]
    #expect(isNear(segment(probe), -50, 1e-6))
    probe.events = [.init(0, .parameter(2, high: 69, low: 0))]
    #expect(isNear(segment(probe), 500, 1e-6))
  }

  @Test func modulationWheelDrivesTheVibrato() {
    // At the top of the triangle a frame moves the ramp by the full depth.
    var probe = Probe(.ramp(count: 60_000, step: 1), [.sampleModes: 0, .vibLFOFrequency: 0, .vibLFODelay: -32_768])
    probe.sample.rate = 8_000
    probe.options.initialControllers[1] = 127
    let top = Int(48_000 / 8.1758 / 4)
    func depth(_ left: [Double]) -> Double { 1_200 * log2((left[top + 1] - left[top]) * 32_768 * 6) }
    #expect(isNear(depth(probe.left()), 50, 0.05))
    probe.options.top = .printed
    #expect(isNear(depth(probe.left()), 49.6, 0.05))
  }
}
