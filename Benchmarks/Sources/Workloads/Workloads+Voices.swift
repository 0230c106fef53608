import Tactus

extension WorkloadKind {
  private static let tones = Result { try ToneBank(waves: 4) }
  private static let rate = 48_000
  private static let cycles = 64

  /// Workloads that render eight voices: one for each kind of tone, and one for each interpolation.
  static let voices: [WorkloadKind] =
    ToneBank.Kind.allCases.map { kind in
      WorkloadKind("voices with \(words[kind] ?? "")") { try group($0, kind, .cubic) }
    }
    + [SynthSettings.Interpolation.linear, .cubic, .sinc].map { interpolation in
      WorkloadKind("reading \(interpolation)") { try group($0, .open, interpolation) }
    }

  private static let words: [ToneBank.Kind: String] = [
    .open: "filters open", .fixed: "filters fixed", .sweeping: "filters sweeping", .ramping: "gains ramping",
    .gliding: "pitch gliding",
  ]

  private static func group(
    _ name: String, _ kind: ToneBank.Kind, _ interpolation: SynthSettings.Interpolation
  ) throws -> Workload {
    var settings = SynthSettings()
    settings.polyphony = 8
    settings.interpolation = interpolation
    settings.reverb = false
    settings.chorus = false
    let stage = Stage(try tones.get().bank, settings, sampleRate: rate, frames: 64)
    stage.render(ToneBank.notes(kind, count: 8))
    for _ in 0..<cycles { stage.render() }
    precondition(stage.synth.voiceCount == 8, "eight voices were to sound")
    return Workload(name, 8 * 64 * cycles, "frames of a voice") {
      for _ in 0..<cycles { stage.render() }
    }
  }
}
