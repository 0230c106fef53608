/// Sentences for mistakes of which the parser says only that they are some.
enum UsageHint {
  /// What to say instead of the parser's sentence; nil where that is enough.
  static func sentence(for sentence: String, _ words: [String]) -> String? {
    if let match = sentence.wholeMatch(of: #/the value '(.*)' is invalid for '(-\S+)(?: <(\S+)>)?'/#) {
      return badValue(String(match.1), String(match.2), match.3.map(String.init))
    }
    if sentence.hasPrefix("unexpected argument") || sentence.contains("--output") || sentence.contains("with -o") {
      return forgottenOutput(words)
    }
    return nil
  }

  private static func badValue(_ value: String, _ option: String, _ kind: String?) -> String? {
    let kinds = expectations
    guard let expected = kinds[option + " " + (kind ?? "")] ?? kinds[option] ?? kind.flatMap({ kinds[$0] }) else {
      return nil
    }
    return "\(option) '\(value)': expected \(expected)"
  }

  /// What the values of options look like, by the option or by the kind that its help names.
  private static let expectations = [
    "place": "a place from the song's start on: 1:23.5, bar17, bar17:3 or tick9600",
    "seconds": "seconds, such as 90 or 2.5", "--from seconds": "seconds from the start on, such as 90 or 1:30",
    "--to seconds": "seconds from the start on, such as 90 or 1:30",
    "--tail": "seconds, a level such as -60dB at which it ends, or auto",
    "--gain": "decibels, such as -3 or +3dB", "--normalize": "a level, such as -1dB or -1dBTP",
    "--limit": "a level, such as -1dB", "--loudness": "a loudness, such as -14LUFS", "--shard": "a part such as 2/8",
    "--size": "pixels from 320x200 to 16 million, such as 1600x900", "--preset": "bank and program, such as 0:48",
    "channel:program": "a channel and a program, such as 1:48, or 10:128/8 with a bank",
    "frames": "a whole number of frames per second, such as 44100", "voices": "a whole number, such as 256",
    "times": "a whole number, such as 2", "bars": "a whole number, such as 8", "passes": "a whole number, such as 4",
    "beats": "a number, such as 16",
  ]

  /// A name behind the one of what is read is meant to be what is made.
  private static func forgottenOutput(_ words: [String]) -> String? {
    let makers = ["sequence", "picture", "process", "export", "jitter", "sync"]
    guard let command = words.first, makers.contains(command), !words.contains("-o"), !words.contains("--output") else {
      return nil
    }
    let names = words.indices.dropFirst().filter { !words[$0].hasPrefix("-") && !words[$0 - 1].hasPrefix("--") }
    guard let last = names.last, names.count > (command == "jitter" ? 0 : 1) else { return nil }
    return "nothing is done with '\(words[last])'; did you mean -o \(words[last].quotedForShell)?"
  }
}
