/// A family of General MIDI instruments, for which there is a short demo: each of its eight programs plays a phrase.
public enum DemoFamily: String, CaseIterable, Hashable, Sendable {
  /// Programs 0 to 7.
  case piano
  /// Programs 8 to 15: celesta, vibraphone and others.
  case chromaticPercussion = "chromatic-percussion"
  /// Programs 16 to 23.
  case organ
  /// Programs 24 to 31.
  case guitar
  /// Programs 32 to 39.
  case bass
  /// Programs 40 to 47.
  case strings
  /// Programs 48 to 55: string sections and choirs.
  case ensemble
  /// Programs 56 to 63.
  case brass
  /// Programs 64 to 71.
  case reed
  /// Programs 72 to 79.
  case pipe
  /// Programs 80 to 87.
  case lead
  /// Programs 88 to 95.
  case pad
  /// Programs 96 to 103.
  case synthEffects = "synth-effects"
  /// Programs 104 to 111.
  case ethnic
  /// Programs 112 to 119.
  case percussive
  /// Programs 120 to 127.
  case soundEffects = "sound-effects"
  /// Eight drum kits.
  case drums

  /// The first program of the family; 0 for drums.
  var firstProgram: Int { self == .drums ? 0 : (Self.allCases.firstIndex(of: self) ?? 0) * 8 }
}
