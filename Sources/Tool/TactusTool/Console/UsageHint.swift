import ArgumentParser
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
    if let parts = sentence.parts(of: "unexpected argument '*'"), BankChoice.hasBankExtension(String(parts[0])) {
      return "\(parts[0]) is a bank; did you mean --bank \(String(parts[0]).quotedForShell)?"
    }
    if words.first == "live", let parts = sentence.parts(of: "unexpected argument '*'") {
      return "live plays MIDI input, no song; did you mean `tactus play \(String(parts[0]).quotedForShell)`?"
    }
    if let parts = sentence.parts(of: "unknown option '-o*'"), !parts[0].isEmpty {
      return "unknown option '-o\(parts[0])'; did you mean -o \(String(parts[0]).quotedForShell)?"
    }
    if let parts = sentence.parts(of: "unknown option '*'"), let command = words.first,
      let advice = otherWays["\(command) \(parts[0])"]
    {
      return "unknown option '\(parts[0])'; \(advice)"
    }
    if let parts = sentence.parts(of: "unknown option '*'"), let name = otherNames[String(parts[0])],
      longOptions(of: words.first).contains(name)
    {
      return "unknown option '\(parts[0])'; did you mean '\(name)'?"
    }
    if let parts = sentence.parts(of: "unknown option '*'"), parts[0].hasPrefix("-"),
      let meant = option(meantBy: String(parts[0]), of: words.first)
    {
      return "unknown option '\(parts[0])'; did you mean \(meant)?"
    }
    if sentence.hasPrefix("unexpected argument") || sentence.has("--output") || sentence.has("with -o") {
      return forgottenOutput(words)
    }
    return nil
  }

  /// Advice for options of other players that have another name here, by command and option.
  private static let otherWays = [
    "bounce --tempo": speed, "play --tempo": speed, "sequence --speed": "--tempo 96 sets the tempo",
    "sequence --transpose": transposition,
    "bounce --volume": gain, "play --volume": gain, "live --volume": gain, "sequence --volume": gain,
    "bounce --duration": end, "play --duration": end, "bounce --fade-in": "there is no fade-in; --fade 8 fades out",
    "bounce --overwrite": replacement, "sequence --overwrite": replacement, "process --overwrite": replacement,
  ]
  /// Options of other programs, and those that have their meaning here.
  private static let otherNames = [
    "--start": "--from", "--end": "--to", "--solo": "--channels", "--soundfont": "--bank", "--sample-rate": "--rate",
    "-r": "--rate", "--bits": "--depth", "--bit-depth": "--depth",
    "--bit-rate": "--compression", "--bitrate": "--compression",
  ]
  private static let end = "--to 1:30 sets the end"
  private static let replacement = "-o replaces an existing file"
  private static let speed =
    "--speed 80 plays at 80 percent of the song's tempo, and `tactus sequence --tempo 96` at 96 bpm"
  private static let transposition =
    "use --chain with a file that contains {\"effects\": [{\"effect\": \"transpose\", \"semitones\": 2}]}"
  private static let gain = "--gain -6 lowers the level by 6 dB"

  /// Returns an option that a command does not have, although a sentence only reports that something is missing: the
  /// parser looks for missing words first.
  static func unknownOption(behind sentence: String, _ words: [String]) -> String? {
    let isAboutWords = ["missing expected argument", "unexpected argument", "name "].contains(where: sentence.hasPrefix)
    guard isAboutWords, let command = words.first, CommandRunner.commandNames.contains(command) else { return nil }
    let names = longOptions(of: command, includesHidden: true)
    let given = words.dropFirst().prefix { $0 != "--" }.filter { $0.hasPrefix("--") }
    return given.map { word in String(word.prefix { $0 != "=" }) }.first { !names.contains($0) }
  }

  /// Returns the only option that begins with a word, or else the most similar one, in quotation marks. For a dash and
  /// one letter, such as "-q", returns up to three options that begin with the letter. Nil if there are none, or more.
  private static func option(meantBy word: String, of command: String?) -> String? {
    let names = longOptions(of: command)
    if word.count == 2, word != "--" {
      let quoted = names.filter { $0.hasPrefix("-" + word) }.map { "'\($0)'" }
      guard let last = quoted.last, quoted.count <= 3 else { return nil }
      return quoted.count == 1 ? last : quoted.dropLast().joined(separator: ", ") + " or " + last
    }
    let beginnings = names.filter { word.count > 3 && $0.hasPrefix(word) }
    let meant = beginnings.count == 1 ? beginnings[0] : Suggestion.nearest(to: word, among: names)
    return meant.map { "'\($0)'" }
  }

  /// Returns the long options of a command, or those of the program if the word is not a command. Hidden options are
  /// those that a command refuses with a reason.
  private static func longOptions(of word: String?, includesHidden: Bool = false) -> [String] {
    let command = TactusCommand.configuration.subcommands.first { $0._commandName == word }
    let help =
      command?.helpMessage(includeHidden: includesHidden, columns: 200)
      ?? TactusCommand.helpMessage(includeHidden: includesHidden, columns: 200)
    let lines = help.split(separator: "\n").filter { $0.hasPrefix("  -") }
    let names = lines.flatMap { line -> [String] in
      line.split { $0 == " " || $0 == "," }.prefix(2).filter { $0.hasPrefix("--") }.map { String($0) }
    }
    return names + ["--help", "--version"].filter { !names.contains($0) }
  }

  private static func badValue(_ value: String, _ option: String, _ kind: String?) -> String? {
    let keys = [option + " " + (kind ?? ""), option, kind ?? ""]
    guard let key = keys.first(where: { expectations[$0] != nil }), let expected = expectations[key] else { return nil }
    return "\(option) '\(value)': expected \(expected)" + (decimals.contains(key) ? pointAdvice(value) : "")
  }

  /// Advises to write a decimal point if a number has a decimal comma.
  private static func pointAdvice(_ value: String) -> String {
    let parts = value.split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].last?.isNumber == true, parts[1].first?.isNumber == true else { return "" }
    return "; write \(parts[0]).\(parts[1]), with a point"
  }

  /// The keys of ``expectations`` whose values may have decimals.
  private static let decimals: Set = [
    "position", "seconds", "beats", "bpm", "--tail", "--gain", "--normalize", "--limit", "--loudness", "--compression",
    "--jitter", "--lost", "--drift", "--start-error", "--ramp", "--dropout", "--speed", "--reverb-level",
    "--chorus-level",
  ]

  /// The expected values of options, by option or by value name.
  private static let expectations = [
    "position": "a position in the song: 1:23.5, bar17, bar17:3 or tick9600",
    "seconds": "seconds, such as 90 or 2.5",
    "--tail": "seconds, a threshold such as -60dB, or auto",
    "--gain": "decibels, such as -3 or +3dB", "--normalize": "a level, such as -1dB or -1dBTP",
    "--reverb-level": "decibels, such as -6 or +3dB", "--chorus-level": "decibels, such as -6 or +3dB",
    "--limit": "a level, such as -1dB", "--loudness": "a loudness, such as -14LUFS", "--shard": "a part such as 2/8",
    "--channels": "channels, such as 1-4,10", "--mute": "channels, such as 1-4,10",
    "--compression": "a number from 0 to 1, such as 0.3", "bpm": "quarter notes per minute, such as 96.5",
    "--seed": "a whole number of at least 0, such as 7", "--port": "a port number from 1 to 65535, such as 8080",
    "--threads": "a whole number, such as 4", "count": "a whole number, such as 100",
    "--settling": "a whole number of milliseconds, such as 50", "--jitter": "milliseconds, such as 1.5",
    "--lost": "messages per thousand, such as 2.5", "--drift": "parts per million, such as -50",
    "--start-error": "percent, such as 3",
    "--speed": "percent of the song's tempo, from 10 to 1000, such as 80",
    "--transpose": "a whole number of semitones from -48 to 48, such as 2 or -5",
    "--size": "pixels from 320x200 to 16 million, such as 1600x900", "--preset": "bank and program, such as 0:48",
    "channel=program": "channel=program with programs from 0 to 127, such as 1=25 or 1=25,2:1=40",
    "channel=preset": "a channel and a program, such as 1=48, or 10=128/8 with a bank",
    "frames": "a whole number of frames, such as 512", "hz": "a whole number of hertz, such as 44100",
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
    guard let command = words.first, let pathExtensions = outputs[command], !words.contains("-o"),
      !words.contains("--output")
    else { return nil }
    let names = words.indices.dropFirst().filter { !words[$0].hasPrefix("-") && !words[$0 - 1].hasPrefix("--") }
    let isMade =
      names.last.map { index in pathExtensions.contains { words[index].lowercased().hasSuffix("." + $0) } } ?? false
    guard let last = names.last, isMade, names.count > (command == "jitter" ? 0 : 1) else {
      return command == "picture" ? "name the picture with -o, such as -o song.svg" : nil
    }
    return "unexpected argument '\(words[last])'; did you mean -o \(words[last].quotedForShell)?"
  }
}
