import ArgumentParser

/// `--program 1=25,2:1=40`: the programs of channels, instead of those that the song selects.
struct ProgramOption: ExpressibleByArgument {
  /// The programs, from 0, by channel: port · 16 + channel.
  let programs: [Int: Int]
  /// The list as written.
  let text: String

  /// The help of the option.
  static var help: ArgumentHelp {
    ArgumentHelp(
      "The programs of channels, such as 1=25,3-5=48, instead of the song's; 2:1 is channel 1 of port 2. Programs "
        + "start at 0; those of drum channels are kits.", valueName: "channel=program")
  }

  init?(argument: String) {
    var programs: [Int: Int] = [:]
    for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
      let halves = word.split(separator: "=", omittingEmptySubsequences: false)
      guard halves.count == 2, let channels = ChannelOption(argument: String(halves[0])), channels.highest <= 16,
        let program = Int(halves[1]), (0...127).contains(program)
      else { return nil }
      for channel in channels.ofSong { programs[channel] = program }
    }
    (self.programs, text) = (programs, argument)
  }
}
