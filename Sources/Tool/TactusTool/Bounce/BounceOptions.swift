import ArgumentParser
import Tactus

/// All options of a bounce.
///
/// A command declares these groups side by side instead of nesting them in one group: in debug builds, the argument
/// parser checks a nested group four times as often.
@dynamicMemberLookup
struct BounceOptions {
  var plain: PlainBounceOptions
  var sound: SoundOptions
  var fileSound: FileSoundOptions
  var part: PartOptions
  var level: LevelOptions
  var selection = ChannelSelection()
  /// The audio format of `--format`; nil for that of the output's extension.
  var format: AudioFileFormat?
  /// The file of `--manifest`.
  var manifest: String?
  /// The speed of `--speed`; nil for the tempo of the song.
  var speed: SpeedOption?
  /// The programs of `--program`; nil for those of the song.
  var program: ProgramOption?
  /// The transposition of `--transpose`; nil for the keys of the song.
  var transpose: TransposeOption?

  /// The options without a command line.
  static func defaults() throws -> BounceOptions {
    try BounceOptions(
      plain: .parse([]), sound: .parse([]), fileSound: .parse([]), part: .parse([]), level: .parse([]))
  }

  subscript<Value>(dynamicMember option: WritableKeyPath<PlainBounceOptions, Value>) -> Value {
    get { plain[keyPath: option] }
    set { plain[keyPath: option] = newValue }
  }

  /// Checks what concerns more than one group; the parser has checked each group.
  func validate() throws(ValidationError) {
    try selection.validate()
    try checkFormat()
    if manifest == "-" { throw ValidationError("--manifest - has no name; name a file") }
    if manifest != nil, plain.output == "-" { throw ValidationError("a manifest describes files; name a file with -o") }
    guard let split = part.stems else { return }
    if plain.output == "-" {
      throw ValidationError("standard output cannot take several files; name a file or a folder/ with -o")
    }
    if split == .tracks, plain.chain != nil {
      throw ValidationError(
        "--stems tracks and --chain exclude each other: MIDI effects make new notes, which belong to no track; "
          + "split by channels, programs or groups")
    }
  }

  /// Throws if an option is given that has no effect on files of the output's format.
  private func checkFormat() throws(ValidationError) {
    guard let format = format ?? plain.output.flatMap({ AudioFileFormat(path: $0) }) else { return }
    if plain.compression != nil, !format.isCompressed {
      throw ValidationError(
        "--compression: \(format) files are not compressed; leave it out, or use -o x.flac, x.ogg, x.opus or x.mp3")
    }
    if plain.depth != nil, format.isLossy {
      throw ValidationError(
        "--depth: \(format) files have no bit depth; leave it out, or use -o x.wav or x.flac")
    }
  }

  /// Refuses a depth or a sample rate that files of the output's format cannot have.
  func validateFormat() throws(ValidationError) {
    let format = fileFormat(of: plain.output ?? "")
    // the defaults suit every format
    guard plain.depth != nil || fileSound.rate != 48_000 else { return }
    let description = AudioFileDescription(format: format, sampleFormat: sampleFormat, sampleRate: fileSound.rate)
    guard let refusal = FormatLimits.refusal(of: description) else { return }
    var option = "--rate \(fileSound.rate)"
    if case .sampleFormat = refusal { option = "--depth \(depthName)" }
    throw ValidationError("\(option): \(refusal)")
  }

  /// Whether the value of `--notes` is a suffix for each audio file's name, not a path.
  static func isSuffix(_ notes: String) -> Bool { notes.hasPrefix(".") && !notes.contains("/") }

  /// Returns the path of a file of notes from the value of `--notes`: a suffix that begins with a dot replaces that of
  /// the audio file.
  static func notesPath(_ value: String, beside output: String) -> String {
    guard isSuffix(value) else { return value }
    return FilePath.folder(of: output) + OutputFolder.stem(of: output) + value
  }

  /// The sample format of --depth, or the default.
  var sampleFormat: SampleFormat { (plain.depth ?? standardDepth).sampleFormat }
  var depthName: String { (plain.depth ?? standardDepth).rawValue }
  private var standardDepth: DepthOption {
    part.stems == nil || fileFormat(of: plain.output ?? "") == .flac ? .int24 : .float32
  }

  /// Returns the file format of an output: that of --format, or of the path's extension, or WAV.
  func fileFormat(of output: String) -> AudioFileFormat { format ?? AudioFileFormat(path: output) ?? .wav }

  /// The rendering settings.
  var settings: BounceSettings {
    var settings = sound.settings
    fileSound.apply(to: &settings)
    part.apply(to: &settings)
    level.apply(to: &settings)
    settings.channels = selection.ofSong
    settings.programs = program?.programs ?? [:]
    settings.transposition = transpose?.semitones ?? 0
    return settings
  }

  /// Returns the metadata for the file.
  func metadata(of song: MIDIFile) -> AudioFileMetadata {
    guard !plain.hasNoMetadata else { return AudioFileMetadata() }
    var metadata = AudioFileMetadata(of: song)
    metadata.software = "Tactus"
    return metadata
  }

  /// Returns the output format.
  func fileOutput(for song: MIDIFile) -> BounceOutput {
    var output = BounceOutput(sampleFormat: sampleFormat)
    output.metadata = metadata(of: song)
    output.compressionLevel = plain.compression
    output.format = format
    output.skipsSilentStems = part.skipSilentStems
    output.isMono = fileSound.mono
    return output
  }

  /// The extension of the output if it is not that of an audio format.
  var unknownPathExtension: String? {
    guard let output = plain.output, output != "-", format == nil, !OutputFolder.isFolderPath(output) else {
      return nil
    }
    let name = FilePath.name(of: output)
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex, AudioFileFormat(path: output) == nil else {
      return nil
    }
    return String(name[name.index(after: dot)...])
  }
}
