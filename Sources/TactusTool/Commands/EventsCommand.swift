import ArgumentParser
import TactusFiles
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
    var output = StandardOutput()
    if json { try output.write(jsonHead(file)) }
    for (number, part) in file.songs.enumerated() { try list(part, of: file, isFirst: number == 0, to: &output) }
    if json { try output.write("\n  ]\n}\n") }
    try output.flush()
  }

  private func jsonHead(_ file: MIDIFile) -> String {
    "{\n  \"kind\": \"events\", \"file\": \(JSON.quoted(song)), \"rate\": \(rate), \"events\": ["
  }

  /// Lists tracks that sound together.
  private func list(
    _ part: Range<Int>, of file: MIDIFile, isFirst: Bool, to output: inout StandardOutput
  ) throws(StandardOutput.Failure) {
    let tracks = Array(file.tracks[part])
    let clock = FrameClock(map: file.tempoMap(of: tracks), sampleRate: rate)
    var cursor = clock.makeCursor()
    var isFirst = isFirst
    for element in MergedEvents(tracks) {
      let frame = cursor.frame(atTick: element.tick)
      let seconds = clock.seconds(atTick: element.tick)
      let line = Line(
        element: element, track: tracks[element.track], number: part.lowerBound + element.track + 1, seconds: seconds,
        frame: frame)
      try output.append { json ? line.appendJSON(to: &$0, isFirst: isFirst) : line.append(to: &$0) }
      isFirst = false
    }
  }

  /// One event as a line.
  private struct Line {
    let element: MergedEvents.Element
    let track: MIDIFile.Track
    let number: Int
    let seconds: ExactSeconds
    let frame: Int64

    func append(to line: inout [UInt8]) {
      let tab = UInt8(ascii: "\t")
      line.append(decimal: element.tick)
      line.append(tab)
      line.append(seconds: seconds)
      line.append(tab)
      line.append(decimal: frame)
      line.append(tab)
      line.append(decimal: Int64(number))
      line.append(tab)
      track.appendBytes(of: element.event, to: &line)
      line.append(tab)
      line.append(text: track.words(of: element.event))
      line.append(UInt8(ascii: "\n"))
    }

    func appendJSON(to line: inout [UInt8], isFirst: Bool) {
      line.append(text: isFirst ? "\n    {\"tick\": " : ",\n    {\"tick\": ")
      line.append(decimal: element.tick)
      line.append(text: ", \"seconds\": ")
      line.append(seconds: seconds)
      line.append(text: ", \"frame\": ")
      line.append(decimal: frame)
      line.append(text: ", \"track\": ")
      line.append(decimal: Int64(number))
      line.append(text: ", \"bytes\": \"")
      track.appendBytes(of: element.event, to: &line)
      line.append(text: "\", \"meaning\": ")
      line.append(text: JSON.quoted(track.words(of: element.event)))
      line.append(text: "}")
    }
  }
}

extension MIDIFile {
  /// The tracks that sound together: all of them, or in format 2 each for itself.
  var songs: [Range<Int>] {
    format == .independent ? tracks.indices.map { $0..<$0 + 1 } : [tracks.indices]
  }
}
