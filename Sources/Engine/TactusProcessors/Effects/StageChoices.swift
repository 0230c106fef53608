// What the places of the lists are called that parameters offer.

extension StepChoice {
  /// As ``StepLength`` writes them.
  package static let names: [String] = ["1/1"] + [2, 4, 8, 16, 32, 64].flatMap { ["1/\($0).", "1/\($0)", "1/\($0)t"] }
}

extension ChordChoice {
  /// For people.
  package static let names = [
    "Major", "Minor", "Seventh", "Major seventh", "Minor seventh", "Diminished", "Augmented", "Suspended", "Sixth",
    "Added ninth", "Fifth and octave", "Octave",
  ]
}
