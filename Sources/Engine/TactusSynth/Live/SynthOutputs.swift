/// The stereo outputs of a ``LiveSynth``.
///
/// With more than one output, each part has a dry output of its own, and the main output has the effects. Law: the sum
/// of all outputs is the main output of ``stereo``, up to the rounding of 32-bit sums.
///
///     voices ─► by part, or by drum group ─► gain ─► outputs 1 … n
///        └────► sends ─► reverb, chorus ───► gain ─► main output (0)
///
/// - Thread: any
public enum SynthOutputs: String, CaseIterable, Hashable, Sendable {
  /// One output with the whole mix.
  case stereo
  /// The main output with the effects, then a dry output for each of the sixteen parts.
  case parts
  /// The same, then a dry output for each ``DrumGroup``, to which drum parts go instead of their own outputs.
  case drums

  /// The number of stereo outputs.
  public var count: Int {
    switch self {
    case .stereo: 1
    case .parts: Self.firstDrums
    case .drums: Self.firstDrums + DrumGroup.allCases.count
    }
  }

  /// The index of the main output.
  public static var main: Int { 0 }
  /// The index of the first part's output.
  public static var firstPart: Int { 1 }
  /// The index of the first drum group's output.
  public static var firstDrums: Int { 17 }

  /// Returns the name of an output: "Main", "Part 1", "Kick".
  public static func name(of output: Int) -> String {
    if output < firstPart { return "Main" }
    if output < firstDrums { return "Part \(output)" }
    return DrumGroup(rawValue: output - firstDrums)?.name ?? "Output \(output)"
  }
}

extension DrumGroup {
  /// The name, in English.
  public var name: String {
    switch self {
    case .kick: "Kick"
    case .snare: "Snare"
    case .toms: "Toms"
    case .hats: "Hats"
    case .cymbals: "Cymbals"
    case .percussion: "Percussion"
    }
  }
}
