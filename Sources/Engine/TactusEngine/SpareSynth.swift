import TactusSynth

/// A synthesizer that serves one bounce after the other, so that short songs do not pay for its memory anew.
///
/// What a bounce gives does not depend on what was bounced before it.
/// - Thread: control, one bounce at a time
package final class SpareSynth {
  private var synth: SoundFontSynth?
  /// Whether other bounces play the same banks, before or beside.
  let sharesBanks: Bool

  /// None yet.
  package init(sharesBanks: Bool = false) { self.sharesBanks = sharesBanks }

  /// A synthesizer as after `prepare`: the one that is there, where it has the settings, else a new one.
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
