import TactusDSP
import TestSupport
import Testing

@Suite struct ChorusTests {
  static func render(_ input: Stereo, _ settings: ChorusSettings, sampleRate: Int) -> Stereo {
    let chorus = Chorus(sampleRate: sampleRate, settings: settings)
    var output = Stereo(silence: input.count)
    chorus.render(
      inputLeft: input.left, inputRight: input.right, outputLeft: &output.left, outputRight: &output.right,
      count: input.count)
    return output
  }

  static func tone(_ frequency: Double, sampleRate: Int, count: Int) -> Stereo {
    let side = (0..<count).map { Float(sin2Pi(Double($0) * frequency / Double(sampleRate)) * 0.5) }
    return Stereo(left: side, right: side)
  }

  /// One voice compared with the formula: delay, depth and rate have the requested values.
  @Test(arguments: [(44_100, 0.4, 0.0063, 0.008), (48_000, 5.0, 0.001, 0.005), (96_000, 2.0, 0.01, 0.02)])
  func theDelaySwingsAsSet(_ sampleRate: Int, _ rate: Double, _ depth: Double, _ delay: Double) {
    var settings = ChorusSettings()
    settings.voices = 1
    settings.feedback = 0
    settings.rate = Float(rate)
    settings.depth = Float(depth)
    settings.delay = Float(delay)
    let input = Self.tone(440, sampleRate: sampleRate, count: sampleRate / 2)
    let output = Self.render(input, settings, sampleRate: sampleRate)
    var (left, right) = (0.0, 0.0)
    for i in sampleRate / 10..<input.count {
      let time = Double(i) / Double(sampleRate)
      // The modulation is counted from the first whole block.
      let swing = depth / 2 * sin2Pi(rate * (time - 16 / Double(sampleRate)))
      left = max(left, abs(Double(output.left[i]) - 0.5 * sin2Pi(440 * (time - delay - swing))))
      right = max(right, abs(Double(output.right[i]) - 0.5 * sin2Pi(440 * (time - delay + swing))))
    }
    #expect(left < 5e-4 && right < 5e-4, "off by \(left), \(right)")
  }

  @Test(arguments: [ChorusSettings.chorus1, .chorus2, .chorus3, .chorus4])
  func comesBackAsLoudAsItWasSent(_ settings: ChorusSettings) {
    let input = Stereo(pinkNoise: 48_000, seed: 4)
    let output = Self.render(input, settings, sampleRate: 24_000)[4_800..<48_000]
    let sent = input[4_800..<48_000].left.power
    #expect(abs(decibels(output.left.power / sent)) < 3 && abs(decibels(output.right.power / sent)) < 3)
    // The mono sum loses only as much as that of two uncorrelated signals.
    let mono = zip(output.left, output.right).map { ($0 + $1) / 2 }
    #expect(decibels(mono.power / sent) > -3)
  }

  @Test func theSidesDifferBySpread() {
    let input = Stereo(pinkNoise: 24_000, seed: 8)
    var settings = ChorusSettings()
    let wide = Self.render(input, settings, sampleRate: 24_000)
    settings.spread = 0
    let narrow = Self.render(input, settings, sampleRate: 24_000)
    #expect(narrow.left == narrow.right)
    let difference = zip(wide.left, wide.right).map { $0 - $1 }
    #expect(difference.power > 0.3 * wide.left.power)
  }

  @Test func feedsTheReverb() {
    var settings = ChorusSettings()
    settings.reverbSend = 0.5
    let chorus = Chorus(sampleRate: 44_100, settings: settings)
    let input = Stereo(noise: 2_000, seed: 1)
    var output = Stereo(silence: 2_000)
    var reverb = Stereo(silence: 2_000)
    chorus.render(
      inputLeft: input.left, inputRight: input.right, outputLeft: &output.left, outputRight: &output.right,
      reverbLeft: &reverb.left, reverbRight: &reverb.right, count: 2_000)
    #expect(output.peak > 0.1)
    #expect(reverb.left == output.left.map { $0 * 0.5 } && reverb.right == output.right.map { $0 * 0.5 })
  }

  @Test func changesMakeNoClicks() {
    let chorus = Chorus(sampleRate: 48_000, settings: .chorus3)
    let tone = Self.tone(300, sampleRate: 48_000, count: 48_000)
    var output: [Float] = []
    for step in 0..<48 {
      if step > 5 { chorus.set([.chorus2, .feedbackChorus, .flanger, .chorus1][step / 2 % 4]) }
      let input = tone[step * 1_000..<step * 1_000 + 1_000]
      var part = Stereo(silence: 1_000)
      chorus.render(
        inputLeft: input.left, inputRight: input.right, outputLeft: &part.left, outputRight: &part.right,
        count: 1_000)
      output += part.left
    }
    let worst = output.filtered(around: 12_000, sampleRate: 48_000).dropFirst(2_000).reduce(0) { max($0, abs($1)) }
    #expect(worst < 3e-3)
  }

  @Test func presetsFollowTheMacros() {
    #expect(ChorusSettings(gsMacro: 2) == .chorus3 && ChorusSettings(gsMacro: 5) == .flanger)
    #expect(ChorusSettings(gsMacro: 6) == nil)
  }
}
