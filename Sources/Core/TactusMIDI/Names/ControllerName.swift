/// The names of controllers.
///
/// Source: MIDI 1.0, table of controllers; RP-015, RP-021 (sound controllers), CA-031 (88).
package enum ControllerName {
  /// The name of a controller, 0…127; nil for an unnamed one.
  package static func name(_ number: UInt8) -> String? {
    if let name = names[number] { return name }
    guard (32..<64).contains(number), let name = names[number - 32] else { return nil }
    return name + " fine"
  }

  private static let names: [UInt8: String] = [
    0: "bank", 1: "modulation", 2: "breath", 4: "foot", 5: "portamento time", 6: "data entry", 7: "volume",
    8: "balance", 10: "pan", 11: "expression", 12: "effect control 1", 13: "effect control 2", 16: "general purpose 1",
    17: "general purpose 2", 18: "general purpose 3", 19: "general purpose 4", 64: "sustain pedal", 65: "portamento",
    66: "sostenuto pedal", 67: "soft pedal", 68: "legato pedal", 69: "hold 2", 70: "sound variation", 71: "resonance",
    72: "release time", 73: "attack time", 74: "brightness", 75: "decay time", 76: "vibrato rate", 77: "vibrato depth",
    78: "vibrato delay", 79: "sound controller 10", 80: "general purpose 5", 81: "general purpose 6",
    82: "general purpose 7", 83: "general purpose 8", 84: "portamento from key", 88: "velocity fine",
    91: "reverb send", 92: "tremolo depth", 93: "chorus send", 94: "celeste depth", 95: "phaser depth",
    96: "data increment", 97: "data decrement", 98: "NRPN low", 99: "NRPN high", 100: "RPN low", 101: "RPN high",
    120: "all sound off", 121: "reset all controllers", 122: "local control", 123: "all notes off", 124: "omni off",
    125: "omni on", 126: "mono", 127: "poly",
  ]

  /// The name of a MIDI 2.0 registered per-note controller; nil for an unnamed one.
  package static func perNoteName(_ number: UInt8) -> String? { perNoteNames[number] ?? name(number) }

  private static let perNoteNames: [UInt8: String] = [3: "pitch 7.25"]
}
