import TactusDSP
import TestSupport
import Testing

/// Laws that hold for every effect, regardless of its sound.
@Suite struct EffectLawTests {
  /// Bursts of noise between silences long enough to fall asleep in.
  static func bursts(seed: UInt64) -> Stereo {
    var sound = Stereo(noise: 700, seed: seed)
    sound = sound + Stereo(silence: 9_000) + Stereo(noise: 300, seed: seed &+ 1, level: 1e-9)
    return sound + Stereo(silence: 1_000) + Stereo(noise: 501, seed: seed &+ 2) + Stereo(silence: 1_500)
  }

  @Test(arguments: EffectSubject.Kind.allCases)
  func anyPartitionGivesTheSameBits(_ kind: EffectSubject.Kind) {
    for seed in 0..<UInt64(rounds) {
      let input = Self.bursts(seed: seed)
      var random = SeededGenerator(seed: seed)
      // Settings are changed at the same frames in both; these frames are not multiples of any block length.
      var changes = (0..<4).map { _ in Int.random(in: 0..<input.count, using: &random) }.sorted()
      changes.append(input.count)
      let whole = EffectSubject(kind)
      let parts = EffectSubject(kind)
      var expected = Stereo(silence: 0)
      var found = Stereo(silence: 0)
      var frame = 0
      for change in changes {
        expected = expected + whole.render(input[frame..<change])
        while frame < change {
          let most = [1, 5, 70, 700].randomElement(using: &random)!
          let end = min(change, frame + Int.random(in: 0...most, using: &random))
          found = found + parts.render(input[frame..<end])
          frame = end
        }
        var same = random
        whole.setAnything(&same)
        parts.setAnything(&random)
      }
      #expect(expected.fingerprint == found.fingerprint, "seed \(seed)")
      #expect(expected.peak > 0)
      #expect(whole.isSilent == parts.isSilent && whole.level == parts.level, "seed \(seed)")
    }
  }

  @Test(arguments: EffectSubject.Kind.allCases)
  func resetIsLikeNew(_ kind: EffectSubject.Kind) {
    let input = Self.bursts(seed: 9)[0..<4_000]
    let subject = EffectSubject(kind)
    let first = subject.render(input)
    for count in [333, 3_999] {
      subject.reset()
      _ = subject.render(Stereo(noise: count, seed: 77))
      subject.reset()
      #expect(subject.isSilent && subject.level == 0)
      #expect(subject.render(input) == first)
    }
  }

  /// The effect falls asleep, then contains only zeros and outputs silence; and a later sound is processed as if the
  /// first had never been there.
  @Test(arguments: EffectSubject.Kind.allCases)
  func silenceEndsInSleepAndLeavesNoTrace(_ kind: EffectSubject.Kind) {
    let subject = EffectSubject(kind)
    #expect(subject.isSilent)
    _ = subject.render(Stereo(noise: 1_000, seed: 5))
    #expect(!subject.isSilent && subject.level > 0.1)
    var frames = 1_000
    var last = Stereo(silence: 0)
    while !subject.isSilent && frames < 100_000 {
      last = subject.render(Stereo(silence: 37))
      frames += 37
    }
    #expect(subject.isSilent && subject.level == 0)
    #expect(last.peak < 2e-6)
    #expect(subject.contents.allSatisfy { $0 == 0 })
    #expect(subject.render(Stereo(silence: 200)).peak == 0)
    frames += 200

    let untouched = EffectSubject(kind)
    _ = untouched.render(Stereo(silence: frames))
    let later = Stereo(noise: 77, seed: 6) + Stereo(silence: 3_000)
    #expect(subject.render(later[0..<5]).peak == 0)
    #expect(!subject.isSilent)
    _ = untouched.render(later[0..<5])
    #expect(subject.render(later[5..<3_000]) == untouched.render(later[5..<3_000]))
  }

  /// Stems sum to the mix: the output for one sound does not depend on other sounds.
  @Test(arguments: EffectSubject.Kind.allCases)
  func isLinear(_ kind: EffectSubject.Kind) {
    let a = Stereo(noise: 500, seed: 1) + Stereo(silence: 5_500)
    let b = Stereo(silence: 5_000) + Stereo(noise: 1_000, seed: 2)
    let both = Stereo(left: zip(a.left, b.left).map { $0 + $1 }, right: zip(a.right, b.right).map { $0 + $1 })
    let ofA = EffectSubject(kind).render(a)
    let ofB = EffectSubject(kind).render(b)
    let ofBoth = EffectSubject(kind).render(both)
    var worst: Float = 0
    for i in 0..<both.count { worst = max(worst, abs(ofBoth.left[i] - ofA.left[i] - ofB.left[i])) }
    #expect(worst < 3e-6)
  }

  /// The same while settings change: ramps also advance while the effect sleeps.
  @Test(arguments: EffectSubject.Kind.allCases)
  func isLinearWhileSettingsChange(_ kind: EffectSubject.Kind) {
    for seed in 0..<UInt64(4 * rounds) {
      var random = SeededGenerator(seed: seed)
      let length = 24_000
      let a = Stereo(noise: length, seed: seed, level: 0.1)
      var b = Stereo(silence: length)
      var changes: [Int: UInt8] = [:]
      for _ in 0..<5 {
        let frame = Int.random(in: 0..<length - 2_000, using: &random)
        changes[frame] = UInt8.random(in: 0...5, using: &random)
        // A sound soon after most of the changes, rarely before them.
        let first = max(0, frame + Int.random(in: -100...900, using: &random))
        for i in first..<first + 200 { b.left[i] = Float.random(in: -0.2...0.2, using: &random) }
      }
      let both = Stereo(left: zip(a.left, b.left).map { $0 + $1 }, right: zip(a.right, b.right).map { $0 + $1 })
      let outputs = [a, b, both].map { input in
        let subject = EffectSubject(kind)
        var output = Stereo(silence: 0)
        var frame = 0
        for change in changes.sorted(by: { $0.key < $1.key }) {
          output = output + subject.render(input[frame..<change.key])
          subject.setPreset(change.value)
          frame = change.key
        }
        return output + subject.render(input[frame..<length])
      }
      var worst: Float = 0
      for side in [\Stereo.left, \.right] {
        for i in 0..<length {
          worst = max(
            worst, abs(outputs[2][keyPath: side][i] - outputs[0][keyPath: side][i] - outputs[1][keyPath: side][i]))
        }
      }
      #expect(worst < 3e-6, "seed \(seed)")
      #expect(outputs[1].peak > 0.01)
    }
  }

  @Test(arguments: EffectSubject.Kind.allCases)
  func anySettingsAreStable(_ kind: EffectSubject.Kind) {
    for seed in 0..<UInt64(rounds) {
      for sampleRate in [1_000, 4_000, 8_000, 44_100, 384_000] {
        var random = SeededGenerator(seed: seed)
        let subject = EffectSubject(kind, sampleRate: sampleRate)
        var peak: Float = 0
        for round in 0..<60 {
          subject.setAnything(&random)
          let length = Int.random(in: 1...400, using: &random)
          peak = max(peak, subject.render(Stereo(noise: length, seed: seed &+ UInt64(round), level: 1)).peak)
        }
        #expect(peak < 100, "seed \(seed), \(sampleRate) Hz")
      }
    }
  }

  @Test(arguments: EffectSubject.Kind.allCases)
  func whatIsNotANumberIsDropped(_ kind: EffectSubject.Kind) {
    let subject = EffectSubject(kind)
    var input = Stereo(noise: 2_000, seed: 3)
    input.left[200] = .nan
    input.right[700] = .infinity
    input.left[1_200] = 3e38
    let output = subject.render(input)
    #expect(output.left.allSatisfy(\.isFinite) && output.right.allSatisfy(\.isFinite))
    #expect(output.peak < 10)
  }

  /// Its memory never contains a subnormal number, from a loud sound until it sleeps.
  @Test(arguments: EffectSubject.Kind.allCases)
  func decayMakesNoSubnormalNumbers(_ kind: EffectSubject.Kind) {
    let subject = EffectSubject(kind)
    var impulse = Stereo(silence: 64)
    impulse.left[3] = 1
    _ = subject.render(impulse)
    var found = 0
    var frames = 0
    while !subject.isSilent && frames < 40_000 {
      _ = subject.render(Stereo(silence: 64))
      frames += 64
      if frames % 640 == 0 { found += subject.contents.count(where: \.isSubnormal) }
    }
    #expect(found == 0)
    #expect(subject.isSilent)
  }

  /// The exact bits, so that a platform with different results is detected.
  @Test func theSameBitsEverywhere() {
    let input = Stereo(noise: 2_000, seed: 11) + Stereo(silence: 4_000)
    #expect(EffectSubject(.reverb, sampleRate: 44_100).render(input).fingerprint == 1_081_645_239_640_169_758)
    #expect(EffectSubject(.chorus, sampleRate: 44_100).render(input).fingerprint == 15_527_706_540_716_775_357)
  }
}
