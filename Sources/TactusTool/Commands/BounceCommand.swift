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

      EXAMPLES
        tactus bounce song.mid -o song.wav
        tactus bounce song.mid -o song.aiff --bank piano.sf2 --depth 16
        tactus bounce song.mid -o song.wav --bank base.sf2 --bank more.sf2@1
            the presets of more.sf2 one bank higher
        tactus bounce song.mid -o - | ffmpeg -i - song.mp3
        tactus bounce song.mid -o song.wav --json | jq .timesRealTime
      """)

  @Argument(help: "A MIDI file; - for standard input. Without it: the demo.") var song: String?
  @Option(name: .shortAndLong, help: ArgumentHelp("The file to make; - for standard output.", valueName: "file"))
  var output: String?
  @Option(help: ArgumentHelp("A SoundFont, with @ and a number the presets that many banks higher.", valueName: "file"))
  var bank: [String] = []
  @Option(help: "Bits of a sample: 16, 24, 32, or f32 for floating point.") var depth = DepthOption.int24
  @Option(help: "The kind of file, if not what the name's ending says: wav, aiff, caf or raw.")
  var format: AudioFileFormat?
  @OptionGroup var sound: SoundOptions
  @Option(help: "How many threads render; 0 for one on each processor. The bytes are the same.") var threads = 0
  @Flag(help: "Refuse a song or a bank with defects.") var strict = false
  @Flag(help: "One JSON object on standard output.") var json = false
  @Flag(help: "Say nothing but errors.") var quiet = false

  func validate() throws {
    guard (0...256).contains(threads) else { throw ValidationError("--threads \(threads) is outside 0 to 256") }
    if song == nil, !bank.isEmpty {
      throw ValidationError("the demo plays with the built-in bank; name a song to use --bank")
    }
    if output == "-", json { throw ValidationError("standard output cannot take both audio and --json") }
    if let output, output != "-", format == nil, let ending = unknownEnding(output) {
      throw ValidationError("no file of kind '.\(ending)' can be made; choose .wav, .aiff, .caf or .raw")
    }
  }

  func run() throws {
    Interruption.watch()
    try BounceJob(command: self).run()
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
