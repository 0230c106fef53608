import ArgumentParser
import TactusEngine

/// The level options of `tactus bounce`.
struct LevelOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Normalize the sample peak (-1dB) or the true peak (-1dBTP).", valueName: "level"))
  var normalize: PeakOption?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Normalize the integrated loudness, for example to -14LUFS.", valueName: "level"))
  var loudness: LoudnessOption?
  @Option(
    parsing: .unconditional, help: ArgumentHelp("True-peak limit, for example -1dB (dBTP).", valueName: "level")
  )
  var limit: PeakOption?
  @Flag(help: "Report loudness and true peak.") var measure = false

  func validate() throws {
    if normalize != nil, loudness != nil { throw ValidationError("--normalize and --loudness exclude each other") }
  }

  func apply(to settings: inout BounceSettings) {
    if let normalize { settings.level = normalize.isTrue ? .truePeak(normalize.level) : .samplePeak(normalize.level) }
    if let loudness { settings.level = .loudness(loudness.level) }
    settings.limit = limit?.level
    settings.measuresLoudness = measure
  }
}

/// A gain: "-3", "+3dB".
struct GainOption: ExpressibleByArgument {
  let decibels: Double

  init(decibels: Double) { self.decibels = decibels }

  init?(argument: String) {
    guard let decibels = Double(argument, in: ["db"]) else { return nil }
    self.decibels = decibels
  }
}

/// A loudness: "-14", "-14LUFS".
struct LoudnessOption: ExpressibleByArgument {
  let level: Double

  init?(argument: String) {
    guard let level = Double(argument, in: ["lufs"]) else { return nil }
    self.level = level
  }
}

/// A peak level: "-1", "-1 dB", "-1dBFS", or "-1dBTP" for the true peak.
struct PeakOption: ExpressibleByArgument {
  let level: Double
  let isTrue: Bool

  init?(argument: String) {
    guard let level = Double(argument, in: ["dbtp", "dbfs", "db"]) else { return nil }
    self.level = level
    isTrue = argument.lowercased().hasSuffix("dbtp")
  }
}

extension Double {
  /// Parses a finite number, which may be followed by one of these units.
  init?(_ argument: String, in units: [String]) {
    var text = argument.lowercased()
    if let unit = units.first(where: text.hasSuffix) { text.removeLast(unit.count) }
    while text.last == " " { text.removeLast() }
    guard let number = Double(text), number.isFinite else { return nil }
    self = number
  }
}
