import ArgumentParser

/// `--transpose -2`: the semitones by which the notes of a song move, except those of drum channels.
struct TransposeOption: ExpressibleByArgument {
  /// −48…48.
  let semitones: Int

  private static let words =
    "Transpose all notes except those of drum channels, by -48 to 48 semitones. Notes beyond the lowest or highest key "
    + "move by octaves."

  /// The help of the option for songs that are played.
  static var help: ArgumentHelp { ArgumentHelp(words, valueName: "semitones") }
  /// The help of the option for files.
  static var fileHelp: ArgumentHelp {
    ArgumentHelp(words + " --notes and --trace have the keys that sound.", valueName: "semitones")
  }

  init?(argument: String) {
    guard let semitones = Int(argument), (-48...48).contains(semitones) else { return nil }
    self.semitones = semitones
  }
}
