import Synchronization
import Tactus

/// Bounces songs in parallel with shared banks; each output equals that of a separate `tactus bounce`.
struct BatchRun: Sendable {
  /// The number of songs.
  let count: Int
  /// Returns the song with this number, counted from 0.
  let item: @Sendable (Int) throws -> BatchItem
  let banks: BatchBanks
  let threads: Int
  /// The manifest that gets a line for each song; nil if none is written.
  let manifest: Manifest?
  let chains = BatchChains()
  private let folders = BatchFolders()

  /// The remarks about banks and chains.
  var remarks: [String] { banks.remarks + chains.remarks }

  /// The result of a song.
  struct Outcome: Sendable {
    /// The song; nil if its line could not be read again.
    let item: BatchItem?
    let defects: Int
    /// The banks that play the song; nil if it failed before it could be rendered.
    let banks: BankChoice?
    /// The messages that the synthesizer does not follow; nil if no report lists them.
    let unfollowed: UnfollowedMessages?
    /// The remark on stems that an earlier bounce has left; nil if there are none.
    let formerStems: String?
    let bounce: BounceQueue.Outcome
  }

  /// Bounces all songs; `report` is called with each result, one at a time.
  func run(report: @escaping @Sendable (Int, Outcome) -> Void) {
    Interruption.beginAsking()
    let underway = Mutex<[Int: Underway]>([:])
    BounceQueue(threads: threads).run(count) { index in
      let item = try item(index)
      underway.withLock { $0[index] = Underway(item: item) }
      return try job(item) { song in underway.withLock { $0[index] = song } }
    } while: {
      Interruption.signalNumber == nil
    } report: { index, outcome in
      let done = underway.withLock { $0.removeValue(forKey: index) }
      if let key = (done?.item ?? (try? item(index)))?.bankKey { banks.leave(key) }
      report(
        index,
        Outcome(
          item: done?.item, defects: done?.defects ?? 0, banks: done?.banks, unfollowed: done?.unfollowed,
          formerStems: done?.formerStems, bounce: outcome))
    }
  }

  /// A song in progress.
  private struct Underway {
    let item: BatchItem
    var defects = 0
    var banks: BankChoice?
    var unfollowed: UnfollowedMessages?
    /// The remark on stems that an earlier bounce has left.
    var formerStems: String? { remark.withLock { $0 } }
    /// The same, for the thread that renders.
    let remark = Guarded<String?>(nil)
  }

  /// Prepares a song.
  ///
  /// - Parameter note: receives what the report needs, when the song can be rendered.
  private func job(_ item: BatchItem, note: (Underway) -> Void) throws -> BounceQueue.Job {
    let options = item.options
    let source = try BounceSource(path: item.song, strict: options.strict)
    var settings = options.settings
    settings.chain = try options.chain.map { name throws(ToolError) in try chains.chain(name, strict: options.strict) }
    let bank = try bank(of: source, item)
    let bouncer = try Bouncer(
      source.song, bank: bank.bank, settings: settings, choice: .concatenated,
      tempoMap: options.speed?.tempoMap(of: source))
    let song = Underway(
      item: item, defects: source.song.diagnostics.count(atLeast: .warning), banks: bank.choice,
      unfollowed: options.quiet && !options.json ? nil : UnfollowedMessages(bouncer))
    note(song)
    for path in item.writtenFiles { try folders.prepare(for: path, makes: item.line != nil) }
    var job = BounceQueue.Job(bouncer, to: item.output, as: options.fileOutput(for: source.song))
    job.stems = try options.part.stems.map {
      try bouncer.stems(by: $0, effectsApart: options.part.effectsApart)
    }
    job.companion = try companion(song, source, bank.choice, bouncer, stems: job.stems?.stems ?? [])
    return job
  }

  /// Returns the additional work of a bounce: it writes the song's notes and its line in the manifest.
  private func companion(
    _ song: Underway, _ source: BounceSource, _ banks: BankChoice, _ bouncer: Bouncer, stems: [Stem]
  ) throws -> BounceQueue.Companion {
    let (item, remark) = (song.item, song.remark)
    var companion = BounceQueue.Companion()
    let data = try item.options.notes == nil ? nil : BounceDataFiles(item.options, bouncer, stems: stems)
    let digest = manifest == nil && item.options.part.stems == nil ? nil : source.fileDigest
    let inputs = try manifest.map { manifest throws(ToolError) in
      try ManifestInputs(song: (item.song, false, digest ?? source.digest), banks, item.options, manifest.digests)
    }
    companion.trace = data?.receiver
    let record = item.options.part.stems.map { _ in
      StemsRecord(item.completedFile, song: item.song, digest: digest)
    }
    companion.beforeCommit = { [manifest] in
      try data?.complete()
      try manifest?.withdraw(item.completedFile)
      record?.withdraw()
    }
    func complete(_ report: BounceReport, stems: [String]? = nil) throws {
      try data?.commit()
      guard let manifest, let inputs else { return }
      try manifest.add(
        ManifestLine(
          inputs, manifest.paths, output: item.completedFile, stems: stems, notes: item.options.notes, report))
    }
    companion.afterCommit = { try complete($0.bounce) }
    companion.afterStems = { report in
      let left = OtherStems.remark(record?.removeFormerStems(besides: report) ?? [])
      remark.withLock { $0 = left }
      try record?.write(report)
      try complete(report.bounce, stems: report.files.map(\.path))
    }
    return companion
  }

  /// Returns the requested bank. Without a request, returns the bank that the search finds, with the song's own bank
  /// stacked on top; a bounce that is repeated for `tactus verify` stacks it on the requested one.
  private func bank(of source: BounceSource, _ item: BatchItem) throws(ToolError) -> BatchBanks.Bank {
    let bank = try banks.bank(item.bankKey)
    guard item.options.bank.isEmpty || item.playsOwnBank, source.hasOwnBank else { return bank }
    var choice = bank.choice
    choice.addBank(of: source)
    return .init(choice: choice, bank: choice.soundBank(velocityFilter: item.options.sound.velocityFilter))
  }

  /// Returns the message for a song's error, with the name of the file in which the error occurred.
  static func words(_ error: any Error, _ item: BatchItem?) -> String {
    switch error {
    case let error as BounceError where error.isTooLong:
      "\(item?.song ?? ""): \(error.tooLongWords(item?.options.settings ?? BounceSettings()))"
    case is BounceError: "\(item?.song ?? ""): \(error)"
    case is AudioFileError, is CodecError: "\(item?.output ?? ""): \(error)"
    default: "\(error)"
    }
  }
}

/// The chains of MIDI effects of a batch, each read once.
final class BatchChains: Sendable {
  private struct State {
    var chains: [String: Result<ProcessorChain, ToolError>] = [:]
    var remarks: [String] = []
  }

  private let state = Mutex(State())

  /// The remarks for the user.
  var remarks: [String] { state.withLock { $0.remarks } }

  func chain(_ name: String, strict: Bool) throws(ToolError) -> ProcessorChain {
    try state.withLock { state -> Result<ProcessorChain, ToolError> in
      if let chain = state.chains[name] { return chain }
      let chain = Result { () throws(ToolError) in
        try InputFile.chain(named: name, strict: strict, remarks: &state.remarks)
      }
      state.chains[name] = chain
      return chain
    }.get()
  }
}
