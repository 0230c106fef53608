import ArgumentParser
import TactusFiles
import TactusSequencer
import TactusTime

struct EventsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events", _superCommandName: TactusCommand.name,
    abstract: "Lists every event of a song with its tick, second and frame.",
    usage: "tactus events <song> [<options>]",
    discussion: """
      Prints one line per event in playing order, with tab-separated columns:
        tick     starting at 0
        seconds  nine decimals, correctly rounded
        frame    the frame on which the event plays: the exact position, rounded
                 half up
        track    starting at 1
        bytes    hexadecimal; system-exclusive messages as transmitted
        meaning  in words
      The songs of a format-2 file follow one another.

      --from and --to select a part of the song; an event at --to is left out.
      --channels selects the messages of channels, without events that belong to no
      channel. Positions are those of `tactus bounce`.

      EXAMPLES
        tactus events song.mid | head
        tactus events song.mid --rate 44100 | cut -f 1-3
        tactus events song.mid --json | jq '.events[].frame'
        tactus events song.mid --from bar17 --to bar21 --channels 10
      """)

  @Argument(help: "A MIDI file; - for standard input.", completion: .file()) var song: String
  @Option(help: ArgumentHelp("Sample rate in frames per second, 1 to 1048576.", valueName: "hz")) var rate = 48_000
  @Option(help: ArgumentHelp("The start: 1:23.5, bar17, bar17:3 (beat) or tick9600.", valueName: "position"))
  var from: SongPosition?
  @Option(help: ArgumentHelp("The end, in the same formats.", valueName: "position")) var to: SongPosition?
  @Option(help: ArgumentHelp("The channels to list, such as 1-4,10; 2:1 is channel 1 of port 2.", valueName: "list"))
  var channels: ChannelOption?
  @Flag(help: "Print one JSON object.") var json = false

  func validate() throws {
    try SongPosition.checkOrder(from, to)
    if let channel = channels?.first(beyond: 16) {
      throw ValidationError(
        "--channels names channel \(channel); those of a song are 1 to 16, or 2:1 to 2:16 of port 2")
    }
    guard (1...1 << 20).contains(rate) else {
      throw ValidationError("--rate \(rate) is outside 1 to 1048576 frames per second")
    }
  }

  /// The name of the song in messages and in JSON.
  private var name: String { InputFile.displayName(song) }

  func run() throws {
    let file = try InputFile.song(named: song)
    let clock = FrameClock(map: file.tempoMap(.concatenated), sampleRate: rate)
    let selection = try EventSelection(of: file, named: name, from: from, to: to, channels: channels, clock)
    var cursor = clock.makeCursor()
    var output = StandardOutput()
    if json { try output.write(jsonHead(file)) }
    var isFirst = true
    var narrator = MessageNarrator(textHint: file.textHint)
    for element in MergedEvents(file, choice: .concatenated) {
      let frame = cursor.frame(atTick: element.tick)
      if selection.isOver(atTick: element.tick, frame: frame) { break }
      // also of events that are left out: they select the parameters that later ones set
      let words = file.tracks[element.track].words(of: element.event, &narrator)
      guard selection.contains(element, frame: frame) else { continue }
      let line = EventLine(
        tick: element.tick, seconds: clock.seconds(atTick: element.tick), frame: frame, track: element.track + 1,
        bytes: file.bytes(of: element), words: words)
      try output.append { json ? line.appendJSON(to: &$0, isFirst: isFirst) : line.append(to: &$0) }
      isFirst = false
    }
    if json { try output.write("\n  ]" + (selection.isWhole ? jsonLyrics(file) : "") + "\n}\n") }
    try output.flush()
    if isFirst { StandardError.remark("\(name): no events" + (selection.isWhole ? "" : " are selected")) }
  }

  private func jsonHead(_ file: MIDIFile) -> String {
    "{\n  \"kind\": \"events\", \"file\": \(JSON.quoted(name)), \"rate\": \(rate), \"events\": ["
  }

  /// The member with the lyrics, which only the list of a whole song has.
  private func jsonLyrics(_ file: MIDIFile) -> String { ",\n  \"lyrics\": \(LyricsListing(file).json.text)" }
}
