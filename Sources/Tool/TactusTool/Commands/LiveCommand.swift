import ArgumentParser
import Tactus

struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "A sampler as an instrument of JACK.",
    discussion: """
      What comes in on its MIDI port is played with a bank, after a chain of MIDI
      effects if there is one. The bank is found as `tactus bounce` finds it. The
      hardware's MIDI inputs and audio outputs are connected, or what --connect says.

      EXAMPLES
        tactus live --bank piano.sf2
        tactus live --program 1:48 --program 10:128/8
            strings on channel 1, drum kit 8 on channel 10
        tactus live --bank piano.sf2 --chain split.json --connect keyboard
      """)

  @Option(help: ArgumentHelp("A SoundFont, with @ and a number the presets that many banks higher.", valueName: "file"))
  var bank: [String] = []
  @Option(help: ArgumentHelp("MIDI effects in front: see `tactus process`.", valueName: "file")) var chain: String?
  @Option(
    help: ArgumentHelp(
      "A channel's preset: 1:48, or 10:128/8 with a bank; channels from 1, programs from 0; again for more.",
      valueName: "channel:program"))
  var program: [ChannelProgram] = []
  @OptionGroup(title: "Sound") var sound: SoundOptions
  @OptionGroup(title: "JACK") var jack: JACKOptions
  @Flag(help: "Refuse a bank with defects.") var strict = false
  @Flag(help: "At the end one JSON object on standard output.") var json = false
  @Flag(help: "Say nothing but errors.") var quiet = false

  func validate() throws {
    try sound.refuseForLive()
    if sound.maxLength != 7_200 { throw ValidationError("--max-length: only for files; leave it out") }
    _ = try sound.synthSettings()
  }

  func run() throws {
    var job = try LiveJob(self)
    try job.run()
  }
}

/// `--program CHANNEL:PROGRAM` or `CHANNEL:BANK/PROGRAM`.
struct ChannelProgram: ExpressibleByArgument {
  /// From 0.
  let part: Int
  let program: PartProgram

  init?(argument: String) {
    let halves = argument.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2, let channel = Int(halves[0]), (1...16).contains(channel) else { return nil }
    let numbers = halves[1].split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...2).contains(numbers.count), let last = numbers[numbers.count - 1], (0...127).contains(last),
      let bank = numbers.count == 2 ? numbers[0] : channel == 10 ? 128 : 0, (0...16_383).contains(bank)
    else { return nil }
    (part, program) = (channel - 1, PartProgram(bank: bank, program: last))
  }
}
