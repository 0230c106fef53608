import ArgumentParser

/// The options of `tactus bounce` that select channels.
struct ChannelOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Play only the notes of these channels, such as 1-9,11; 2:1 is channel 1 of port 2.", valueName: "list"))
  var channels: ChannelOption?
  @Option(
    help: ArgumentHelp("Leave out the notes of these channels, such as 10 for the drums.", valueName: "list"))
  var mute: ChannelOption?

  /// The channels that these options select.
  var selection: ChannelSelection { ChannelSelection(channels: channels, mute: mute) }
}

/// The channels whose notes a bounce plays: those of `--channels`, or all, without those of `--mute`.
struct ChannelSelection {
  var channels: ChannelOption?
  var mute: ChannelOption?

  /// The channels of a song, each as port · 16 + channel; nil for all.
  var ofSong: Set<Int>? {
    guard channels != nil || mute != nil else { return nil }
    return (channels?.ofSong ?? Set(0...255)).subtracting(mute?.ofSong ?? [])
  }

  func validate() throws(ValidationError) {
    for (name, option) in [("--channels", channels), ("--mute", mute)] {
      guard let channel = option?.first(beyond: 16) else { continue }
      throw ValidationError("\(name) names channel \(channel); those of a song are 1 to 16, or 2:1 to 2:16 of port 2")
    }
    if ofSong?.isEmpty == true { throw ValidationError("--channels and --mute leave no channel; select another one") }
  }
}
