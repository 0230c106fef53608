import ArgumentParser
import Tactus
import TactusPictures

struct PictureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "picture", _superCommandName: TactusCommand.name,
    abstract: "Draws a song, a recording or a bank as SVG or PNG.",
    usage: "tactus picture [<file>] -o <file> [<options>]",
    discussion: """
      Draws a song as a piano roll with tempo, bars and programs; a recording (WAV,
      RF64, AIFF, CAF, FLAC, Ogg, MP3) as waveform and spectrogram; a bank as an
      overview of its presets, or with --preset as a map of one preset's zones with
      its envelopes. Without a file, it draws the demo song. The contents determine
      the type of a file; its extension does not matter. A bare file name that does
      not exist here is searched for in the SoundFont folders.

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
      "A MIDI file, audio file, SoundFont or DLS bank; - for standard input, built-in for the built-in bank. (default: the demo song)",
    completion: .file()
  )
  var file: String?
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The picture to write, or a folder/; - for standard output.", valueName: "file"),
    completion: .file())
  var output: String
  @Option(help: "svg or png. (default: by the output's extension)") var format: PictureFormat?
  @Option(help: ArgumentHelp("Size in pixels, such as 1600x900.", valueName: "WxH")) var size: PictureSettings.Size?
  @Option(help: "Light, dark, or auto for the viewer's preference (SVG only).") var theme = PictureTheme.light
  @Option(help: ArgumentHelp("The title.", valueName: "text")) var title: String?
  @Option(help: ArgumentHelp("The preset of a bank to draw.", valueName: "bank:program")) var preset: PresetOption?
  @Option(
    help: ArgumentHelp(
      "The start: 1:23.5; for songs also bar17, bar17:3 or tick9600.", valueName: "position"))
  var from: SongPosition?
  @Option(help: ArgumentHelp("The end, in the same formats.", valueName: "position")) var to: SongPosition?
  @Option(help: ArgumentHelp("Channels of a song or recording, such as 1-4,10.", valueName: "list"))
  var channels: ChannelOption?
  @Flag(help: "Print one JSON object.") var json = false
  @Flag(help: "Print nothing but errors.") var quiet = false

  func validate() throws {
    if output == "-", json { throw ValidationError("standard output cannot take both a picture and --json") }
    if format == nil, PictureFormat(path: output) == nil, output != "-", !OutputFolder.isFolderPath(output) {
      throw ValidationError("'\(output)' does not end in .svg or .png; choose one, or use --format svg")
    }
    if theme == .auto, chosenFormat == .png {
      throw ValidationError("a PNG cannot follow the viewer's preference; choose --theme light or dark, or SVG")
    }
    try SongPosition.checkOrder(from, to)
  }

  func run() throws {
    let newFolder = try NewFolder(forOutput: output)
    defer { newFolder?.removeIfEmpty() }
    var command = self
    let name = OutputPath.name(from: file ?? Demo().name, or: "picture", pathExtension: chosenFormat.rawValue)
    command.output = try OutputPath.path(output, named: name)
    try PictureJob(command: command).run()
  }

  /// The format; SVG by default on standard output.
  var chosenFormat: PictureFormat { format ?? PictureFormat(path: output) ?? .svg }

  var settings: PictureSettings {
    var settings = PictureSettings()
    settings.size = size
    settings.title = title
    return settings
  }

  /// Returns the range given by --from and --to in seconds; nil if neither is given.
  ///
  /// - Parameters:
  ///   - name: the name of the file in messages.
  ///   - second: converts a position to seconds.
  func part(of name: String, _ second: (SongPosition) throws -> Double) throws -> ClosedRange<Double>? {
    guard from != nil || to != nil else { return nil }
    let (start, end) = (try from.map(second) ?? 0, try to.map(second) ?? .greatestFiniteMagnitude)
    guard start < end else {
      throw ToolError(name, from == nil ? "nothing lies between the start and --to" : "--from is not before --to")
    }
    return start...end
  }
}

extension SongPosition {
  /// The position in seconds if it is a time; nil for bars and ticks.
  var seconds: Double? {
    if case .time(let nanoseconds) = self { Double(nanoseconds) / 1e9 } else { nil }
  }
}
