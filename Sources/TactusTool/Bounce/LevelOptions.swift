import ArgumentParser
import TactusEngine

/// The options of `tactus bounce` that say how loud it becomes.
struct LevelOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Bring the peak to -1dB, or with -1dBTP the peak between samples, too.", valueName: "level"))
  var normalize: PeakOption?
  @Option(parsing: .unconditional, help: ArgumentHelp("Bring the loudness to -14LUFS.", valueName: "level"))
  var loudness: UnitOption?
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Let no peak exceed -1dB, between samples neither.", valueName: "level")
  )
  var limit: UnitOption?
  @Flag(help: "Tell loudness and true peak.") var measure = false

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

/// A number, with its unit or without: "-14", "-14LUFS", "-1 dB", "-1dBTP", "-1dBFS".
struct UnitOption: ExpressibleByArgument {
  let level: Double

  init?(argument: String) {
    var text = argument.lowercased()
    for unit in ["lufs", "dbtp", "dbfs", "db"] where text.hasSuffix(unit) {
      text.removeLast(unit.count)
      break
    }
    while text.last == " " { text.removeLast() }
    guard let level = Double(text), level.isFinite else { return nil }
    self.level = level
  }
}

/// The same, where dBTP says that peaks between samples count.
struct PeakOption: ExpressibleByArgument {
  let level: Double
  let isTrue: Bool

  init?(argument: String) {
    guard let number = UnitOption(argument: argument) else { return nil }
    level = number.level
    isTrue = argument.lowercased().hasSuffix("dbtp")
  }
}
