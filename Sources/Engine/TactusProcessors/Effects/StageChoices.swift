// The names of the choices that plug-in parameters offer.

extension StepChoice {
  /// The names, in the notation of ``StepLength``.
  package static let names: [String] = ["1/1"] + [2, 4, 8, 16, 32, 64].flatMap { ["1/\($0).", "1/\($0)", "1/\($0)t"] }
}

extension ChordChoice {
  /// The names for display.
  package static let names = [
    "Major", "Minor", "Seventh", "Major seventh", "Minor seventh", "Diminished", "Augmented", "Suspended", "Sixth",
    "Added ninth", "Fifth and octave", "Octave",
  ]
}
