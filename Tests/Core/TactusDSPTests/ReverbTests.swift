import TactusDSP
import TestSupport
import Testing

@Suite struct ReverbTests {
  /// The reverb's response to an impulse on both sides.
  static func response(_ settings: ReverbSettings, sampleRate: Int, seconds: Double) -> Stereo {
    var input = Stereo(silence: Int(seconds * Double(sampleRate)))
    input.left[0] = 1
    input.right[0] = 1
    return render(input, settings, sampleRate: sampleRate)
  }

  static func render(_ input: Stereo, _ settings: ReverbSettings, sampleRate: Int) -> Stereo {
    let reverb = Reverb(sampleRate: sampleRate, settings: settings)
    var output = Stereo(silence: input.count)
    reverb.render(
      inputLeft: input.left, inputRight: input.right, outputLeft: &output.left, outputRight: &output.right,
      count: input.count)
    return output
  }

  /// The decay time of both sides around a frequency: Schroeder's backward integral, its slope from −5 to −35 dB.
  static func decayTime(_ sound: Stereo, around frequency: Double, sampleRate: Int) -> Double {
    let energies = [sound.left, sound.right].map { side in
      side.filtered(around: frequency, quality: frequency < 1_000 ? 1 : 5, sampleRate: sampleRate).map { $0 * $0 }
    }
    var left = zip(energies[0], energies[1]).map { $0 + $1 }
    for i in left.indices.dropLast().reversed() { left[i] += left[i + 1] }
    let decibels = left.map { 4.342944819 * ln($0 / left[0] + 1e-30) }
    let points = decibels.indices.filter { decibels[$0] < -5 && decibels[$0] > -35 }
    let meanX = points.reduce(0.0) { $0 + Double($1) } / Double(points.count)
    let meanY = points.reduce(0.0) { $0 + decibels[$1] } / Double(points.count)
    let slope =
      points.reduce(0.0) { $0 + (Double($1) - meanX) * (decibels[$1] - meanY) }
      / points.reduce(0.0) { $0 + (Double($1) - meanX) * (Double($1) - meanX) }
    return -60 / slope / Double(sampleRate)
  }

  @Test(arguments: [
    (0.5, 0.6, 0.1, 16_000), (1.0, 0.5, 0.5, 24_000), (1.8, 0.5, 0.5, 48_000), (1.2, 1.0, 0.3, 44_100),
    (3.0, 0.3, 0.8, 16_000),
  ])
  func decaysInTheTimeSet(_ time: Double, _ highDecay: Double, _ size: Double, _ sampleRate: Int) {
    var settings = ReverbSettings()
    settings.decayTime = Float(time)
    settings.highDecay = Float(highDecay)
    settings.size = Float(size)
    let response = Self.response(settings, sampleRate: sampleRate, seconds: time * 0.8 + 0.2)
    let low = Self.decayTime(response, around: 250, sampleRate: sampleRate)
    #expect(abs(low / time - 1) < 0.1, "\(low) s instead of \(time) s at 250 Hz")
    let high = Self.decayTime(response, around: 5_000, sampleRate: sampleRate)
    #expect(abs(high / (time * highDecay) - 1) < 0.1, "\(high) s instead of \(time * highDecay) s at 5 kHz")
  }

  @Test func theSidesOfTheTailHaveNothingInCommon() {
    let response = Self.response(.mediumHall, sampleRate: 24_000, seconds: 1)
    for range in [2_400..<7_200, 7_200..<24_000] {
      let part = response[range]
      let common = zip(part.left, part.right).reduce(0.0) { $0 + Double($1.0) * Double($1.1) }
      let energy = (part.left.power * part.right.power).squareRoot() * Double(part.count)
      #expect(abs(common / energy) < 0.1)
    }
  }

  @Test func zeroWidthIsMono() {
    var settings = ReverbSettings.smallRoom
    settings.width = 0
    let response = Self.response(settings, sampleRate: 16_000, seconds: 0.2)
    #expect(zip(response.left, response.right).allSatisfy { abs($0 - $1) < 1e-6 })
  }

  @Test(arguments: [
    ReverbSettings.smallRoom, .mediumRoom, .largeRoom, .mediumHall, .largeHall, .plate,
  ])
  func comesBackAsLoudAsItWasSent(_ settings: ReverbSettings) {
    let input = Stereo(pinkNoise: 96_000, seed: 4)
    let output = Self.render(input, settings, sampleRate: 24_000)[48_000..<96_000]
    let sent = input[48_000..<96_000].left.power
    #expect(abs(decibels(output.left.power / sent)) < 2 && abs(decibels(output.right.power / sent)) < 2)
  }

  @Test(arguments: [0.012, 0.05, 0.25])
  func theFirstEchoComesAfterThePreDelay(_ seconds: Float) {
    for sampleRate in [44_100, 96_000] {
      var settings = ReverbSettings()
      settings.preDelay = seconds
      let response = Self.response(settings, sampleRate: sampleRate, seconds: 0.3)
      let first = response.left.firstIndex { $0 != 0 } ?? 0
      #expect(abs(first - Int(Double(seconds) * Double(sampleRate))) <= 1)
    }
  }

  @Test func directCurrentDoesNotBuildUp() {
    var settings = ReverbSettings()
    settings.decayTime = 0.5
    let input = Stereo(left: .init(repeating: 1, count: 24_000), right: .init(repeating: 1, count: 24_000))
    let output = Self.render(input, settings, sampleRate: 8_000)[16_000..<24_000]
    #expect(abs(output.left.reduce(0, +)) / 8_000 < 0.01)
    #expect(output.peak < 0.05)
  }

  /// A steady tone during every kind of change: the output follows without a click.
  @Test func changesMakeNoClicks() {
    let reverb = Reverb(sampleRate: 48_000, settings: .mediumHall)
    let sine = (0..<48_000).map { Float(sin2Pi(Double($0) * 300 / 48_000)) * 0.25 }
    var output = Stereo(silence: 48_000)
    for step in 0..<48 {
      if step >= 20 {
        var settings: ReverbSettings = [.smallRoom, .plate, .largeHall, .mediumHall][step % 4]
        settings.width = Float(step % 3) * 0.5
        reverb.set(settings)
      }
      var part = Stereo(silence: 1_000)
      let input = Array(sine[step * 1_000..<step * 1_000 + 1_000])
      reverb.render(
        inputLeft: input, inputRight: input, outputLeft: &part.left, outputRight: &part.right, count: 1_000)
      output.left.replaceSubrange(step * 1_000..<step * 1_000 + 1_000, with: part.left)
    }
    // A click is as loud at 12 kHz as it is at 300 Hz.
    let sharp = output.left.filtered(around: 12_000, sampleRate: 48_000)
    #expect(sharp.dropFirst(5_000).reduce(0) { max($0, abs($1)) } < 1e-3)
  }

  @Test func presetsFollowTheMacros() {
    #expect(ReverbSettings(gsMacro: 0) == .smallRoom && ReverbSettings(gsMacro: 4) == .largeHall)
    #expect(ReverbSettings(gsMacro: 5) == .plate && ReverbSettings(gsMacro: 6) == nil)
  }
}
