import ArgumentParser
import TactusFiles
import TactusPictures
import TactusSimulation

struct JitterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jitter", _superCommandName: TactusCommand.name,
    abstract: "Measures onset timing in simulated plug-in hosts.",
    usage: "tactus jitter [<options>]",
    discussion: """
      Plays sixteenth notes in buffers of 1 to 8192 frames with three methods: all
      events at the start of the buffer (start), the published method that takes
      fmod of the host's beat (fmod), and Tactus (tactus). The table shows the
      distance of onsets from their exact frames, and the number of missed and
      doubled onsets. The broken host stops without reporting it; no method can
      detect that, so onsets in that buffer count as doubled, and later as missed.

      HOSTS
        \(HostKind.allCases.map { $0.rawValue.padded(to: 9) + $0.summary }.joined(separator: "\n  "))

      EXAMPLES
        tactus jitter --events 128
        tactus jitter --host cycling --buffer 64,512,2048
        tactus jitter --tempo 133.7 --events 512 --seed 7
        tactus jitter -o jitter.svg --theme auto
        tactus jitter --json | jq '.results[] | select(.missed > 0)'
      """)

  @Option(
    help: ArgumentHelp(
      "A host to simulate; repeatable: \(HostKind.allCases.map(\.rawValue).joined(separator: ", ")). For a single host, results are listed by buffer size.",
      valueName: "name"), completion: .list(HostKind.allCases.map(\.rawValue)))
  var host: [String] = []
  @Option(help: ArgumentHelp("Buffer sizes in frames, 1 to 8192, such as 64,512.", valueName: "list"))
  var buffer: BufferOption?
  @Option(help: ArgumentHelp("Sample rate, 8000 to 768000.", valueName: "hz")) var rate = 48_000
  @Option(help: ArgumentHelp("Tempo in quarter notes per minute, 20 to 999.", valueName: "bpm")) var tempo = 120.0
  @Option(help: ArgumentHelp("Approximate number of onsets per run, 4 to 4096.", valueName: "count")) var events = 32
  @Option(help: ArgumentHelp("Random seed.", valueName: "number")) var seed: UInt64 = 1
  @OptionGroup var shown: MeasurementOptions

  func validate() throws {
    for name in host where HostKind(rawValue: name) == nil {
      let names = HostKind.allCases.map(\.rawValue)
      let hint = Suggestion.nearest(to: name, among: names).map { "did you mean '\($0)'?" }
      throw ValidationError(
        "there is no host '\(name)'; " + (hint ?? "the hosts are \(names.joined(separator: ", "))"))
    }
    try OptionRange.check(Double(rate), 8_000...768_000, "--rate", "frames per second")
    try OptionRange.check(tempo, 20...999, "--tempo", "quarter notes per minute")
    try OptionRange.check(Double(events), 4...4_096, "--events")
  }

  func run() throws { try JitterJob(command: self).run() }

  var settings: JitterSummary.Settings {
    var settings = JitterSummary.Settings()
    if !host.isEmpty { settings.hosts = HostKind.allCases.filter { host.contains($0.rawValue) } }
    if let buffer { settings.cycleLengths = buffer.lengths }
    settings.sampleRate = rate
    settings.tempo = tempo
    settings.events = events
    settings.seed = seed
    return settings
  }
}

/// `--buffer 64,512`.
struct BufferOption: ExpressibleByArgument {
  let lengths: [Int]

  init?(argument: String) {
    let numbers = argument.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
    guard !numbers.isEmpty, numbers.allSatisfy((1...8192).contains) else { return nil }
    lengths = Set(numbers).sorted()
  }
}
