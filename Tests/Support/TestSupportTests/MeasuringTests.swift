import Foundation
import TestSupport
import Testing

@Suite struct MeasuringTests {
  @Test func differenceOfEqualSignalsIsNothing() {
    let difference = compareAudio([Float(0.5), -0.25], to: [0.5, -0.25])
    #expect(difference.peakLevel == -.infinity && difference.firstFrame == nil && difference.lengths == nil)
  }

  @Test func differenceIsFoundWhereItIs() {
    let reference = (0..<1_000).map { 0.5 * sin(Double($0)) }
    var candidate = reference
    candidate[700] += 0.0005
    let difference = compareAudio(candidate, to: reference, window: 100)
    #expect(isNear(difference.peakLevel, -60, 0.01) && difference.worstFrame == 700)
    #expect(difference.firstFrame == 700 && difference.worstWindow == 700..<800)
    #expect(compareAudio(Array(reference.dropLast()), to: reference).lengths?.candidate == 999)
    candidate[3] = .nan
    #expect(compareAudio(candidate, to: reference).firstFrame == 3)
  }

  @Test func onsets() {
    var signal = [Float](repeating: 0, count: 10_000)
    for frame in [0, 777, 800, 5_000] { signal[frame] = 0.5 }
    #expect(OnsetDetector().onsets(in: signal) == [0, 777, 5_000])
    #expect(OnsetDetector(gap: 20).onsets(in: signal) == [0, 777, 800, 5_000])
  }

  @Test func onsetsOfTheGoldenModelAreOnTheirFrames() {
    let frames = [0, 1, 63, 64, 65, 1_000, 1_999]
    let (bank, regions) = TinyBank(.impulse(), [.volEnvDelay: -32_768, .volEnvAttack: -32_768]).golden()
    for frame in frames {
      let output = Golden.render(
        bank, regions, events: [.init(frame, .noteOn(key: 72, velocity: 127))], frameCount: 2_000)
      #expect(OnsetDetector().onsets(in: output.left) == [frame])
    }
  }

  @Test func spectrum() {
    let rate = 48_000.0
    let signal = (0..<8_192).map { 0.3 * sin(2 * .pi * 440 * Double($0) / rate) + 0.01 * sin(Double($0)) }
    #expect(isNear(Spectrum.pitch(of: signal, rate: rate), 440, 0.05))
    #expect(isNear(Spectrum.amplitude(of: signal, at: 440, rate: rate), 0.3, 1e-4))
    #expect(isNear(Spectrum.amplitude(of: signal, at: rate / 2 / .pi, rate: rate), 0.01, 1e-4))
    var re = [1.0, 0, 0, 0, 0, 0, 0, 0]
    var im = [Double](repeating: 0, count: 8)
    Spectrum.transform(&re, &im)
    #expect(re.allSatisfy { $0 == 1 } && im.allSatisfy { $0 == 0 })
  }

  @Test func eventsBecomeMessages() {
    let parameter = Golden.Event.parameter(0, high: 12, low: 3).messages(channel: 9)
    #expect(parameter.map(\.data1) == [101, 100, 6, 38] && parameter.map(\.data2) == [0, 0, 12, 3])
    #expect(Golden.Event.pitchBend(8_193).messages()[0].pitchBend == 8_193)
  }
}
