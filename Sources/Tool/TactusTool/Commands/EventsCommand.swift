import ArgumentParser
import TactusFiles
import TactusSequencer
import TactusTime

struct EventsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events",
    abstract: "Lists every event of a song with its tick, second and frame.",
    discussion: """
      One line for each event in playing order, its columns separated by tabs:
        tick     counted from 0
        seconds  nine decimals, exactly rounded
        frame    the frame it sounds on: the exact position, half rounded up
        track    counted from 1
        bytes    hexadecimal; system-exclusive messages as on a wire
        meaning  for people
      The songs of a file of format 2 follow one another.

      EXAMPLES
        tactus events song.mid | head
        tactus events song.mid --rate 44100 | cut -f 1-3
        tactus events song.mid --json | jq '.events[].frame'
      """)

  @Argument(help: "A MIDI file; - for standard input.") var song: String
  @Option(help: "Frames per second, 1 to 1048576.") var rate = 48_000
  @Flag(help: "One JSON object on standard output.") var json = false

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
    var narrator = MessageNarrator()
    for element in MergedEvents(file, choice: .concatenated) {
      let line = EventLine(
        tick: element.tick, seconds: clock.seconds(atTick: element.tick), frame: cursor.frame(atTick: element.tick),
        track: element.track + 1, bytes: file.bytes(of: element),
        words: file.tracks[element.track].words(of: element.event, &narrator))
      try output.append { json ? line.appendJSON(to: &$0, isFirst: isFirst) : line.append(to: &$0) }
      isFirst = false
    }
    if json { try output.write("\n  ]\n}\n") }
    try output.flush()
  }

  private func jsonHead(_ file: MIDIFile) -> String {
    "{\n  \"kind\": \"events\", \"file\": \(JSON.quoted(song)), \"rate\": \(rate), \"events\": ["
  }
}
