import CTactusKernels
import TactusDSP
import TestSupport
import Testing

/// One binary contains up to three versions of the kernels; all give the same bits, so tests that run concurrently do
/// not notice the switch.
@Suite(
  .serialized, .enabled(if: ctactus_best_kernel_version() > 0, "this processor has no AVX2: there is one version only"))
struct EffectKernelTests {
  /// The output of each version for the same input.
  private func ofEachVersion<Result>(_ body: () -> Result) -> [Result] {
    let best = KernelVersions.begin()
    defer { KernelVersions.end() }
    return (0...best).map { version in
      ctactus_choose_kernel_version(version)
      return body()
    }
  }

  /// Presets and extreme settings, and ramps between them that other ramps interrupt; noise, near silence and silence,
  /// asleep and awake; in whole and partial blocks.
  private func session(_ kind: EffectSubject.Kind, seed: UInt64) -> (sound: UInt64, states: [Float], isHeard: Bool) {
    var random = SeededGenerator(seed: seed)
    let rate = [1_000, 4_000, 16_000, 44_100, 192_000].randomElement(using: &random)!
    let subject = EffectSubject(kind, sampleRate: rate)
    var sound = Stereo(silence: 0)
    var states: [Float] = []
    for _ in 0..<25 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: subject.setAnything(&random)
      case 1: subject.setPreset(UInt8.random(in: 0...5, using: &random))
      default: break
      }
      let count = [3, 16, 64, 200, 1_024].randomElement(using: &random)!
      let level: Float = [0.25, 0.25, 1e-9, 1e-30].randomElement(using: &random)!
      let silence = Int.random(in: 0..<10, using: &random) == 0 ? 5_000 : 0
      sound = sound + subject.render(Stereo(noise: count, seed: random.next(), level: level) + Stereo(silence: silence))
      states += [subject.level, subject.isSilent ? 1 : 0]
    }
    return (sound.fingerprint, states, sound.peak > 0.01)
  }

  @Test(arguments: EffectSubject.Kind.allCases)
  func allVersionsGiveTheSameBits(_ kind: EffectSubject.Kind) {
    let count = rounds * 2
    var heard = 0
    for seed in 0..<UInt64(count) {
      let found = ofEachVersion { session(kind, seed: 7_000 + seed) }
      for other in found.dropFirst() {
        #expect(other.sound == found[0].sound && other.states == found[0].states, "seed \(7_000 + seed)")
      }
      if found[0].isHeard { heard += 1 }
    }
    #expect(heard * 2 > count, "most of the \(count) sessions from seed 7000 on are silent")
  }

  /// The chorus's send to the reverb, in whole and partial blocks.
  @Test func allVersionsSendTheSame() {
    let input = Stereo(noise: 500, seed: 3)
    let silent = Stereo(silence: 500)
    let sent = ofEachVersion { () -> Stereo in
      var settings = ChorusSettings.chorus4
      settings.reverbSend = 0.7
      let chorus = Chorus(sampleRate: 44_100, settings: settings)
      var sent = silent
      for frames in [0..<16, 16..<144, 144..<149, 149..<160, 160..<500] {
        settings.reverbSend -= 0.1
        chorus.set(settings)
        let part = input[frames]
        var output = Stereo(silence: frames.count)
        var reverb = Stereo(silence: frames.count)
        chorus.render(
          inputLeft: part.left, inputRight: part.right, outputLeft: &output.left, outputRight: &output.right,
          reverbLeft: &reverb.left, reverbRight: &reverb.right, count: frames.count)
        sent.left.replaceSubrange(frames, with: reverb.left)
        sent.right.replaceSubrange(frames, with: reverb.right)
      }
      return sent
    }
    #expect(sent.allSatisfy { $0 == sent[0] })
    #expect(sent[0] != silent)
  }
}
