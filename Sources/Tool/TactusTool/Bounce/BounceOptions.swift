import ArgumentParser
import Tactus

/// What can be said of a bounce, whatever is bounced: where to, with which bank, how it sounds, how it is told.
struct BounceOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to make, or a folder/; - for standard output.", valueName: "file")
  )
  var output: String?
  @Option(
    help: ArgumentHelp(
      "A SoundFont, with @ and a number the presets that many banks higher; a name alone is looked for where banks are kept, too.",
      valueName: "file"))
  var bank: [String] = []
  @Option(help: "Bits of a sample; f32 is floating point. (default: 24, of stems f32)") var depth: DepthOption?
  @Option(help: "The kind of file, if not what the name's ending says.")
  var format: AudioFileFormat?
  @Option(
    help: ArgumentHelp(
      "FLAC, Ogg, Opus, MP3: from 0, the best sound, to 1, the smallest file (of FLAC: the effort).",
      valueName: "level"))
  var compression: Double?
  @Flag(name: .customLong("no-metadata"), help: "Do not write the song's title, copyright and texts into the file.")
  var hasNoMetadata = false
  @Option(help: ArgumentHelp("Play through a chain of MIDI effects: see `tactus process`.", valueName: "file"))
  var chain: String?
  @OptionGroup(title: "Sound") var sound: SoundOptions
  @OptionGroup(title: "Parts and loops") var part: PartOptions
  @OptionGroup(title: "Level") var level: LevelOptions
  @Option(help: "How many threads render; 0 for one on each processor. The bytes are the same.") var threads = 0
  @Option(
    help: ArgumentHelp(
      "Write what happens to each voice (start, release, steal, end …) as JSON Lines; - for standard output.",
      valueName: "file"))
  var trace: String?
  @Flag(help: "Refuse a song or a bank with defects.") var strict = false
  @Flag(help: "One JSON object on standard output.") var json = false
  @Flag(help: "Say nothing but errors.") var quiet = false

  func validate() throws {
    guard (0...256).contains(threads) else { throw ValidationError("--threads \(threads) is outside 0 to 256") }
    if part.stems != nil, output == "-" {
      throw ValidationError("standard output cannot take several files; name a file or a folder/ with -o")
    }
    if output == "-", json { throw ValidationError("standard output cannot take both audio and --json") }
    if trace == "-", json { throw ValidationError("standard output cannot take both --trace and --json") }
    if trace == "-", output == "-" { throw ValidationError("standard output cannot take both audio and --trace") }
    if let compression, !(0...1).contains(compression) {
      throw ValidationError("--compression \(compression) is outside 0 to 1")
    }
  }

  /// What --depth says, or what suits.
  var sampleFormat: SampleFormat { (depth ?? standardDepth).sampleFormat }
  var depthName: String { (depth ?? standardDepth).rawValue }
  private var standardDepth: DepthOption {
    let isFLAC = (format ?? output.flatMap { AudioFileFormat(path: $0) }) == .flac
    return part.stems == nil || isFLAC ? .int24 : .float32
  }

  /// Everything that the options say about the rendering.
  var settings: BounceSettings {
    var settings = sound.settings
    part.apply(to: &settings)
    level.apply(to: &settings)
    return settings
  }

  /// What the file is to say about itself.
  func metadata(of song: MIDIFile) -> AudioFileMetadata {
    guard !hasNoMetadata else { return AudioFileMetadata() }
    var metadata = AudioFileMetadata(of: song)
    metadata.software = "Tactus"
    return metadata
  }

  /// How the file is written.
  func fileOutput(for song: MIDIFile) -> BounceOutput {
    var output = BounceOutput(sampleFormat: sampleFormat)
    output.metadata = metadata(of: song)
    output.compressionLevel = compression
    output.format = format
    return output
  }

  /// The ending of the output's name, if it is one and stands for no kind of audio file.
  var unknownEnding: String? {
    guard let output, output != "-", format == nil, !OutputFolder.isMeant(by: output) else { return nil }
    let name = output.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex, AudioFileFormat(path: output) == nil else {
      return nil
    }
    return String(name[name.index(after: dot)...])
  }
}
