import TestSupport
import Testing

@Suite struct GoldenLFOTests {
  /// 60 cB of tremolo on a constant: the level in decibels over 6 is the triangle.
  private func triangle(_ generators: [Golden.Generator: Int]) -> [Double] {
    var all: [Golden.Generator: Int] = [.modLFOToVolume: 60, .modLFODelay: -32_768]
    all.merge(generators) { $1 }
    var probe = Probe(.constant(), all)
    probe.seconds = 0.6
    return probe.left().map { decibels($0 / 0.5) / 6 }
  }

  @Test func startsAtZeroAndGoesUp() {
    let wave = triangle([:])
    let turn = 48_000 / Golden.hertz(absoluteCents: 0)  // the default of 8.176 Hz
    #expect(isNear(wave[0], 0))
    #expect(isNear(wave[1], 4 / turn))
    #expect(isNear(wave.max() ?? 0, 1, 4 / turn) && isNear(wave.min() ?? 0, -1, 4 / turn))
    #expect(isNear(Double(wave.firstIndex { $0 < 0 } ?? 0), turn / 2, 1))
    for frame in stride(from: 0, to: 28_000, by: 1_234) {
      let x = Double(frame) / turn
      let phase = x - x.rounded(.down)
      let expected = phase < 0.25 ? 4 * phase : phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4
      #expect(isNear(wave[frame], expected, 1e-7))
    }
  }

  @Test func waitsForItsDelay() {
    let wave = triangle([.modLFODelay: -1_200, .modLFOFrequency: -3_637])  // 0.5 s, about 1 Hz
    let hertz = Golden.hertz(absoluteCents: -3_637)
    #expect(wave[..<24_000].allSatisfy { isNear($0, 0) })
    #expect(isNear(wave[24_480], 0.01 * hertz * 4, 1e-7))
  }

  @Test func negativeDepthTurnsItOver() {
    let left = Probe(.constant(), [.modLFOToVolume: -60, .modLFODelay: -32_768]).left()
    #expect(left[100] < 0.5)
  }

  @Test func frequencyCanBeModulatedWhileItRuns() {
    var probe = Probe(.constant(), [.modLFOToVolume: 60, .modLFODelay: -32_768, .modLFOFrequency: -3_600])
    probe.modulators = [Golden.Modulator(source: 0x0082, to: .modLFOFrequency, amount: 1_200)]
    probe.events = [.init(4_800, .controller(2, value: 127))]
    let wave = probe.left().map { decibels($0 / 0.5) / 6 }
    let slope = 4 * Golden.hertz(absoluteCents: -3_600) / 48_000
    #expect(isNear(wave[4_800], 4_800 * slope, 1e-7) && isNear(wave[5_800], 6_800 * slope, 1e-7))
  }
}
