import ArgumentParser
import Tactus

/// One run of `tactus bounce`: from the names to the file and the line that tells of it.
struct BounceJob {
  let command: BounceCommand

  /// What the line at the end is made of.
  struct Outcome {
    let song: MIDIFile
    let songName: String
    let output: String
    let banks: BankChoice
    let settings: BounceSettings
    let sampleFormat: SampleFormat
    let threads: Int
    let report: BounceFileReport
    let elapsed: Double
  }

  func run() throws {
    let file = try command.song.map(InputFile.bytes) ?? Builtins.demoSong
    let song = try InputFile.song(in: file, strict: command.strict)
    let output = try outputPath()
    let banks = try chooseBanks(song, in: file)
    let bouncer = try makeBouncer(song, banks, songName: file.name)
    if let split = command.part.stems {
      let names = StemNaming(song: file.name, output: output, banks: banks, settings: bouncer.settings)
      return try runStems(split, bouncer, names, command.metadata(of: song))
    }
    let clock = ContinuousClock()
    let start = clock.now
    let report = try write(bouncer, command.metadata(of: song), to: output)
    try tell(
      Outcome(
        song: song, songName: file.name, output: output, banks: banks,
        settings: bouncer.settings, sampleFormat: command.sampleFormat, threads: threads, report: report,
        elapsed: (clock.now - start) / .seconds(1)))
  }

  var threads: Int { command.threads > 0 ? command.threads : Processors.available }

  /// Where the audio goes: what -o says, else a name of its own in this folder, which must be free.
  private func outputPath() throws(ToolError) -> String {
    if var output = command.output {
      if output.hasSuffix("/"), command.part.stems == nil {
        do { try OutputFolder.make(output) } catch { throw ToolError(nil, "\(error)") }
        output += ownName
      }
      if output != "-", let song = command.song, song != "-", SameFile.check(output, song) {
        throw ToolError(output, "this is the song itself; choose another name")
      }
      return output
    }
    let output = ownName
    guard command.song != nil, command.part.stems == nil else { return output }
    guard !SameFile.exists(output) else {
      throw ToolError(output, "is already there; to replace it say -o \(output)")
    }
    return output
  }

  /// The name of the file after the song's.
  private var ownName: String {
    let stem = command.song.map { $0 == "-" ? "song" : OutputFolder.stem(of: $0) } ?? "demo"
    return stem + "." + (command.format ?? .wav).endings[0]
  }

  private func chooseBanks(_ song: MIDIFile, in file: FileBytes) throws(ToolError) -> BankChoice {
    if command.song == nil { return try .builtIn() }
    guard command.bank.isEmpty else { return try .asked(command.bank, strict: command.strict) }
    var choice = try BankChoice.found()
    if case .rmid(let range?) = song.container { choice.addBank(of: file, in: range) }
    return choice
  }

  private func makeBouncer(_ song: MIDIFile, _ banks: BankChoice, songName: String) throws -> Bouncer {
    let bank = try banks.soundBank(velocityFilter: command.sound.velocityFilter)
    do throws(BounceError) {
      return try Bouncer(
        song, bank: bank, settings: command.settings, choice: .concatenated)
    } catch {
      switch error {
      case .badSetting, .contradiction: throw ValidationError("\(error)")
      case .tooLong: throw ToolError(songName, "\(error) (--max-length)")
      default: throw ToolError(songName, "\(error)")
      }
    }
  }

  private func write(
    _ bouncer: Bouncer, _ metadata: AudioFileMetadata, to path: String
  ) throws -> BounceFileReport {
    var output = BounceOutput(sampleFormat: command.sampleFormat)
    output.metadata = metadata
    output.compressionLevel = command.compression
    output.format = command.format
    output.threads = threads
    return try watched(path) { try bouncer.write(to: path, as: output, progress: $0) }
  }

  /// Does work that tells of its progress, with a bar where there is a terminal, and turns what it throws into a line.
  func watched<Report>(_ path: String, _ work: ((BounceProgress) -> Bool) throws -> Report) throws -> Report {
    var bar = ProgressBar(name: displayName(path))
    let showsProgress = Terminal.showsProgress && !command.quiet
    defer { bar.hide() }
    do {
      return try work { step in
        if showsProgress { bar.show(step) }
        return Interruption.signalNumber == nil
      }
    } catch let error as FileError {
      throw ToolError(nil, "\(error)")
    } catch let error as AudioFileError {
      throw ToolError(displayName(path), "\(error)")
    } catch let error as CodecError {
      throw ToolError(displayName(path), "\(error)")
    } catch BounceError.cancelled {
      throw Interrupted(signalNumber: Interruption.signalNumber ?? 2, output: displayName(path))
    }
  }

  func displayName(_ output: String) -> String { output == "-" ? "standard output" : output }
}
