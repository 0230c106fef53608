import TactusSynth

/// A synthesizer that successive bounces use one after another, so that short songs need not allocate its memory again.
///
///     let synth = ReusableSynth()
///     for song in songs { try Bouncer(song, bank: bank).render(on: synth) { block in … } }
///
/// The result of a bounce does not depend on earlier bounces. The banks and settings of the bounces may differ; the
/// memory is reused if the synthesizer's settings are equal. A bounce that starts while another one uses the
/// synthesizer gets a synthesizer of its own.
/// - Thread: control, one at a time
public final class ReusableSynth {
  private var synth: SoundFontSynth?
  /// Whether other bounces, earlier or concurrent, play the same banks.
  let sharesBanks: Bool

  /// Creates the container; the first bounce allocates the memory.
  ///
  /// - Parameter sharesBanks: whether other bounces play the same bank objects. If the bank's memory limit for decoded
  ///   samples is then used up by other songs, a bounce decodes its samples into a copy of the bank.
  public init(sharesBanks: Bool = false) { self.sharesBanks = sharesBanks }

  /// Removes and returns a prepared synthesizer: the existing synthesizer if its settings match, and a new one if not.
  func take(for bouncer: Bouncer, replicas: Int) -> SoundFontSynth {
    let settings = bouncer.settings
    let taken =
      synth.flatMap { $0.settings == settings.synth ? $0 : nil }
      ?? SoundFontSynth(bank: bouncer.bank, settings: settings.synth)
    synth = nil
    taken.prepare(for: bouncer.bank, sampleRate: settings.sampleRate, replicas: replicas)
    return taken
  }

  /// Keeps a synthesizer, without its bank, for the next bounce.
  func put(back taken: SoundFontSynth) {
    taken.forgetBank()
    synth = taken
  }
}
