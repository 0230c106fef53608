import Foundation
import TactusDSP
import TestSupport
import Testing

/// Meters are tested with the signals of EBU Tech 3341 and 3342, and limits with a finer measurement.
@Suite struct LoudnessTests {
  /// A stereo sine in pieces of (seconds, dBFS).
  private func sine(_ pieces: [(Double, Double)], rate: Int = 8_000, hertz: Double = 1_000) -> Stereo {
    var sound = Stereo(silence: 0)
    for (seconds, level) in pieces {
      let gain = pow(10, level / 20)
      for _ in 0..<Int(seconds * Double(rate)) {
        let value = Float(gain * sin(2 * .pi * hertz * Double(sound.count) / Double(rate)))
        sound.left.append(value)
        sound.right.append(value)
      }
    }
    return sound
  }

  private func measure(_ sound: Stereo, rate: Int = 8_000, portions: [Int] = []) -> (Double?, Double?) {
    let meter = LoudnessMeter(sampleRate: rate)
    var done = 0
    for portion in portions + [sound.count] where done < sound.count {
      let count = min(portion, sound.count - done)
      sound.left.withUnsafeBufferPointer { left in
        sound.right.withUnsafeBufferPointer { right in
          meter.measure(left.baseAddress! + done, right.baseAddress! + done, count: count)
        }
      }
      done += count
    }
    return (meter.integrated(), meter.range())
  }

  /// Tech 3341, cases 1 to 5, shortened: −23 LUFS for a sine of −23 dBFS on both sides, gates.
  @Test func integrated() throws {
    let cases: [([(Double, Double)], Double)] = [
      ([(2, -23)], -23), ([(2, -33)], -33), ([(2, -36), (20, -23), (2, -36)], -23),
      ([(2, -72), (2, -36), (20, -23), (2, -36), (2, -72)], -23), ([(8, -26), (8.04, -20), (8, -26)], -23),
    ]
    for (pieces, loudness) in cases {
      let value = try #require(measure(sine(pieces)).0)
      #expect(abs(value - loudness) < 0.1, "\(pieces): \(value)")
    }
    #expect(measure(sine([(0.3, -20)])).0 == nil)
    #expect(measure(Stereo(silence: 8_000)).0 == nil)
  }

  /// The absolute gate is that of the sound with the gain: the decay of a quiet sound counts once a gain lifts it.
  @Test func gains() throws {
    let decay = (0..<40).map { (0.1, -40 - Double($0)) }
    for gain in [-20.0, 0, 25, 40] {
      let meter = LoudnessMeter(sampleRate: 8_000)
      let sound = sine(decay)
      meter.measure(sound.left, sound.right, count: sound.count)
      let (plain, changed) = (meter.integrated(), meter.integrated(gain: gain))
      let lifted = try #require(measure(sine(decay.map { ($0.0, $0.1 + gain) })).0)
      let (own, found) = (try #require(plain), try #require(changed))
      #expect(abs(found - lifted) < 0.01, "\(gain) dB: \(found), not \(lifted)")
      if gain == 25 { #expect(own + gain - lifted > 0.1, "the gates differ") }
    }
  }

  /// Tech 3342, cases 1 to 3, shortened.
  @Test func range() throws {
    let cases: [([(Double, Double)], Double)] = [
      ([(10, -20), (10, -30)], 10), ([(10, -20), (10, -15)], 5), ([(10, -40), (10, -20)], 20),
    ]
    for (pieces, range) in cases {
      let value = try #require(measure(sine(pieces)).1)
      #expect(abs(value - range) < 0.3, "\(pieces): \(value)")
    }
  }

  /// The same at every rate, even if a tenth of a second is not a whole number of frames.
  @Test(arguments: [11_025, 44_100, 48_000]) func rates(rate: Int) throws {
    let value = try #require(measure(sine([(3, -23)], rate: rate), rate: rate).0)
    #expect(abs(value + 23) < 0.05, "\(value)")
  }

  @Test func portionsDoNotMatter() {
    var random = SeededGenerator(seed: 77)
    let sound = Stereo(noise: 30_000, seed: 78)
    let whole = measure(sound)
    let parts = measure(sound, portions: random.cycles(of: sound.count))
    #expect(whole.0 == parts.0 && whole.1 == parts.1)
  }

  // MARK: True peak

  private func truePeak(_ sound: Stereo) -> Float {
    let meter = TruePeakMeter()
    meter.measure(sound.left, sound.right, count: sound.count)
    return meter.finish()
  }

  /// A sine at a quarter of the rate, sampled off its peaks: the true peak is 3 dB above the samples.
  @Test func peaksBetweenSamples() {
    var sound = Stereo(silence: 4_000)
    for i in 0..<4_000 { sound.left[i] = Float(0.5 * sin(.pi * (0.5 * Double(i) + 0.25)) * min(1, Double(i) / 500)) }
    #expect(abs(decibels(truePeak(sound) / 0.5)) < 0.1)
    #expect(decibels(sound.peak / 0.5) < -2.9)
  }

  // MARK: Limiter

  private func limit(_ sound: Stereo, ceiling: Double, portions: [Int] = []) -> Stereo {
    let limiter = TruePeakLimiter(sampleRate: 48_000, ceiling: ceiling)
    var result = sound
    var done = 0
    for portion in portions + [sound.count] where done < sound.count {
      let count = min(portion, sound.count - done)
      result.left.withUnsafeMutableBufferPointer { left in
        result.right.withUnsafeMutableBufferPointer { right in
          limiter.render(left.baseAddress! + done, right.baseAddress! + done, count: count)
        }
      }
      done += count
    }
    return result
  }

  /// Interpolation weights for sixteen positions between two samples, longer than the limiter's own.
  private static let fine: [[Double]] = (0..<16).map { position in
    (-47...48).map { tap in
      let x = Double(position) / 16 - Double(tap)
      return (0.5 + 0.5 * cos(.pi * x / 49)) * (x == 0 ? 1 : sin(.pi * x) / (.pi * x))
    }
  }

  /// The greatest magnitude at sixteen times the rate, around samples near the greatest.
  private func finePeak(_ samples: [Float]) -> Double {
    var peak = 0.0
    let least = 0.75 * samples.peak
    for middle in 64..<samples.count - 64 where abs(samples[middle]) > least {
      for weights in Self.fine {
        var sum = 0.0
        for tap in 0..<96 { sum += Double(samples[middle + tap - 47]) * weights[tap] }
        peak = max(peak, abs(sum))
      }
    }
    return peak
  }

  @Test func nothingAboveTheCeiling() {
    var random = SeededGenerator(seed: 90)
    for kind in 0..<3 {
      var sound = Stereo(noise: 3_000, seed: UInt64(91 + kind), level: kind == 0 ? 1.5 : 0.2)
      if kind == 1 { for _ in 0..<10 { sound.left[Int.random(in: 0..<3_000, using: &random)] = 3 } }
      if kind == 2 { for i in 1_000..<2_000 { sound.right[i] += Float(2 * sin(0.31 * Double(i))) } }
      // Real music has no energy near half the rate; neither has this signal, because pairs of samples are averaged.
      for i in stride(from: 2_999, to: 0, by: -1) {
        sound.left[i] = 0.5 * (sound.left[i] + sound.left[i - 1])
        sound.right[i] = 0.5 * (sound.right[i] + sound.right[i - 1])
      }
      let limited = limit(sound, ceiling: -1)
      for side in [limited.left, limited.right] {
        let level = 20 * log10(finePeak(side))
        #expect(level < -1 + 0.1, "kind \(kind): \(level)")
      }
      #expect(limited.peak > 0.3)
    }
  }

  /// The gains that the limiter writes are those that it applies.
  @Test func gainsAreWritten() {
    let sound = Stereo(noise: 8_000, seed: 96, level: 1.2)
    let limiter = TruePeakLimiter(sampleRate: 48_000, ceiling: -3)
    var (result, gains) = (sound, [Float](repeating: .nan, count: sound.count))
    result.left.withUnsafeMutableBufferPointer { left in
      result.right.withUnsafeMutableBufferPointer { right in
        gains.withUnsafeMutableBufferPointer { gains in
          limiter.render(left.baseAddress!, right.baseAddress!, gains: gains.baseAddress!, count: gains.count)
        }
      }
    }
    #expect(result.fingerprint == limit(sound, ceiling: -3).fingerprint)
    #expect(gains.contains { $0 < 0.9 })
    let latency = limiter.latency
    let isSame = (latency..<sound.count).allSatisfy { result.left[$0] == sound.left[$0 - latency] * gains[$0] }
    #expect(isSame)
  }

  @Test func softSoundPassesUnchanged() {
    let sound = Stereo(noise: 5_000, seed: 95, level: 0.2)
    let limiter = TruePeakLimiter(sampleRate: 48_000, ceiling: -1)
    let limited = limit(sound, ceiling: -1)
    #expect(limited[limiter.latency..<5_000] == sound[0..<5_000 - limiter.latency])
  }

  @Test func portionsDoNotMatterToTheLimiter() {
    for seed in 100..<UInt64(100 + rounds) {
      var random = SeededGenerator(seed: seed)
      let sound = Stereo(noise: 8_000, seed: seed, level: 1.2)
      let parts = limit(sound, ceiling: -3, portions: random.cycles(of: sound.count))
      #expect(parts.fingerprint == limit(sound, ceiling: -3).fingerprint, "seed \(seed)")
    }
  }
}
