/// The parameters of the sampler itself, without those of its MIDI effects.
enum SamplerParameters {
  static let all: [ParameterDescriptor] =
    [
      ParameterDescriptor(
        10, "gain", "Gain", in: "Output", -96...24, default: 0, unit: .decibels, words: [-96: "Silence"],
        target: .synth(.gain)),
      ParameterDescriptor(
        11, "pan", "Pan", in: "Output", -100...100, default: 0, unit: .percent,
        words: [-100: "Left", 0: "Middle", 100: "Right"], target: .synth(.pan)),
      ParameterDescriptor(
        12, "tuning", "Tuning", in: "Output", -1200...1200, default: 0, unit: .cents, target: .synth(.tuning)),
      ParameterDescriptor(
        13, "reverb", "Reverb", in: "Effects", 0...400, default: 100, unit: .percent, target: .synth(.reverb)),
      ParameterDescriptor(
        14, "chorus", "Chorus", in: "Effects", 0...400, default: 100, unit: .percent, target: .synth(.chorus)),
      ParameterDescriptor(
        15, "voices", "Voices", in: "Output", 1...1024, default: 256, kind: .whole, target: .synth(.polyphony)),
      ParameterDescriptor(
        16, "interpolation", "Interpolation", in: "Output", of: ["Linear", "Cubic", "Sinc"], default: 1,
        target: .synth(.interpolation)),
    ] + (0..<16).flatMap(part)

  /// Returns the parameters that select a part's preset. Drums are on part 10, as in General MIDI. Bank numbers have
  /// the 16 bits of bank files: a file may have presets that no bank select of MIDI reaches.
  private static func part(_ part: Int) -> [ParameterDescriptor] {
    let (number, id) = (part + 1, UInt32(part))
    return [
      ParameterDescriptor(
        100 + id, "program\(number)", "Program \(number)", in: "Part \(number)", 0...127, default: 0, kind: .whole,
        target: .program(part)),
      ParameterDescriptor(
        120 + id, "bank\(number)", "Bank \(number)", in: "Part \(number)", 0...65_535, default: part == 9 ? 128 : 0,
        kind: .whole, words: [128: "Drums"], target: .bank(part)),
    ]
  }
}
