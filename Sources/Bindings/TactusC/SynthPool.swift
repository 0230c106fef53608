import Tactus

/// The synthesizers that earlier renderings have used, kept for later renderings: at most one for each processor.
final class SynthPool: Sendable {
  static let shared = SynthPool()

  private let kept = Guarded<[KeptSynth]>([])

  /// A synthesizer that nobody uses.
  private struct KeptSynth: @unchecked Sendable {  // handed from one thread to another under the lock
    let synth: ReusableSynth
  }

  /// Removes and returns a synthesizer.
  func take() -> ReusableSynth {
    kept.withLock { $0.popLast() }?.synth ?? ReusableSynth(sharesBanks: true)
  }

  /// Keeps a synthesizer.
  func put(back synth: ReusableSynth) {
    let most = Processors.available
    let kept = KeptSynth(synth: synth)
    self.kept.withLock { if $0.count < most { $0.append(kept) } }
  }

  /// Frees all synthesizers.
  func empty() {
    let all = kept.withLock { kept in
      defer { kept = [] }
      return kept
    }
    withExtendedLifetime(all) {}
  }
}
