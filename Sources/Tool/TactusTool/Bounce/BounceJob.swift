import ArgumentParser
import Tactus

/// One run of `tactus bounce`, from the file names to the output and its summary.
struct BounceJob {
  var options: BounceOptions
  let source: BounceSource

  /// The data of the summary.
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
    /// The messages that the synthesizer does not follow; nil if nothing reports them.
    let unfollowed: UnfollowedMessages?
  }

  func run() throws {
    let newFolder = try NewFolder(forOutput: options.output)
    defer { newFolder?.removeIfEmpty() }
    let output = try outputPath()
    var job = self
    job.options.notes = options.notes.map { BounceOptions.notesPath($0, beside: notesNeighbour(output)) }
    try job.run(to: output)
  }

  private func run(to output: String) throws {
    let song = source.song
    let banks = try chooseBanks()
    let bouncer = try makeBouncer(banks)
    if let split = options.part.stems {
      let names = StemNaming(
        song: source.name, output: output, banks: banks, settings: bouncer.settings,
        unfollowed: options.quiet && !options.json ? nil : UnfollowedMessages(bouncer))
      return try runStems(split, bouncer, names, options.fileOutput(for: song))
    }
    let clock = ContinuousClock()
    let start = clock.now
    var fileOutput = options.fileOutput(for: song)
    fileOutput.threads = threads
    let data = try makeDataFiles(for: bouncer, beside: [output])
    let manifest = try options.manifest.map { path throws(ToolError) in try Manifest(path) }
    try manifest?.begin()
    defer { manifest?.removeIfEmpty() }
    let result = try watched(output) { progress in
      let result = try bouncer.write(
        to: output, as: fileOutput, with: WorkerPool(width: threads), on: ReusableSynth(), progress: progress,
        trace: data.receiver
      ) {
        try data.complete()
        try manifest?.withdraw(output)
      }
      try data.commit()
      return result
    }
    if let manifest { try record(result, to: manifest, banks, output: output) }
    try report(
      Outcome(
        song: song, songName: source.name, output: output, banks: banks,
        settings: bouncer.settings, sampleFormat: options.sampleFormat, threads: threads, report: result,
        elapsed: (clock.now - start) / .seconds(1),
        unfollowed: options.quiet && !options.json ? nil : UnfollowedMessages(bouncer)))
  }

  /// Adds the bounce to the manifest.
  private func record(
    _ result: BounceFileReport, to manifest: Manifest, _ banks: BankChoice, output: String
  ) throws {
    let inputs = try ManifestInputs(
      song: (source.path ?? source.demo.name, source.path == nil, source.digest), banks, options, manifest.digests)
    let notes = options.notes.flatMap { $0 == "-" ? nil : $0 }
    try manifest.add(ManifestLine(inputs, manifest.paths, output: output, notes: notes, result.bounce))
    try manifest.finish()
  }

  var threads: Int { options.threads > 0 ? options.threads : Processors.available }

  /// Returns the file that gives the file of notes its folder and name: the audio file, or, for stems in a folder, the
  /// file that a batch would write there.
  private func notesNeighbour(_ output: String) -> String {
    guard options.part.stems != nil, OutputFolder.isFolderPath(output) else { return output }
    return OutputPath.joined(output, StemsRecord.name)
  }

  /// Returns the output path: that of -o, or a name in the working folder that does not exist yet.
  private func outputPath() throws(ToolError) -> String {
    if var output = options.output {
      if OutputFolder.isFolderPath(output), options.part.stems == nil {
        output = OutputPath.joined(output, ownName)
      }
      if output != "-", let path = source.path, path != "-", SameFile.check(output, path) {
        throw ToolError(output, "the output would overwrite the song; choose another name")
      }
      return output
    }
    let output = ownName
    guard options.part.stems == nil else { return output }
    if source.path == nil { return freeName() }
    guard !SameFile.exists(output) else {
      throw ToolError(output, "already exists; to replace it, use -o \(output)")
    }
    return output
  }

  /// The output name derived from the song's name.
  private var ownName: String { name("") }

  /// Returns the demo's name, with a number if there is such a file: the first command of a user can be repeated.
  private func freeName() -> String {
    var (free, number) = (ownName, 1)
    while SameFile.exists(free) {
      number += 1
      free = name(" \(number)")
    }
    return free
  }

  private func name(_ suffix: String) -> String {
    let stem = source.path.map { $0 == "-" ? "song" : OutputFolder.stem(of: $0) } ?? source.demo.name
    return stem + suffix + "." + (options.format ?? .wav).pathExtensions[0]
  }

  private func chooseBanks() throws(ToolError) -> BankChoice {
    guard options.bank.isEmpty else { return try .asked(options.bank, strict: options.strict) }
    if source.path == nil { return try .builtIn() }
    var choice = try BankChoice.found()
    choice.addBank(of: source)
    return choice
  }

  private func makeBouncer(_ banks: BankChoice) throws -> Bouncer {
    var settings = options.settings
    settings.chain = try chain()
    if source.hasExactEnd { settings.loopEnding = .endOfTrack }
    if options.sound.gain == nil { settings.synth.gain = source.gain(with: options.bank) }
    do throws(BounceError) { try settings.check() } catch { throw ValidationError("\(error)") }
    let tempoMap = try options.speed?.tempoMap(of: source) ?? source.tempoMap
    do throws(BounceError) {
      return try Bouncer(
        source.song, settings: settings, choice: .concatenated, tempoMap: tempoMap
      ) { programs in
        // A trace contains the numbers of regions, which must not depend on the song.
        banks.soundBank(velocityFilter: options.sound.velocityFilter, programs: options.trace == nil ? programs : nil)
      }
    } catch {
      // the settings are right, so it is the song that does not allow them
      throw ToolError(source.name, error.isTooLong ? error.tooLongWords(settings) : "\(error)")
    }
  }

  /// Opens the files given by --trace and --notes, which must differ from each other, the song, and the audio files.
  func makeDataFiles(
    for bouncer: Bouncer, beside outputs: [String], stems: [Stem] = []
  ) throws(ToolError) -> BounceDataFiles {
    if options.manifest != nil, let output = outputs.first, SameFile.exists(output), !SameFile.isRegular(output) {
      throw ToolError(output, "a manifest describes regular files; choose another output")
    }
    let inputs = options.bank.map { BankChoice.path(in: $0) } + (options.chain.map { [$0] } ?? [])
    for path in outputs where inputs.contains(where: { SameFile.check(path, $0) }) {
      throw ToolError(path, "the output would overwrite a bank or the chain; choose another name")
    }
    for (path, name) in [
      (options.trace, "trace"), (options.notes, "file of notes"), (options.manifest, "manifest"),
    ] {
      if let path, inputs.contains(where: { SameFile.check(path, $0) }) {
        throw ToolError(path, "the \(name) would overwrite a bank or the chain; choose another file")
      }
      guard let path, path != "-" else { continue }
      if let song = source.path, song != "-", SameFile.check(path, song) {
        throw ToolError(path, "the \(name) would overwrite the song; choose another file")
      }
      if outputs.contains(where: { SameFile.wouldBe(path, $0) }) {
        throw ToolError(path, "the \(name) would overwrite the audio file; choose another file")
      }
    }
    if let trace = options.trace, let notes = options.notes, trace != "-", SameFile.wouldBe(trace, notes) {
      throw ToolError(notes, "the file of notes would overwrite the trace; choose another file")
    }
    if let manifest = options.manifest,
      [options.trace, options.notes].contains(where: { path in
        path.map { SameFile.wouldBe(manifest, $0) } ?? false
      })
    {
      throw ToolError(manifest, "the manifest would overwrite another output; choose another file")
    }
    return try BounceDataFiles(options, bouncer, stems: stems)
  }

  /// Reads the effects given by --chain.
  private func chain() throws(ToolError) -> ProcessorChain? {
    guard let name = options.chain else { return nil }
    var remarks: [String] = []
    let chain = try InputFile.chain(named: name, strict: options.strict, remarks: &remarks)
    guard !options.quiet else { return chain }
    for remark in remarks { StandardError.remark(remark) }
    return chain
  }

  /// Runs work with a progress bar on a terminal, and converts its errors to one line.
  func watched<Report>(_ path: String, _ work: ((BounceProgress) -> Bool) throws -> Report) throws -> Report {
    var bar = ProgressBar(name: displayName(path))
    let showsProgress = Terminal.showsProgress && !options.quiet
    defer { bar.hide() }
    do {
      return try Interruption.asking {
        try work { step in
          if showsProgress { bar.show(step) }
          return Interruption.signalNumber == nil
        }
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
