import ArgumentParser
import TactusPictures
import TactusSimulation
import TactusTime

struct SyncCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", _superCommandName: TactusCommand.name,
    abstract: "Shows how a follower locks to MIDI clock or time code.",
    discussion: """
      Without a file, simulates a master and compares four ways to follow it:
        \(ClockMethodKind.allCases.map { $0.rawValue.padded(to: 9) + $0.summary }.joined(separator: "\n  "))
      With a file, follows a recording, and shows its tempo, jitter and drift.
      Each line has a time in seconds and the bytes received then, in hexadecimal;
      # starts a comment:
        0.000000 FA
        0.000110 F8
        0.020941 F8

      EXAMPLES
        tactus sync --block 512
        tactus sync --jitter 1 --ramp 16-48:150 -o sync.svg --theme auto
        tactus sync --dropout 30-33 --jitter 2 --seed 7
        tactus sync --timecode 29.97df --jitter 1
        tactus sync cable.txt --json
      """)

  @Argument(
    help: ArgumentHelp("A recording; - for standard input. (default: a simulation)", valueName: "file"),
    completion: .file())
  var file: String?
  @Option(help: ArgumentHelp("Tempo of the master in quarter notes per minute, 20 to 400.", valueName: "bpm"))
  var tempo = 120.0
  @Option(help: ArgumentHelp("Time code instead of MIDI clock: 24, 25, 29.97df, 30 or 29.97.", valueName: "rate"))
  var timecode: TimeCodeOption?
  @Option(help: ArgumentHelp("A tempo ramp: 16-48:150 ramps from beat 16 to beat 48 to 150 bpm.", valueName: "ramp"))
  var ramp: RampOption?
  @Option(help: ArgumentHelp("Arrival jitter in milliseconds, 0 to 100.", valueName: "ms")) var jitter = 0.0
  @Flag(help: "Normally distributed jitter; --jitter is its standard deviation.") var gaussian = false
  @Option(help: ArgumentHelp("Round arrivals up to blocks of this many frames, 0 to 8192.", valueName: "frames"))
  var block = 0
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Clock drift of the master, -10000 to 10000 ppm; positive is fast.", valueName: "ppm"))
  var drift = 0.0
  @Option(help: ArgumentHelp("Lost messages per thousand, 0 to 500.", valueName: "count")) var lost = 0.0
  @Option(help: ArgumentHelp("A gap without messages, in beats, such as 30-33.", valueName: "beats"))
  var dropout: BeatsOption?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Tempo error of the followers at the start, -50 to 50 percent.", valueName: "percent"))
  var startError = 3.0
  @Option(help: ArgumentHelp("Number of beats to send, 20 to 10000.", valueName: "count")) var beats = 84
  @Option(help: ArgumentHelp("Sample rate, 8000 to 768000.", valueName: "hz")) var rate = 48_000
  @Option(help: ArgumentHelp("Buffer size in frames, 1 to 8192.", valueName: "frames")) var buffer = 256
  @Option(help: ArgumentHelp("Random seed.", valueName: "number")) var seed: UInt64 = 1
  @OptionGroup var shown: MeasurementOptions

  func validate() throws {
    try OptionRange.check(tempo, 20...400, "--tempo", "quarter notes per minute")
    try OptionRange.check(jitter, 0...100, "--jitter", "milliseconds")
    try OptionRange.check(Double(block), 0...8_192, "--block", "frames")
    try OptionRange.check(drift, -10_000...10_000, "--drift", "ppm")
    try OptionRange.check(lost, 0...500, "--lost", "messages per thousand")
    try OptionRange.check(startError, -50...50, "--start-error", "percent")
    try OptionRange.check(Double(beats), 20...10_000, "--beats")
    try OptionRange.check(Double(rate), 8_000...768_000, "--rate", "frames per second")
    try OptionRange.check(Double(buffer), 1...8_192, "--buffer", "frames")
    if file != nil { try refuseSimulation() }
    if gaussian, jitter == 0 { throw ValidationError("--gaussian requires --jitter") }
    if let ramp, ramp.beats.to > Double(beats) {
      throw ValidationError("--ramp ends after the last beat; use a higher --beats")
    }
    if let dropout, dropout.to > Double(beats) {
      throw ValidationError("--dropout ends after the last beat; use a higher --beats")
    }
    if timecode != nil, ramp != nil || tempo != 120 {
      throw ValidationError("time code has no tempo; leave out \(ramp != nil ? "--ramp" : "--tempo") or --timecode")
    }
  }

  /// A recording has been made already: nothing of it can be simulated.
  private func refuseSimulation() throws {
    let master: [(String, Bool)] = [
      ("--tempo", tempo != 120), ("--timecode", timecode != nil), ("--ramp", ramp != nil), ("--beats", beats != 84),
      ("--drift", drift != 0), ("--start-error", startError != 3), ("--seed", seed != 1),
    ]
    let faults: [(String, Bool)] = [
      ("--jitter", jitter != 0), ("--gaussian", gaussian), ("--block", block != 0), ("--lost", lost != 0),
      ("--dropout", dropout != nil),
    ]
    if let (name, _) = (master + faults).first(where: \.1) {
      throw ValidationError("\(name) is for a simulation; the recording \(file ?? "") stays as it is")
    }
  }

  func run() throws { try SyncJob(command: self).run() }

  var settings: SyncSummary.Settings {
    var settings = SyncSummary.Settings()
    settings.clock.sampleRate = rate
    settings.clock.tempo = tempo
    settings.clock.timeCode = timecode?.rate
    settings.clock.clocks = beats * 24
    settings.clock.ramp = ramp.map { (from: $0.beats.from, to: $0.beats.to, tempo: $0.tempo) }
    settings.clock.drift = drift
    settings.clock.jitter = gaussian ? .gaussian : .uniform
    settings.clock.jitterMilliseconds = jitter
    settings.clock.block = block
    settings.clock.lostOfThousand = lost
    settings.clock.dropout = dropout.map { (beat: $0.from, beats: $0.to - $0.from) }
    settings.clock.seed = seed
    settings.cycleLength = buffer
    settings.startError = startError
    settings.settled = min(32, Double(beats) / 2)
    return settings
  }
}

/// `--dropout 30-33`.
struct BeatsOption: ExpressibleByArgument {
  let from: Double
  let to: Double

  init?(argument: String) {
    let numbers = argument.split(separator: "-", omittingEmptySubsequences: false).map { Double($0) ?? -1 }
    guard numbers.count == 2, numbers[0] >= 0, numbers[1] > numbers[0], numbers[1] <= 100_000 else { return nil }
    (from, to) = (numbers[0], numbers[1])
  }
}

/// `--ramp 16-48:150`.
struct RampOption: ExpressibleByArgument {
  let beats: BeatsOption
  let tempo: Double

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, let beats = BeatsOption(argument: String(parts[0])), let tempo = Double(parts[1]),
      (20...400).contains(tempo)
    else { return nil }
    (self.beats, self.tempo) = (beats, tempo)
  }
}

/// `--timecode 29.97df`.
struct TimeCodeOption: ExpressibleByArgument {
  let rate: TimeCodeRate

  init?(argument: String) {
    switch argument {
    case "24": rate = .film24
    case "25": rate = .pal25
    case "29.97df", "30df": rate = .drop29
    case "30": rate = .full30
    case "29.97": rate = .nonDrop29
    default: return nil
    }
  }

  static var defaultCompletionKind: CompletionKind { .list(["24", "25", "29.97df", "30", "29.97"]) }
}
