import ArgumentParser
import Tactus

struct BounceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bounce", _superCommandName: TactusCommand.name,
    abstract: "Renders a song with a SoundFont bank to an audio file.",
    discussion: """
      Without a song, tactus renders the built-in demo song to demo.wav (demo 2.wav,
      if that exists); with --demo, the short demo of a family of instruments:
      --demo strings.

      The bank is the one given by --bank, otherwise the one in TACTUS_BANK,
      otherwise the system's default bank, otherwise the built-in bank; the last
      line of output names it. Repeat --bank to stack banks: for a preset that
      several banks have, the last one wins. A bare file name that does not exist
      here is searched for in the system's SoundFont folders. TACTUS_BANK may name
      several banks or folders, separated by colons: the first bank that can be used
      plays; entries that cannot be found are reported. If none can be used, the
      command fails.

      Output is written to a temporary file and renamed on success; a failed or
      cancelled bounce leaves any existing file untouched.

      Several songs, or a folder of MIDI files, are rendered into a folder
      (-o folder/), in parallel and with one bank; a song that fails does not stop
      the others. --skip-existing leaves out songs whose output exists.

      --batch reads songs, outputs and options from a list with one JSON object
      per line: {"song": "a.mid", "output": "a.wav", "gain": -3}. Options in a line
      override those of the command line; Documentation/Batches.md lists them.
      --shard 2/8 renders every eighth song, starting with the second, to share a
      list among eight machines. With --json, each song prints one line.

      Positions in a song are times (83.5, 1:23.5), bars (bar17; bar17:3 with a
      beat; bar17:3:120 with ticks) or ticks (tick9600). A range given by --from
      starts with the programs and controllers that the song has set by then. The
      loop is the range, otherwise the one marked in the song (loopStart and loopEnd
      markers, controllers 111, 116/117 or 118/119), otherwise the whole song. If
      nothing marks its end, it ends on the bar line less than a beat away from End
      of Track, if there is one and no note starts there or later.

      Stems are 32-bit float unless --depth is given (FLAC: 24-bit), and sum to the
      mix; the error is at least 130 dB below its peak.

      EXAMPLES
        tactus bounce song.mid -o song.wav
        tactus bounce song.mid -o song.aiff --bank piano.sf2 --depth 16
        tactus bounce song.mid -o song.wav --bank base.sf2 --bank more.sf2@1
            adds the presets of more.sf2 with their bank numbers raised by 1
        tactus bounce song.mid -o song.flac
        tactus bounce song.mid -o - | ffmpeg -i - song.m4a
        tactus bounce song.mid -o song.wav --json | jq .timesRealTime
        tactus bounce song.mid -o part.wav --from bar17 --to bar33
        tactus bounce song.mid -o loop.wav --seamless
        tactus bounce song.mid -o part.wav --from bar2 --to bar6 --loops 4
        tactus bounce song.mid -o song.wav --mute 10
        tactus bounce song.mid -o slow.wav --speed 80
        tactus bounce song.mid -o lower.wav --transpose -2
        tactus bounce song.mid -o guitar.wav --program 1=25
        tactus bounce song.mid -o song.wav --reverb-level -6
        tactus bounce song.mid -o song.wav --loops 2 --fade 8
        tactus bounce song.mid -o stems/ --stems channels
        tactus bounce song.mid -o song.wav --loudness -14LUFS --limit -1dB
        tactus bounce song.mid -o song.wav --trace voices.jsonl
            writes when and why each voice starts, is stolen, and ends
        tactus bounce song.mid -o song.wav --notes notes.jsonl
            writes the frames, key, track and preset of each note that sounds
        tactus bounce *.mid -o folder/
        tactus bounce songs/ -o audio/
            renders the MIDI files in songs/ and in its folders
        tactus bounce --batch list.jsonl --bank piano.sf2 --skip-existing
        tactus bounce --batch list.jsonl --notes .notes.jsonl --manifest made.jsonl
            writes the notes beside each audio file, and what each was made from
      """)

  @Argument(
    help: ArgumentHelp(
      "MIDI files, and folders of them; - for standard input. (default: the demo song)", valueName: "song"),
    completion: .file())
  var songs: [String] = []
  @Option(
    help: ArgumentHelp(
      "The demo of a family of General MIDI instruments, or of the drum kits, instead of a song.", valueName: "family"))
  var demo: DemoFamily?
  @Option(help: "The file format. (default: by the output's extension)") var format: AudioFileFormat?
  @Option(help: SpeedOption.help) var speed: SpeedOption?
  @Option(parsing: .unconditional, help: TransposeOption.fileHelp) var transpose: TransposeOption?
  @Option(help: ProgramOption.help) var program: ProgramOption?
  @OptionGroup var plain: PlainBounceOptions
  @Option(
    help: ArgumentHelp(
      "Add a JSON line to this file with the SHA-256 of the song, the banks and the audio file, and the settings; `tactus verify` compares them.",
      valueName: "file"), completion: .file())
  var manifest: String?
  @OptionGroup(title: "Sound") var sound: SoundOptions
  @OptionGroup(title: "Sound") var fileSound: FileSoundOptions
  @OptionGroup(title: "Parts and loops") var part: PartOptions
  @OptionGroup(title: "Parts and loops") var channels: ChannelOptions
  @OptionGroup(title: "Level") var level: LevelOptions
  @OptionGroup(title: "Many songs") var batch: BatchOptions

  /// The options of the bounce.
  var options: BounceOptions {
    BounceOptions(
      plain: plain, sound: sound, fileSound: fileSound, part: part, level: level, selection: channels.selection,
      format: format, manifest: manifest, speed: speed, program: program, transpose: transpose)
  }

  func validate() throws {
    try options.validate()
    if demo != nil, !songs.isEmpty || batch.batch != nil {
      throw ValidationError("--demo cannot be combined with songs or a list")
    }
    let inputs = (songs.contains("-") ? ["-"] : []) + [batch.batch].compactMap(\.self)
    try StandardInput.check(inputs, banks: options.bank, chain: options.chain)
    if batch.batch != nil { return try validateBatch() }
    if batch.skipExisting {
      guard isList else {
        throw ValidationError("--skip-existing requires --batch, several songs, or a folder: add -o ./")
      }
      guard options.output != nil else {
        throw ValidationError("--skip-existing requires a folder for several songs; add -o ./")
      }
    }
    if options.manifest != nil, options.part.stems != nil {
      throw ValidationError("a manifest describes stems of a list only; use --batch")
    }
    if isList {
      if options.output == "-" {
        throw ValidationError("standard output cannot take several songs; name a folder with -o")
      }
      if options.part.stems != nil {
        let option = hasSeveralSongs ? "--stems" : "--stems without --skip-existing"
        throw ValidationError("\(option) takes one song, or a list with --batch")
      }
      try refuseDataFiles()
      if songs.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input is one song, not several") }
    }
    try refuseAudioAsSong()
    if !isList, let suffix = options.unknownPathExtension {
      throw ValidationError(
        "unsupported output format '.\(suffix)'; choose .wav, .aiff, .caf, .raw, .flac, .ogg, .opus or .mp3")
    }
    try options.validateFormat()
  }

  /// Refuses an audio file as the last song, where it is probably meant as the output.
  private func refuseAudioAsSong() throws(ValidationError) {
    guard options.output == nil, let last = songs.last, AudioFileFormat(path: last) != nil else { return }
    if !SameFile.exists(last) {
      throw ValidationError("\(last) is not a song; did you mean -o \(last.quotedForShell)?")
    }
    guard songs.count == 1 else {
      throw ValidationError("\(last) is an audio file, not a song; to replace it, use -o \(last.quotedForShell)")
    }
  }

  /// Whether several songs are given, or a folder, even if it contains only one.
  private var hasSeveralSongs: Bool { songs.count > 1 || songs.contains { $0 != "-" && FilePath.isFolder($0) } }

  /// Whether the songs are bounced as a list: several, or one that is left out if its output exists.
  private var isList: Bool {
    hasSeveralSongs || batch.skipExisting && songs.count == 1 && options.output.map(OutputFolder.isFolderPath) ?? false
  }

  private func validateBatch() throws {
    if !songs.isEmpty { throw ValidationError("--batch cannot be combined with songs on the command line") }
    if options.output != nil { throw ValidationError("--batch sets the output of each song; leave out -o") }
    try refuseDataFiles()
  }

  private func refuseDataFiles() throws(ValidationError) {
    if options.trace != nil { throw ValidationError("--trace takes one song at a time") }
    if let notes = options.notes, !BounceOptions.isSuffix(notes) {
      throw ValidationError("several songs need several files of notes; give a suffix, such as --notes .notes.jsonl")
    }
  }

  func run() throws {
    if let list = batch.batch { return try ListJob(path: list, batch: batch, options: options).run() }
    try expectSongs()
    guard !isList else {
      return try SongsJob(songs: songs, options: options, skipsExisting: batch.skipExisting).run()
    }
    try BounceJob(options: options, source: BounceSource(path: songs.first, strict: options.strict, demo: Demo(demo)))
      .run()
  }

  /// Refuses banks among the songs if `--bank` is not given.
  ///
  /// It runs after parsing, so that unknown options are reported first.
  private func expectSongs() throws {
    guard options.bank.isEmpty else { return }
    for song in songs where BankChoice.hasBankExtension(song) {
      throw ValidationError("\(song) is a bank; did you mean --bank \(song.quotedForShell)?")
    }
  }
}
