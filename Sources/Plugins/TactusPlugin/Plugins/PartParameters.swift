import TactusSynth

/// The parameters of each part's sound.
///
/// Each is an offset: it adds to what the bank and MIDI ask for, and neither messages nor resets change it. The first
/// eight of a part are those that a player most often wants on the knobs of a keyboard.
enum PartParameters {
  static let all: [ParameterDescriptor] = (0..<16).flatMap(part)

  /// The parts whose ids follow each other: 2,000 for the first, and 32 more for each part.
  private static let firstID: UInt32 = 2_000

  private static func part(_ part: Int) -> [ParameterDescriptor] {
    func parameter(
      _ setting: PartSoundSetting, _ section: String, _ symbol: String, _ name: String, _ range: ClosedRange<Double>,
      default defaultValue: Double = 0, kind: ParameterDescriptor.Kind = .continuous, _ unit: ParameterUnit = .none,
      words: [Double: String] = [:]
    ) -> ParameterDescriptor {
      ParameterDescriptor(
        firstID + UInt32(part * 32 + setting.rawValue), "\(symbol)\(part + 1)", name, in: "Part \(part + 1)",
        section: section, range, default: defaultValue, kind: kind, unit: unit, words: words,
        target: .part(part, setting))
    }
    return [
      parameter(.attack, "Envelope", "attack", "Attack", -10...10, .factor),
      parameter(.decay, "Envelope", "decay", "Decay", -10...10, .factor),
      parameter(.sustain, "Envelope", "sustain", "Sustain", -96...96, .decibels),
      parameter(.release, "Envelope", "release", "Release", -10...10, .factor),
      parameter(.cutoff, "Filter", "cutoff", "Cutoff", -8...8, .octaves),
      parameter(.resonance, "Filter", "resonance", "Resonance", -48...48, .decibels),
      parameter(.reverb, "Sends", "reverbSend", "Reverb send", -100...100, .percent),
      parameter(.chorus, "Sends", "chorusSend", "Chorus send", -100...100, .percent),
      parameter(.volume, "Mix", "volume", "Volume", -96...12, .decibels, words: [-96: "Silence"]),
      parameter(.pan, "Mix", "pan", "Pan", -100...100, .percent),
      parameter(.vibratoRate, "Vibrato", "vibratoRate", "Vibrato rate", -4...4, .factor),
      parameter(.vibratoDepth, "Vibrato", "vibratoDepth", "Vibrato depth", -200...200, .cents),
      parameter(.vibratoDelay, "Vibrato", "vibratoDelay", "Vibrato delay", 0...5_000, .milliseconds),
      parameter(.coarseTuning, "Tuning", "coarseTuning", "Coarse tuning", -24...24, kind: .whole, .semitones),
      parameter(.fineTuning, "Tuning", "fineTuning", "Fine tuning", -100...100, .cents),
      parameter(
        .portamentoTime, "Keys", "portamentoTime", "Portamento time", 0...5_000, default: 200, .milliseconds),
      parameter(.portamento, "Keys", "portamento", "Portamento", 0...1, kind: .toggle),
      parameter(.mono, "Keys", "mono", "Mono", 0...1, kind: .toggle),
      parameter(.legato, "Keys", "legato", "Legato", 0...1, kind: .toggle),
    ]
  }
}
