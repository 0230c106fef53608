import ArgumentParser
import Tactus
import TactusPictures

struct PictureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture",
    abstract: "Draws a song, a recording or a bank as SVG or PNG.",
    discussion: """
      Without a file the built-in demo song is drawn. A song becomes a piano roll with tempo, bars and programs; a recording
      (WAV, RF64, AIFF, CAF, FLAC, Ogg, MP3) waveform and spectrogram; a bank an overview of its
      presets, or with --preset a map of one preset's zones with its envelopes.
      What a file is shows in its bytes; its name's ending does not matter.

      The same file gives the same bytes every time.

      EXAMPLES
        tactus picture -o demo.svg
        tactus picture song.mid -o song.svg
        tactus picture song.mid -o intro.png --from bar5 --to bar13 --channels 1-4,10
        tactus picture song.wav -o song.png --size 1600x900 --theme dark
        tactus picture bank.sf2 -o presets.svg --theme auto
        tactus picture bank.sf2 -o piano.svg --preset 0:0
        tactus picture song.mid -o - --format png | display
      """)

  @Argument(
    help:
      "A MIDI file, audio file or SoundFont; - for standard input, built-in for the built-in bank. Without it: the demo."
  )
  var file: String?
  @Option(name: .shortAndLong, help: ArgumentHelp("The picture to make; - for standard output.", valueName: "file"))
  var output: String
  @Option(help: "svg or png, if not what the name's ending says.") var format: PictureFormat?
  @Option(help: ArgumentHelp("Pixels, such as 1600x900.", valueName: "WxH")) var size: PictureSettings.Size?
  @Option(help: "Light, dark, or auto for what the viewer prefers (SVG).") var theme = PictureTheme.light
  @Option(help: ArgumentHelp("The headline.", valueName: "text")) var title: String?
  @Option(help: ArgumentHelp("The preset of a bank to show.", valueName: "bank:program")) var preset: PresetOption?
  @Option(
    help: ArgumentHelp(
      "The beginning of what is shown: 1:23.5, and of a song bar17, bar17:3, tick9600.", valueName: "place"))
  var from: SongPosition?
  @Option(help: ArgumentHelp("The end, written alike.", valueName: "place")) var to: SongPosition?
  @Option(help: ArgumentHelp("Channels of a song or recording, such as 1-4,10.", valueName: "list"))
  var channels: ChannelOption?
  @Flag(help: "One JSON object on standard output.") var json = false
  @Flag(help: "Say nothing but errors.") var quiet = false

  func validate() throws {
    if output == "-", json { throw ValidationError("standard output cannot take both a picture and --json") }
    if format == nil, PictureFormat(path: output) == nil, output != "-" {
      throw ValidationError("'\(output)' does not end in .svg or .png; choose one, or say --format svg")
    }
    if theme == .auto, chosenFormat == .png {
      throw ValidationError("a PNG cannot follow what the viewer prefers; choose --theme light or dark, or SVG")
    }
  }

  func run() throws { try PictureJob(command: self).run() }

  /// SVG on standard output, where nothing else is said.
  var chosenFormat: PictureFormat { format ?? PictureFormat(path: output) ?? .svg }

  var settings: PictureSettings {
    var settings = PictureSettings()
    settings.size = size
    settings.title = title
    return settings
  }

  /// What --from and --to choose; nil where neither is given.
  ///
  /// - Parameter second: the second of a place; nil where there is no such place.
  func part(_ second: (SongPosition) throws -> Double) throws -> ClosedRange<Double>? {
    guard from != nil || to != nil else { return nil }
    let (start, end) = (try from.map(second) ?? 0, try to.map(second) ?? .greatestFiniteMagnitude)
    guard start < end else { throw ValidationError("--from is not before --to") }
    return start...end
  }
}

extension SongPosition {
  /// The second of a time; nil for bars and ticks.
  var seconds: Double? {
    if case .time(let nanoseconds) = self { Double(nanoseconds) / 1e9 } else { nil }
  }
}
