import Synchronization
import Tactus

/// Reports the results of a batch while it runs: a line or a JSON object for each file, errors on standard error, and a
/// progress bar on a terminal.
final class BatchReporter: Sendable {
  /// The counts so far.
  struct Count {
    var done = 0
    var failed = 0
    /// The number of songs with remarks of their own.
    var remarkable = 0
    /// The total length of the rendered audio in seconds.
    var seconds = 0.0
    /// The seconds spent on rendering and writing.
    var renderSeconds = 0.0
    /// The banks of the songs that are done.
    var banks = UsedBanks()
    /// The error that occurred when writing to standard output; nil if there was none.
    var failure: StandardOutput.Failure?
  }

  private struct State {
    var count = Count()
    var bar: BatchBar?
    /// The JSON objects by song number, if they are printed together.
    var objects: [Int: JSON] = [:]
  }

  private let state: Mutex<State>
  private let list: String?
  private let options: BounceOptions

  /// - Parameters:
  ///   - list: the name of the list; nil for songs from the command line, whose objects are printed together.
  ///   - total: the number of songs.
  init(list: String?, total: Int, options: BounceOptions) {
    let showsProgress = Terminal.showsProgress && !options.quiet
    state = Mutex(State(bar: showsProgress ? BatchBar(name: list ?? "songs", total: total) : nil))
    self.list = list
    self.options = options
  }

  /// Ends the progress bar, and returns the counts and the objects to print together.
  func end() -> (count: Count, objects: [JSON]) {
    state.withLock { state in
      state.bar?.hide()
      return (state.count, state.objects.sorted { $0.key < $1.key }.map(\.value))
    }
  }

  /// Reports a song.
  func report(_ index: Int, _ outcome: BatchRun.Outcome) {
    state.withLock { state in
      if case .failure(BounceError.cancelled) = outcome.bounce.result { return }
      state.bar?.hide()
      switch outcome.bounce.result {
      case .success(let result): report(index, result, outcome, &state)
      case .failure(let error): report(index, error, outcome.item, &state)
      }
      state.bar?.show(done: state.count.done + state.count.failed, seconds: state.count.seconds)
    }
  }

  private func report(_ index: Int, _ result: BounceFileReport, _ outcome: BatchRun.Outcome, _ state: inout State) {
    guard let item = outcome.item, let banks = outcome.banks else { return }
    let remarks = Self.remarks(result, outcome, item, banks)
    state.count.done += 1
    state.count.seconds += result.bounce.seconds
    state.count.renderSeconds += outcome.bounce.seconds
    state.count.banks.add(banks)
    if !remarks.isEmpty { state.count.remarkable += 1 }
    if options.json {
      let object = BounceObject(
        song: item.song, output: item.output, options: item.options, report: result, stems: outcome.bounce.stemReport,
        banks: banks, threads: outcome.bounce.threads, elapsed: outcome.bounce.seconds,
        unfollowed: outcome.unfollowed, remarks: remarks, line: item.line)
      write(object.json, index, &state)
    } else if !options.quiet {
      write(BounceWords(result.bounce).line(item.output).printable, &state)
    }
  }

  /// Returns the remarks about a song: those of its JSON object. Remarks about banks and chains that songs share are
  /// those of the run.
  private static func remarks(
    _ result: BounceFileReport, _ outcome: BatchRun.Outcome, _ item: BatchItem, _ banks: BankChoice
  ) -> [String] {
    let remarks = BounceRemarks(
      songName: item.song, defects: outcome.defects, settings: item.options.settings,
      sampleFormat: item.options.sampleFormat, format: item.options.fileFormat(of: item.output),
      isOfStems: item.options.part.stems != nil)
    return banks.songRemarks + remarks.words(result, stems: outcome.bounce.stemReport)
      + [outcome.unfollowed?.sentence, outcome.formerStems].compactMap(\.self)
  }

  private func report(_ index: Int, _ error: any Error, _ item: BatchItem?, _ state: inout State) {
    state.count.failed += 1
    let words = BatchRun.words(error, item)
    let position = list.flatMap { list in item?.line.map { "\(list): line \($0): " } } ?? ""
    StandardError.writeLine(Style.standardError.failure("tactus:") + " " + (position + words).printable)
    guard options.json, let item else { return }
    write(Self.failure(of: item, words), index, &state)
  }

  /// Returns the JSON object of a song that failed.
  private static func failure(of item: BatchItem, _ words: String) -> JSON {
    var members = [JSON.Member(name: "kind", value: "failure")]
    if let line = item.line { members.append(.init(name: "line", value: JSON(line))) }
    let rest: JSON = ["song": .string(item.song), "file": .string(item.output), "error": .string(words)]
    return .object(members) + rest
  }

  private func write(_ object: JSON, _ index: Int, _ state: inout State) {
    if list == nil { state.objects[index] = object } else { write(object.text, &state) }
  }

  private func write(_ line: String, _ state: inout State) {
    guard state.count.failure == nil else { return }
    do throws(StandardOutput.Failure) {
      var output = StandardOutput()
      try output.writeLine(line)
      try output.flush()
    } catch { state.count.failure = error }
  }
}
