import ArgumentParser
import Tactus

struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live", _superCommandName: TactusCommand.name,
    abstract: "Runs a sampler as a live instrument.",
    discussion: """
      Plays MIDI input with a bank, after a chain of MIDI effects if one is given.
      The bank is chosen as for `tactus bounce`. The audio output is chosen as for
      `tactus play`. All MIDI hardware is connected, also if it is plugged in later;
      --midi chooses ports. Other programs see the client "tactus". With JACK, the
      hardware's MIDI inputs are connected, unless --connect is given.

      EXAMPLES
        tactus live --bank piano.sf2
        tactus live --program 1=48 --program 10=128/8
            strings on channel 1, drum kit 8 on channel 10
        tactus live --bank piano.sf2 --midi keystation --record take.mid
        tactus live --bank piano.sf2 --chain split.json --connect keyboard
      """)

  @Option(
    help: ArgumentHelp("A SoundFont or DLS bank; FILE@N raises its bank numbers by N. Repeatable.", valueName: "file"),
    completion: .file())
  var bank: [String] = []
  @Option(
    help: ArgumentHelp("A chain of MIDI effects in front; see `tactus process`.", valueName: "file"),
    completion: .file()) var chain: String?
  @Option(
    help: ArgumentHelp(
      "The preset of a channel: 1=48, or 10=128/8 with a bank. Channels start at 1, programs at 0. Repeatable.",
      valueName: "channel=preset"))
  var program: [ChannelProgram] = []
  @OptionGroup var take: TakeOptions
  @Option(help: ArgumentHelp("The tempo of the take, 1 to 1000.", valueName: "bpm")) var tempo = 120.0
  @OptionGroup(title: "Sound") var sound: SoundOptions
  @OptionGroup(title: "Sound", visibility: .hidden) var fileSound: FileSoundOptions
  @Option(help: .hidden) var maxLength: Double?
  @OptionGroup(title: "Audio output") var audio: AudioOptions
  @OptionGroup(title: "MIDI") var midi: MIDIInputOptions
  @OptionGroup(title: "JACK") var jack: JACKOptions
  @Flag(help: "Refuse a bank with defects.") var strict = false
  @Flag(help: "Print one JSON object at the end.") var json = false
  @Flag(help: "Print nothing but errors.") var quiet = false

  func validate() throws {
    try AudioOutput.validate(audio, jack, input: midi)
    if audio.audio == .driver(.silent) { throw ValidationError("--audio none: an instrument needs an audio output") }
    try StandardInput.check([], banks: bank, chain: chain)
    try fileSound.refuseForLive()
    if maxLength != nil {
      throw ValidationError("--max-length: an instrument plays until you stop it; leave it out")
    }
    guard (1...1_000).contains(tempo) else { throw ValidationError("--tempo \(tempo) is outside 1 to 1000") }
    _ = try sound.synthSettings()
  }

  func run() throws {
    var job = try LiveJob(self)
    try job.run()
  }
}

/// `--program CHANNEL:PROGRAM` or `CHANNEL:BANK/PROGRAM`.
struct ChannelProgram: ExpressibleByArgument {
  /// The index of the channel, from 0.
  let part: Int
  let program: PartProgram

  init?(argument: String) {
    let halves = argument.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "=" || $0 == ":" }
    guard halves.count == 2, let channel = Int(halves[0]), (1...16).contains(channel) else { return nil }
    let numbers = halves[1].split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(numbers.count), let last = numbers[numbers.count - 1], (0...127).contains(last),
      let bank = numbers.count == 2 ? numbers[0] : channel == 10 ? 128 : 0, (0...65_535).contains(bank)
    else { return nil }
    (part, program) = (channel - 1, PartProgram(bank: bank, program: last))
  }
}
