import TactusSynth

/// A synthesizer that is reused by successive bounces, so that short songs need not allocate its memory again.
///
/// The result of a bounce does not depend on earlier ones.
/// - Thread: control, one bounce at a time
package final class SpareSynth {
  private var synth: SoundFontSynth?
  /// Whether other bounces, earlier or concurrent, play the same banks.
  let sharesBanks: Bool

  /// Creates the container without a synthesizer.
  package init(sharesBanks: Bool = false) { self.sharesBanks = sharesBanks }

  /// Returns a prepared synthesizer: the existing one if its settings match, otherwise a new one.
  func synth(for bouncer: Bouncer, replicas: Int) -> SoundFontSynth {
    let settings = bouncer.settings
    let synth =
      synth.flatMap { $0.settings == settings.synth ? $0 : nil }
      ?? SoundFontSynth(bank: bouncer.bank, settings: settings.synth)
    synth.prepare(for: bouncer.bank, sampleRate: settings.sampleRate, replicas: replicas)
    self.synth = synth
    return synth
  }
}
