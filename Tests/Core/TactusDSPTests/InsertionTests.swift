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

/// The laws that all settings of an insertion effect obey.
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
}
