import ArgumentParser
import TactusFiles
import TactusSequencer
import TactusTime

struct EventsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events", _superCommandName: TactusCommand.name,
    abstract: "Lists every event of a song with its tick, second and frame.",
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

      EXAMPLES
        tactus events song.mid | head
        tactus events song.mid --rate 44100 | cut -f 1-3
        tactus events song.mid --json | jq '.events[].frame'
      """)

  @Argument(help: "A MIDI file; - for standard input.") var song: String
  @Option(help: "Sample rate in frames per second, 1 to 1048576.") var rate = 48_000
  @Flag(help: "Print one JSON object.") var json = false

  func validate() throws {
    guard (1...1 << 20).contains(rate) else {
      throw ValidationError("--rate \(rate) is outside 1 to 1048576 frames per second")
    }
  }

  func run() throws {
    let file = try InputFile.song(named: song)
    let clock = FrameClock(map: file.tempoMap(.concatenated), sampleRate: rate)
    var cursor = clock.makeCursor()
    var output = StandardOutput()
    if json { try output.write(jsonHead(file)) }
    var isFirst = true
    var narrator = MessageNarrator(textHint: file.textHint)
    for element in MergedEvents(file, choice: .concatenated) {
      let line = EventLine(
        tick: element.tick, seconds: clock.seconds(atTick: element.tick), frame: cursor.frame(atTick: element.tick),
        track: element.track + 1, bytes: file.bytes(of: element),
        words: file.tracks[element.track].words(of: element.event, &narrator))
      try output.append { json ? line.appendJSON(to: &$0, isFirst: isFirst) : line.append(to: &$0) }
      isFirst = false
    }
    if json { try output.write("\n  ],\n  \"lyrics\": \(LyricsListing(file).json.text)\n}\n") }
    try output.flush()
  }

  private func jsonHead(_ file: MIDIFile) -> String {
    "{\n  \"kind\": \"events\", \"file\": \(JSON.quoted(song)), \"rate\": \(rate), \"events\": ["
  }
}
