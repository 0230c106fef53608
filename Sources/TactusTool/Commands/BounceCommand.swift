import ArgumentParser
import Tactus

struct BounceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bounce",
    abstract: "Renders a song with a bank to an audio file.",
    discussion: """
      Without a song the built-in demo is rendered with the built-in bank to
      demo.wav.

      The bank is the one that --bank names; else TACTUS_BANK; else the system's;
      else the built-in. The line at the end says which it was. Several banks
      stack: where two have a preset of the same number, the later one's plays.

      The file gets its name when it is whole; a bounce that fails or is stopped
      leaves nothing behind and an older file as it was.

      Several songs go to a folder (-o folder/), side by side with one bank; one
      that fails does not stop the others.

      Places in a song are times (83.5, 1:23.5), bars (bar17, bar17:3 with a beat,
      bar17:3:120 with ticks after it) or ticks (tick9600). At --from all channels
      are as the song has set them. Loops are those that the song marks: loopStart
      and loopEnd markers, controllers 111, 116 and 117, 118 and 119; else all of it.

      Stems are 32-bit floats if --depth says nothing else (FLAC: 24 bits):
      together they are the mix, to below -140 dBFS.

      EXAMPLES
        tactus bounce song.mid -o song.wav
        tactus bounce song.mid -o song.aiff --bank piano.sf2 --depth 16
        tactus bounce song.mid -o song.wav --bank base.sf2 --bank more.sf2@1
            the presets of more.sf2 one bank higher
        tactus bounce song.mid -o song.flac
        tactus bounce song.mid -o - | ffmpeg -i - song.m4a
        tactus bounce song.mid -o song.wav --json | jq .timesRealTime
        tactus bounce song.mid -o part.wav --from bar17 --to bar33
        tactus bounce song.mid -o loop.wav --seamless
        tactus bounce song.mid -o song.wav --loops 2 --fade 8
        tactus bounce song.mid -o stems/ --stems channels
        tactus bounce song.mid -o song.wav --loudness -14LUFS --limit -1dB
        tactus bounce *.mid -o folder/
      """)

  @Argument(help: ArgumentHelp("MIDI files; - for standard input. Without one: the demo.", valueName: "song"))
  var songs: [String] = []
  @Option(
    name: .shortAndLong, help: ArgumentHelp("The file to make, or a folder/; - for standard output.", valueName: "file")
  )
  var output: String?
  @Option(help: ArgumentHelp("A SoundFont, with @ and a number the presets that many banks higher.", valueName: "file"))
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
  @OptionGroup(title: "Sound") var sound: SoundOptions
  @OptionGroup(title: "Parts and loops") var part: PartOptions
  @OptionGroup(title: "Level") var level: LevelOptions
  @Option(help: "How many threads render; 0 for one on each processor. The bytes are the same.") var threads = 0
  @Flag(help: "Refuse a song or a bank with defects.") var strict = false
  @Flag(help: "One JSON object on standard output.") var json = false
  @Flag(help: "Say nothing but errors.") var quiet = false

  func validate() throws {
    guard (0...256).contains(threads) else { throw ValidationError("--threads \(threads) is outside 0 to 256") }
    if songs.count > 1 {
      if output == "-" { throw ValidationError("standard output cannot take several songs; name a folder with -o") }
      if part.stems != nil { throw ValidationError("--stems takes one song at a time") }
      if songs.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input is one song, not several") }
    }
    if part.stems != nil, output == "-" {
      throw ValidationError("standard output cannot take several files; name a file or a folder/ with -o")
    }
    if song == nil, !bank.isEmpty {
      throw ValidationError("the demo plays with the built-in bank; name a song to use --bank")
    }
    if output == "-", json { throw ValidationError("standard output cannot take both audio and --json") }
    if songs.count < 2, let output, output != "-", !output.hasSuffix("/"), format == nil,
      let ending = unknownEnding(output)
    {
      throw ValidationError(
        "no file of kind '.\(ending)' can be made; choose .wav, .aiff, .caf, .raw, .flac, .ogg, .opus or .mp3")
    }
    if let compression, !(0...1).contains(compression) {
      throw ValidationError("--compression \(compression) is outside 0 to 1")
    }
  }

  func run() throws {
    Interruption.watch()
    if songs.count > 1 { try BatchJob(command: self).run() } else { try BounceJob(command: self).run() }
  }

  /// The only song; nil for the demo.
  var song: String? { songs.first }
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

  /// The ending of a name, if it is one and stands for nothing that can be written.
  private func unknownEnding(_ path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex, AudioFileFormat(path: path) == nil else {
      return nil
    }
    return String(name[name.index(after: dot)...])
  }
}
