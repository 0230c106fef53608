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
    var bar = ProgressBar(name: displayName(output))
    let report = try write(bouncer, to: output, &bar)
    try tell(
      Outcome(
        song: song, songName: file.name, output: output, banks: banks,
        settings: bouncer.settings, sampleFormat: command.depth.sampleFormat, threads: threads, report: report,
        elapsed: bar.elapsed))
  }

  private var threads: Int { command.threads > 0 ? command.threads : Processors.available }

  /// Where the audio goes: what -o says, else a name of its own in this folder, which must be free.
  private func outputPath() throws(ToolError) -> String {
    if let output = command.output {
      if output != "-", let song = command.song, song != "-", SameFile.check(output, song) {
        throw ToolError(output, "this is the song itself; choose another name")
      }
      return output
    }
    guard let song = command.song else { return "demo.wav" }
    let name = song == "-" ? "song" : String(song.split(separator: "/").last ?? "song")
    let stem = name.lastIndex(of: ".").map { $0 == name.startIndex ? name : String(name[..<$0]) } ?? name
    let output = stem + ".wav"
    guard !SameFile.exists(output) else {
      throw ToolError(output, "is already there; to replace it say -o \(output)")
    }
    return output
  }

  private func chooseBanks(_ song: MIDIFile, in file: FileBytes) throws(ToolError) -> BankChoice {
    if command.song == nil { return try .builtIn() }
    guard command.bank.isEmpty else { return try .asked(command.bank, strict: command.strict) }
    var choice = try BankChoice.found()
    if case .rmid(let range?) = song.container { choice.addBank(of: file, in: range) }
    return choice
  }

  private func makeBouncer(_ song: MIDIFile, _ banks: BankChoice, songName: String) throws -> Bouncer {
    do throws(BounceError) {
      return try Bouncer(
        song, bank: SoundBank(banks.layers), settings: command.sound.settings, choice: .concatenated)
    } catch {
      if case .badSetting = error { throw ValidationError("\(error)") }
      throw ToolError(songName, "\(error) (--max-length)")
    }
  }

  private func write(_ bouncer: Bouncer, to path: String, _ bar: inout ProgressBar) throws -> BounceFileReport {
    var output = BounceOutput()
    output.format = command.format
    output.sampleFormat = command.depth.sampleFormat
    output.threads = threads
    let showsProgress = Terminal.showsProgress && !command.quiet
    defer { bar.hide() }
    do {
      return try bouncer.write(to: path, as: output) { step in
        if showsProgress { bar.show(step) }
        return Interruption.signalNumber == nil
      }
    } catch let error as FileError {
      throw ToolError(nil, "\(error)")
    } catch let error as AudioFileError {
      throw ToolError(displayName(path), "\(error)")
    } catch BounceError.cancelled {
      throw Interrupted(signalNumber: Interruption.signalNumber ?? 2, output: displayName(path))
    }
  }

  func displayName(_ output: String) -> String { output == "-" ? "standard output" : output }
}
