import TactusDSP
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The stages of an insertion effect against formulas.
@Suite struct InsertionStageTests {
  @Test(arguments: [-12.0, -6, 3, 12]) func theEqualizerHasItsGains(_ decibels: Double) {
    let shelves = InsertionTests.make {
      $0.equalizer.isOn = true
      $0.equalizer.low = EqualizerSettings.Band(200, Float(decibels))
      $0.equalizer.high = EqualizerSettings.Band(4_000, Float(-decibels))
    }
    let response = InsertionTests.Subject(shelves).render(InsertionTests.impulse(16_384)).left
    #expect(abs(InsertionTests.gain(response, 10) - decibels) < 0.1)
    #expect(abs(InsertionTests.gain(response, 200) - decibels / 2) < 0.2)
    #expect(abs(InsertionTests.gain(response, 900)) < 0.6)
    #expect(abs(InsertionTests.gain(response, 4_000) + decibels / 2) < 0.2)
    #expect(abs(InsertionTests.gain(response, 22_000) + decibels) < 0.1)
    let bell = InsertionTests.make {
      $0.equalizer.isOn = true
      $0.equalizer.lowMiddle = EqualizerSettings.Band(1_000, Float(decibels), q: 2)
    }
    let peak = InsertionTests.Subject(bell).render(InsertionTests.impulse(16_384)).left
    #expect(abs(InsertionTests.gain(peak, 1_000) - decibels) < 0.05)
    #expect(abs(InsertionTests.gain(peak, 50)) < 0.1 && abs(InsertionTests.gain(peak, 20_000)) < 0.1)
    // half of the gain at the edges of the band, which is 1/Q octaves wide in the analog sense
    #expect(abs(InsertionTests.gain(peak, 1_280.8) - decibels / 2) < 0.25)
  }

  @Test func aDriveKeepsTheLevelAndAddsOddHarmonics() {
    for (edge, gain) in [(Float(0), Float(4)), (0, 40), (0.7, 100), (1, 30)] {
      let settings = InsertionTests.make {
        $0.drive.isOn = true
        $0.drive.edge = edge
        $0.drive.gain = gain
      }
      let tone = ChorusTests.tone(375, sampleRate: 48_000, count: 8_192)
      let quiet = Stereo(left: tone.left.map { $0 * 0.18 }, right: tone.right.map { $0 * 0.18 })
      let output = InsertionTests.Subject(settings).render(quiet)
      #expect(abs(output.peak / 0.09 - 1) < 0.01, "a peak of \(output.peak)")
      let body = output.left[4_096...].map { Double($0) }
      let amplitude = { Spectrum.amplitude(of: body, at: $0, rate: 48_000) }
      #expect(amplitude(1_125) > 0.01 * amplitude(375))
      #expect(amplitude(750) < 1e-5 * amplitude(375))
    }
  }

  /// Images of harmonics above half the sample rate are far below those of a shaper without antialiasing.
  @Test func aDriveHasFewImages() {
    let settings = InsertionTests.make {
      $0.drive.isOn = true
      $0.drive.gain = 20
      $0.drive.edge = 1
    }
    // The ninth harmonic of 4,125 Hz would be at 37,125 Hz; its image is at 10,875 Hz.
    let tone = ChorusTests.tone(4_125, sampleRate: 48_000, count: 8_192)
    let shaped = InsertionTests.Subject(settings).render(tone).left[4_096...].map { Double($0) }
    let clipped = tone.left[4_096...].map { 0.25 * max(-1, min(1, 20 * Double($0))) }
    func image(_ sound: [Double]) -> Double {
      20
        * log10(
          Spectrum.amplitude(of: sound, at: 10_875, rate: 48_000)
            / Spectrum.amplitude(of: sound, at: 4_125, rate: 48_000)
        )
    }
    #expect(image(clipped) > -22 && image(shaped) < image(clipped) - 10, "\(image(clipped)), \(image(shaped))")
  }

  @Test func aMonoDriveIsPlaced() {
    let settings = [Float(-1), 0, 1].map { pan in
      InsertionTests.make {
        $0.drive.isOn = true
        $0.drive.isMono = true
        $0.drive.pan = pan
      }
    }
    let tone = ChorusTests.tone(300, sampleRate: 48_000, count: 4_096)
    let outputs = settings.map { InsertionTests.Subject($0).render(tone) }
    #expect(outputs[0].right.power < 1e-12 && outputs[2].left.power < 1e-12)
    #expect(abs(decibels(outputs[0].left.power / outputs[1].left.power) - 3.01) < 0.05)
    #expect(outputs[1].left == outputs[1].right)
  }

  /// Without movement, the notches are where the filters together turn the phase by an odd number of half turns.
  @Test func aPhaserHasItsNotches() {
    let settings = InsertionTests.make {
      $0.modulation.kind = .phaser
      $0.modulation.phaser.frequency = 1_000
      $0.modulation.phaser.depth = 0
      $0.modulation.phaser.stages = 4
    }
    let response = InsertionTests.Subject(settings).render(InsertionTests.impulse(16_384)).left
    let center = tan(Double.pi * 1_000 / 48_000)
    for half in [1.0, 3] {
      let notch = 48_000 / Double.pi * atan(center * tan(half * .pi / 8))
      #expect(InsertionTests.gain(response, notch) < -40, "\(notch) Hz")
    }
    // equal gains, so that the mean power is that of the input: at most 3 dB more
    #expect(abs(InsertionTests.gain(response, 1_000) - 3.01) < 0.05)
    #expect(abs(InsertionTests.gain(response, 10) - 3.01) < 0.05)
  }

  @Test(arguments: [TremoloSettings.Wave.triangle, .square, .sine, .rising, .falling])
  func aTremoloHasItsWave(_ wave: TremoloSettings.Wave) {
    let settings = InsertionTests.make {
      $0.modulation.kind = .tremolo
      $0.modulation.tremolo.wave = wave
      $0.modulation.tremolo.rate = 4
      $0.modulation.tremolo.depth = 0.75
      $0.modulation.tremolo.phase = 0.5
    }
    let ones = Stereo(left: .init(repeating: 1, count: 24_000), right: .init(repeating: 1, count: 24_000))
    let output = InsertionTests.Subject(settings).render(ones)
    // 12,000 frames are a turn
    for (frame, turn) in stride(from: 12_700, to: 24_000, by: 700).map({ ($0, Double($0 % 12_000) / 12_000) }) {
      for (side, turns) in [(output.left, turn), (output.right, (turn + 0.5).truncatingRemainder(dividingBy: 1))] {
        let height =
          switch wave {
          case .triangle: 1 - abs(2 * turns - 1)
          case .square: turns < 0.5 ? 0.0 : 1.0
          case .sine: 0.5 - 0.5 * cos(2 * .pi * turns)
          case .rising: 1 - turns
          case .falling: turns
          }
        #expect(abs(Double(side[frame]) - (1 - 0.75 * height)) < 0.02, "\(wave) at \(turns)")
      }
    }
  }

  /// A rotor's level and pitch swing once per turn, and the microphones hear them a quarter of a turn apart.
  @Test func aRotaryTurns() {
    let settings = InsertionTests.make {
      $0.modulation.kind = .rotary
      $0.modulation.balance = 1
      $0.modulation.rotary.highRate = 6
      $0.modulation.rotary.lowLevel = 0
      $0.modulation.rotary.separation = 0.25
    }
    let tone = ChorusTests.tone(3_000, sampleRate: 48_000, count: 48_000)
    let output = InsertionTests.Subject(settings).render(tone)
    // 8,000 frames are a turn; the direct way takes 58 frames
    func level(_ side: [Float], _ turns: Double) -> Double {
      let middle = 16_058 + Int(turns * 8_000)
      return Array(side[middle - 80..<middle + 80]).power.squareRoot()
    }
    let mean = (level(output.left, 0) + level(output.left, 0.5)) / 2
    for turns in [0, 0.125, 0.25, 0.5, 0.75] {
      let left = level(output.left, turns) / mean
      let right = level(output.right, turns) / mean
      #expect(abs(left - 1 - 0.35 * cos(2 * .pi * turns)) < 0.03, "\(turns)")
      #expect(abs(right - 1 - 0.35 * cos(2 * .pi * (turns + 0.25))) < 0.03, "\(turns)")
    }
    // The rotor approaches fastest after three quarters of a turn: 2π · 6 · 0.55 ms is a Doppler shift of 2.07 %.
    let piece = output.left[22_058 - 1_000..<22_058 + 1_000].map { Double($0) }
    #expect(abs(Spectrum.pitch(of: piece, rate: 48_000) / 3_000 - 1.0207) < 0.002)
  }

  @Test func aRotorTakesTimeToReachANewRate() {
    func settings(_ rate: Float) -> InsertionSettings {
      InsertionTests.make {
        $0.modulation.kind = .rotary
        $0.modulation.rotary.highRate = rate
        $0.modulation.rotary.lowLevel = 0
        $0.modulation.rotary.highInertia = 0.5
        $0.modulation.balance = 1
      }
    }
    let subject = InsertionTests.Subject(settings(1))
    let ones = ChorusTests.tone(3_000, sampleRate: 48_000, count: 96_000)
    _ = subject.render(ones)
    subject.core.pointee.set(settings(10))
    let output = subject.render(ones).left
    // maxima of the envelope, one for each turn
    let envelope = stride(from: 0, to: 96_000, by: 80).map { start in output[start..<start + 80].max()! }
    let peaks = envelope.indices.dropFirst(3).dropLast(3).filter { index in
      (index - 3...index + 3).allSatisfy { envelope[$0] <= envelope[index] } && envelope[index] > envelope[index - 3]
    }
    let rates = zip(peaks, peaks.dropFirst()).map {
      (time: Double($0 + $1) / 2 * 80 / 48_000, rate: 600 / Double($1 - $0))
    }
    for (time, rate) in rates where time > 0.3 {
      let expected = 10 - 9 * exp(-time / 0.5)
      #expect(abs(rate / expected - 1) < 0.15, "\(rate) turns a second after \(time) s instead of \(expected)")
    }
    #expect(rates.count > 10)
  }

  /// The direct sound and the effect are both at full level at the middle of a balance.
  @Test func balances() {
    for (balance, direct, delayed) in [
      (Float(0), Float(1), Float(0)), (0.25, 1, 0.5), (0.5, 1, 1), (0.75, 0.5, 1), (1, 0, 1),
    ] {
      let settings = InsertionTests.make {
        $0.hasDelay = true
        $0.delay.routing = .stereo
        $0.delay.left = DelayTap(time: 0.01, gain: 1)
        $0.delay.right = DelayTap(time: 0.02, gain: -1)
        $0.delayBalance = balance
      }
      let output = InsertionTests.Subject(settings).render(InsertionTests.impulse(2_000))
      #expect(output.left[0] == direct && output.left[480] == delayed && output.right[960] == -delayed)
    }
  }
}
