import ArgumentParser
import Tactus

struct BounceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bounce",
    abstract: "Renders a song with a bank to an audio file.",
    discussion: """
      Without a song the built-in demo is rendered to demo.wav, with the built-in
      bank if --bank names no other.

      The bank is the one that --bank names; else TACTUS_BANK; else the system's;
      else the built-in. The line at the end says which it was. Several banks
      stack: where two have a preset of the same number, the later one's plays.
      A name that is no file here is looked for where banks are kept.

      The file gets its name when it is whole; a bounce that fails or is stopped
      leaves nothing behind and an older file as it was.

      Several songs go to a folder (-o folder/), side by side with one bank; one
      that fails does not stop the others.

      --batch takes songs, outputs and options from a list, each line an object:
      {"song": "a.mid", "output": "a.wav", "gain": -3}. What a line says goes before
      what the command line says; Documentation/Batches.md has all members. --shard
      2/8 takes every eighth song from the second on, for one of eight machines.
      With --json each song is a line.

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
        tactus bounce song.mid --trace voices.jsonl && grep '"steal"' voices.jsonl
        tactus bounce *.mid -o folder/
        tactus bounce --batch list.jsonl --bank piano.sf2 --skip-existing
      """)

  @Argument(help: ArgumentHelp("MIDI files; - for standard input. Without one: the demo.", valueName: "song"))
  var songs: [String] = []
  @OptionGroup var options: BounceOptions
  @OptionGroup(title: "Many songs") var batch: BatchOptions

  func validate() throws {
    if batch.batch != nil { return try validateBatch() }
    if songs.count > 1 {
      if options.output == "-" {
        throw ValidationError("standard output cannot take several songs; name a folder with -o")
      }
      if options.part.stems != nil { throw ValidationError("--stems takes one song at a time") }
      if options.trace != nil { throw ValidationError("--trace takes one song at a time") }
      if songs.count(where: { $0 == "-" }) > 1 { throw ValidationError("standard input is one song, not several") }
    }
    if options.output == nil, let last = songs.last, AudioFileFormat(path: last) != nil, !SameFile.exists(last) {
      throw ValidationError("\(last) is no song; did you mean -o \(last.quotedForShell)?")
    }
    if songs.count < 2, let ending = options.unknownEnding {
      throw ValidationError(
        "no file of kind '.\(ending)' can be made; choose .wav, .aiff, .caf, .raw, .flac, .ogg, .opus or .mp3")
    }
  }

  private func validateBatch() throws {
    if !songs.isEmpty { throw ValidationError("--batch names the songs; name none beside it") }
    if options.output != nil { throw ValidationError("--batch says where each file goes; leave out -o") }
    if options.part.stems != nil { throw ValidationError("--stems takes one song at a time") }
    if options.trace != nil { throw ValidationError("--trace takes one song at a time") }
  }

  func run() throws {
    if let list = batch.batch { return try ListJob(path: list, batch: batch, options: options).run() }
    try expectSongs()
    guard songs.count < 2 else { return try SongsJob(songs: songs, options: options).run() }
    try BounceJob(options: options, source: BounceSource(path: songs.first, strict: options.strict)).run()
  }

  /// A bank among the songs is meant to be one of `--bank`, where that says none. An unknown option is found before this.
  private func expectSongs() throws {
    guard options.bank.isEmpty else { return }
    for song in songs where [".sf2", ".sf3"].contains(where: song.lowercased().hasSuffix) {
      throw ValidationError("\(song) is a bank; did you mean --bank \(song.quotedForShell)?")
    }
  }
}
