import TactusFiles

/// Better messages for command-line errors.
enum UsageHint {
  /// Returns a better message than the parser's; nil to use the parser's.
  static func sentence(for sentence: String, _ words: [String]) -> String? {
    if let parts = sentence.parts(of: "the value '*' is invalid for '*'. Please provide one of *") {
      let option = parts[1].hasPrefix("-") ? parts[1].prefix { $0 != " " } + " " : ""
      return "\(option)'\(parts[0])': expected \(parts[2].split(at: "' and '").joined(separator: "' or '"))"
    }
    if let parts = sentence.parts(of: "the value '*' is invalid for '*'"), parts[1].hasPrefix("-") {
      let option = parts[1].split(separator: " ")  // an option with the name of its value: "--at <position>"
      var kind = option.count > 1 ? String(option[1].dropFirst().dropLast()) : nil
      if words.first == "jitter", kind == "list" { kind = "jitter list" }
      return badValue(String(parts[0]), String(option[0]), kind)
    }
    if let parts = sentence.parts(of: "unexpected argument '*'"), BankChoice.hasBankEnding(String(parts[0])) {
      return "\(parts[0]) is a bank; did you mean --bank \(String(parts[0]).quotedForShell)?"
    }
    if let parts = sentence.parts(of: "unknown option '-o*'"), !parts[0].isEmpty {
      return "unknown option '-o\(parts[0])'; did you mean -o \(String(parts[0]).quotedForShell)?"
    }
    if let parts = sentence.parts(of: "unknown option '*'"), parts[0].hasPrefix("-"),
      let meant = Suggestion.nearest(to: String(parts[0]), among: ["--help", "--version"])
    {
      return "unknown option '\(parts[0])'; did you mean '\(meant)'?"
    }
    if sentence.hasPrefix("unexpected argument") || sentence.has("--output") || sentence.has("with -o") {
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

  /// The expected values of options, by option or by value name.
  private static let expectations = [
    "position": "a position in the song: 1:23.5, bar17, bar17:3 or tick9600",
    "seconds": "seconds, such as 90 or 2.5",
    "--tail": "seconds, a threshold such as -60dB, or auto",
    "--gain": "decibels, such as -3 or +3dB", "--normalize": "a level, such as -1dB or -1dBTP",
    "--limit": "a level, such as -1dB", "--loudness": "a loudness, such as -14LUFS", "--shard": "a part such as 2/8",
    "--channels": "channels, such as 1-4,10",
    "--size": "pixels from 320x200 to 16 million, such as 1600x900", "--preset": "bank and program, such as 0:48",
    "channel:program": "a channel and a program, such as 1:48, or 10:128/8 with a bank",
    "frames": "a whole number of frames, such as 48000", "hz": "a whole number of hertz, such as 44100",
    "voices": "a whole number, such as 256",
    "times": "a whole number, such as 2", "bars": "a whole number, such as 8", "passes": "a whole number, such as 4",
    "beats": "a number, such as 16", "--dropout": "a range of beats, such as 30-33",
    "--ramp": "beats and a tempo, such as 16-48:150", "--timecode": "24, 25, 29.97df, 30 or 29.97",
    "jitter list": "sizes of 1 to 8192 frames, such as 64,512",
  ]

  /// The extensions of each command's output.
  private static let outputs = [
    "sequence": ["wav", "aiff", "aif", "caf", "flac", "ogg", "opus", "mp3", "mid", "midi", "json"],
    "picture": ["svg", "png"], "jitter": ["svg", "png"], "sync": ["svg", "png"], "process": ["mid", "midi"],
    "export": ["sf2", "mid", "midi"],
  ]

  /// Handles a second file name, which is probably meant as the output.
  private static func forgottenOutput(_ words: [String]) -> String? {
    guard let command = words.first, let endings = outputs[command], !words.contains("-o"), !words.contains("--output")
    else { return nil }
    let names = words.indices.dropFirst().filter { !words[$0].hasPrefix("-") && !words[$0 - 1].hasPrefix("--") }
    let isMade = names.last.map { index in endings.contains { words[index].lowercased().hasSuffix("." + $0) } } ?? false
    guard let last = names.last, isMade, names.count > (command == "jitter" ? 0 : 1) else {
      return command == "picture" ? "name the picture with -o, such as -o song.svg" : nil
    }
    return "unexpected argument '\(words[last])'; did you mean -o \(words[last].quotedForShell)?"
  }
}
