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

/// The stages of an insertion effect against formulas, and the laws that all its settings obey.
@Suite struct InsertionTests {
  /// An insertion effect with memory of its own.
  final class Subject {
    let core: UnsafeMutablePointer<InsertionCore>

    init(_ settings: InsertionSettings = InsertionSettings(), sampleRate: Int = 48_000) {
      core = .allocate(capacity: 1)
      core.initialize(to: InsertionCore(sampleRate: sampleRate))
      core.pointee.set(settings)
    }

    deinit {
      core.pointee.deallocate()
      core.deallocate()
    }

    /// Renders a sound in calls of the given lengths, which repeat.
    func render(_ input: Stereo, calls: [Int] = [1_024]) -> Stereo {
      var output = input
      var (done, number) = (0, 0)
      while done < input.count {
        let count = min(calls[number % calls.count], input.count - done)
        output.left.withUnsafeMutableBufferPointer { left in
          output.right.withUnsafeMutableBufferPointer { right in
            core.pointee.render(left.baseAddress! + done, right.baseAddress! + done, count: count)
          }
        }
        done += count
        number += 1
      }
      return output
    }
  }

  static func impulse(_ count: Int) -> Stereo {
    var input = Stereo(silence: count)
    (input.left[0], input.right[0]) = (1, 1)
    return input
  }

  /// The gain at a frequency in decibels, from an impulse response.
  static func gain(_ response: [Float], _ hertz: Double, rate: Double = 48_000) -> Double {
    var (re, im) = (0.0, 0.0)
    for (frame, value) in response.enumerated() {
      re += Double(value) * cos(2 * .pi * hertz / rate * Double(frame))
      im += Double(value) * sin(2 * .pi * hertz / rate * Double(frame))
    }
    return 10 * log10(re * re + im * im)
  }

  static func make(_ change: (inout InsertionSettings) -> Void) -> InsertionSettings {
    var settings = InsertionSettings()
    change(&settings)
    return settings
  }

  /// Settings that use each stage.
  static let every: [InsertionSettings] = [
    make {
      $0.drive.isOn = true
      $0.drive.gain = 30
      $0.drive.edge = 0.7
      $0.drive.highCut = 4_000
      $0.drive.isMono = true
      $0.drive.pan = 0.3
    },
    make {
      $0.modulation.kind = .chorus
      $0.hasDelay = true
      $0.delay.left = DelayTap(time: 0.05, gain: 1)
      $0.delay.leftFeedback = DelayTap(time: 0.05, gain: 0.5)
    },
    make {
      $0.modulation.kind = .phaser
      $0.modulation.phaser.feedback = 0.6
      $0.modulation.phaser.rate = 3
    },
    make {
      $0.modulation.kind = .rotary
      $0.modulation.rotary.lowRate = 5
      $0.modulation.rotary.highRate = 7
    },
    make {
      $0.modulation.kind = .tremolo
      $0.modulation.tremolo.wave = .square
      $0.modulation.tremolo.phase = 0.5
      $0.equalizer.isOn = true
      $0.equalizer.low.gain = -6
      $0.equalizer.lowMiddle.gain = 9
    },
  ]

  @Test func noStageChangesNothing() {
    let noise = Stereo(noise: 5_000, seed: 1)
    #expect(Subject().render(noise) == noise)
  }

  /// The result does not depend on the calls, while settings change at given frames.
  @Test(arguments: 0..<6) func callsDoNotMatter(_ round: Int) {
    var random = SeededGenerator(seed: seed(of: "insertion calls") &+ UInt64(round))
    let pieces = (0..<6).map { _ in
      (settings: Self.every.randomElement(using: &random)!, length: Int.random(in: 1...3_000, using: &random))
    }
    let lengths = (0..<9).map { _ in Int.random(in: 1...400, using: &random) }
    let results = [[1_024], lengths].map { calls -> Stereo in
      let subject = Subject()
      var output = Stereo(silence: 0)
      for (number, piece) in pieces.enumerated() {
        subject.core.pointee.set(piece.settings)
        output = output + subject.render(Stereo(noise: piece.length, seed: UInt64(number)), calls: calls)
      }
      return output
    }
    #expect(results[0] == results[1])
  }

  @Test(arguments: every.indices) func silenceComes(_ index: Int) {
    let subject = Subject(Self.every[index])
    #expect(subject.core.pointee.isSilent)
    let first = subject.render(Stereo(noise: 4_000, seed: 3))
    #expect(!subject.core.pointee.isSilent && subject.core.pointee.level >= first[3_900..<4_000].peak)
    let tail = subject.render(Stereo(silence: 400_000))
    #expect(tail[390_000..<400_000].peak == 0 && subject.core.pointee.isSilent)
    #expect((tail.left + tail.right).allSatisfy { $0 == 0 || $0.isNormal && abs($0) > 1e-30 })
  }

  @Test(arguments: every.indices) func badInputIsSilenced(_ index: Int) {
    let subject = Subject(Self.every[index])
    var bad = Stereo(noise: 400, seed: 3)
    (bad.left[100], bad.right[200], bad.left[300]) = (.nan, .infinity, 1e20)
    #expect(subject.render(bad).left.allSatisfy { $0.isFinite })
    #expect(subject.render(Stereo(noise: 4_000, seed: 4)).peak < 30)
  }

  /// Other stages replace the old ones behind a fade; the result is that of a new effect.
  @Test func otherStagesAreFadedIn() {
    let subject = Subject(Self.every[3])
    let tone = ChorusTests.tone(440, sampleRate: 48_000, count: 9_600)
    _ = subject.render(tone)
    subject.core.pointee.set(Self.make { $0.equalizer.isOn = true })
    let output = subject.render(tone)
    #expect(output[1_000..<9_600] == tone[1_000..<9_600])
    let steps = zip(output.left, output.left.dropFirst()).map { abs($0 - $1) }
    #expect(steps.max()! < 0.06, "a click of \(steps.max()!)")
    #expect(output[230..<250].peak < 0.01)
    subject.core.pointee.set(Self.every[0])
    _ = subject.render(tone)
    subject.core.pointee.reset()
    let noise = Stereo(noise: 2_000, seed: 8)
    #expect(subject.render(noise) == noise)
  }

  @Test func settingsWithTheSameStagesRamp() {
    let quiet = Self.make { $0.level = 0.25 }
    let subject = Subject()
    let input = Stereo(left: .init(repeating: 0.5, count: 4_096), right: .init(repeating: 0.5, count: 4_096))
    _ = subject.render(input)
    subject.core.pointee.set(quiet)
    let output = subject.render(input).left
    #expect(output[2_000...].allSatisfy { $0 == 0.125 })
    #expect(zip(output, output.dropFirst()).allSatisfy { $0 >= $1 && $0 - $1 < 0.01 })
  }

  /// While a tone sounds, no change of stages or settings makes a step: the fourth difference, which is tiny for the
  /// tone itself, stays small.
  @Test func changesDoNotClick() {
    func roughness(_ samples: [Float]) -> Float {
      var differences = samples
      for _ in 0..<4 { differences = zip(differences, differences.dropFirst()).map { $1 - $0 } }
      return differences.reduce(0) { max($0, abs($1)) }
    }
    let tone = ChorusTests.tone(300, sampleRate: 48_000, count: 24_000)
    let thru = InsertionSettings()
    let level = Self.make { $0.level = 0.1 }
    let chorus = Self.every[1]
    let shelf = Self.make {
      $0.equalizer.isOn = true
      $0.equalizer.low.gain = 12
    }
    let flat = Self.make { $0.equalizer.isOn = true }
    let stages = (
      Self.make { $0.modulation.kind = .phaser },
      Self.make {
        $0.modulation.kind = .phaser
        $0.modulation.phaser.stages = 12
      }
    )
    for (old, new) in [
      (thru, chorus), (chorus, thru), (thru, level), (level, thru), (flat, shelf), (stages.0, stages.1),
    ] {
      let subject = Subject(old)
      _ = subject.render(tone)
      subject.core.pointee.set(new)
      let output = subject.render(tone)
      // a step of 0.01 has a roughness of 0.06
      #expect(roughness(output.left) < 0.003, "\(roughness(output.left))")
    }
  }

  /// A drive's gain and level belong together, so nothing is louder in between.
  @Test func drivesDoNotOvershoot() {
    func drive(_ gain: Float) -> InsertionSettings {
      Self.make {
        $0.drive.isOn = true
        $0.drive.gain = gain
      }
    }
    let tone = ChorusTests.tone(300, sampleRate: 48_000, count: 24_000)
    let subject = Subject(drive(4))
    let before = subject.render(tone).peak
    subject.core.pointee.set(drive(150))
    let output = subject.render(tone)
    #expect(output.peak < 1.02 * max(before, output[12_000..<24_000].peak))
  }

  // MARK: Stages

  @Test(arguments: [-12.0, -6, 3, 12]) func theEqualizerHasItsGains(_ decibels: Double) {
    let shelves = Self.make {
      $0.equalizer.isOn = true
      $0.equalizer.low = EqualizerSettings.Band(200, Float(decibels))
      $0.equalizer.high = EqualizerSettings.Band(4_000, Float(-decibels))
    }
    let response = Subject(shelves).render(Self.impulse(16_384)).left
    #expect(abs(Self.gain(response, 10) - decibels) < 0.1)
    #expect(abs(Self.gain(response, 200) - decibels / 2) < 0.2)
    #expect(abs(Self.gain(response, 900)) < 0.6)
    #expect(abs(Self.gain(response, 4_000) + decibels / 2) < 0.2)
    #expect(abs(Self.gain(response, 22_000) + decibels) < 0.1)
    let bell = Self.make {
      $0.equalizer.isOn = true
      $0.equalizer.lowMiddle = EqualizerSettings.Band(1_000, Float(decibels), q: 2)
    }
    let peak = Subject(bell).render(Self.impulse(16_384)).left
    #expect(abs(Self.gain(peak, 1_000) - decibels) < 0.05)
    #expect(abs(Self.gain(peak, 50)) < 0.1 && abs(Self.gain(peak, 20_000)) < 0.1)
    // half of the gain at the edges of the band, which is 1/Q octaves wide in the analog sense
    #expect(abs(Self.gain(peak, 1_280.8) - decibels / 2) < 0.25)
  }

  @Test func aDriveKeepsTheLevelAndAddsOddHarmonics() {
    for (edge, gain) in [(Float(0), Float(4)), (0, 40), (0.7, 100), (1, 30)] {
      let settings = Self.make {
        $0.drive.isOn = true
        $0.drive.edge = edge
        $0.drive.gain = gain
      }
      let tone = ChorusTests.tone(375, sampleRate: 48_000, count: 8_192)
      let quiet = Stereo(left: tone.left.map { $0 * 0.18 }, right: tone.right.map { $0 * 0.18 })
      let output = Subject(settings).render(quiet)
      #expect(abs(output.peak / 0.09 - 1) < 0.01, "a peak of \(output.peak)")
      let body = output.left[4_096...].map { Double($0) }
      let amplitude = { Spectrum.amplitude(of: body, at: $0, rate: 48_000) }
      #expect(amplitude(1_125) > 0.01 * amplitude(375))
      #expect(amplitude(750) < 1e-5 * amplitude(375))
    }
  }

  /// Images of harmonics above half the sample rate are far below those of a shaper without antialiasing.
  @Test func aDriveHasFewImages() {
    let settings = Self.make {
      $0.drive.isOn = true
      $0.drive.gain = 20
      $0.drive.edge = 1
    }
    // The ninth harmonic of 4,125 Hz would be at 37,125 Hz; its image is at 10,875 Hz.
    let tone = ChorusTests.tone(4_125, sampleRate: 48_000, count: 8_192)
    let shaped = Subject(settings).render(tone).left[4_096...].map { Double($0) }
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
      Self.make {
        $0.drive.isOn = true
        $0.drive.isMono = true
        $0.drive.pan = pan
      }
    }
    let tone = ChorusTests.tone(300, sampleRate: 48_000, count: 4_096)
    let outputs = settings.map { Subject($0).render(tone) }
    #expect(outputs[0].right.power < 1e-12 && outputs[2].left.power < 1e-12)
    #expect(abs(decibels(outputs[0].left.power / outputs[1].left.power) - 3.01) < 0.05)
    #expect(outputs[1].left == outputs[1].right)
  }

  /// Without movement, the notches are where the filters together turn the phase by an odd number of half turns.
  @Test func aPhaserHasItsNotches() {
    let settings = Self.make {
      $0.modulation.kind = .phaser
      $0.modulation.phaser.frequency = 1_000
      $0.modulation.phaser.depth = 0
      $0.modulation.phaser.stages = 4
    }
    let response = Subject(settings).render(Self.impulse(16_384)).left
    let center = tan(Double.pi * 1_000 / 48_000)
    for half in [1.0, 3] {
      let notch = 48_000 / Double.pi * atan(center * tan(half * .pi / 8))
      #expect(Self.gain(response, notch) < -40, "\(notch) Hz")
    }
    // equal gains, so that the mean power is that of the input: at most 3 dB more
    #expect(abs(Self.gain(response, 1_000) - 3.01) < 0.05)
    #expect(abs(Self.gain(response, 10) - 3.01) < 0.05)
  }

  @Test(arguments: [TremoloSettings.Wave.triangle, .square, .sine, .rising, .falling])
  func aTremoloHasItsWave(_ wave: TremoloSettings.Wave) {
    let settings = Self.make {
      $0.modulation.kind = .tremolo
      $0.modulation.tremolo.wave = wave
      $0.modulation.tremolo.rate = 4
      $0.modulation.tremolo.depth = 0.75
      $0.modulation.tremolo.phase = 0.5
    }
    let ones = Stereo(left: .init(repeating: 1, count: 24_000), right: .init(repeating: 1, count: 24_000))
    let output = Subject(settings).render(ones)
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
    let settings = Self.make {
      $0.modulation.kind = .rotary
      $0.modulation.balance = 1
      $0.modulation.rotary.highRate = 6
      $0.modulation.rotary.lowLevel = 0
      $0.modulation.rotary.separation = 0.25
    }
    let tone = ChorusTests.tone(3_000, sampleRate: 48_000, count: 48_000)
    let output = Subject(settings).render(tone)
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
      Self.make {
        $0.modulation.kind = .rotary
        $0.modulation.rotary.highRate = rate
        $0.modulation.rotary.lowLevel = 0
        $0.modulation.rotary.highInertia = 0.5
        $0.modulation.balance = 1
      }
    }
    let subject = Subject(settings(1))
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
      let settings = Self.make {
        $0.hasDelay = true
        $0.delay.routing = .stereo
        $0.delay.left = DelayTap(time: 0.01, gain: 1)
        $0.delay.right = DelayTap(time: 0.02, gain: -1)
        $0.delayBalance = balance
      }
      let output = Subject(settings).render(Self.impulse(2_000))
      #expect(output.left[0] == direct && output.left[480] == delayed && output.right[960] == -delayed)
    }
  }
}
