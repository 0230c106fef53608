import Synchronization
import Tactus

/// Bounces the songs of a manifest again, each into a temporary file, and compares the bytes.
struct Rerendering {
  private let manifest: String
  private let paths: ManifestPaths
  private let lines: [ManifestLine]
  private let threads: Int

  init(_ manifest: String, _ lines: [ManifestLine], threads: Int) {
    (self.manifest, self.lines, self.threads) = (manifest, lines, threads)
    paths = ManifestPaths(manifest)
  }

  /// Returns the audio files whose bytes differ.
  func differences() throws -> [VerifyJob.Difference] {
    let folder = try TemporaryOutputs(beside: manifest)
    var again: [(line: ManifestLine, item: BatchItem)] = []
    var differences: [VerifyJob.Difference] = []
    for line in lines where !line.isShard {
      do throws(ToolError) {
        again.append((line, try item(line, output: folder.path(again.count, like: line))))
      } catch { differences.append(difference(line, "\(error)")) }
    }
    return differences + bounce(again, folder)
  }

  private func bounce(
    _ again: [(line: ManifestLine, item: BatchItem)], _ folder: TemporaryOutputs
  ) -> [VerifyJob.Difference] {
    var uses: [BatchBanks.Key: Int] = [:]
    for (_, item) in again { uses[item.bankKey, default: 0] += 1 }
    let problems = Mutex<[Int: String]>([:])
    let run = BatchRun(
      count: again.count, item: { again[$0].item }, banks: BatchBanks(uses: uses, strict: false), threads: threads,
      manifest: nil)
    run.run { index, outcome in
      let problem = problem(outcome, again[index].line)
      folder.remove(again[index].item.output)
      problems.withLock { $0[index] = problem }
    }
    return problems.withLock { $0 }.sorted { $0.key < $1.key }.map { difference(again[$0.key].line, $0.value) }
  }

  private func problem(_ outcome: BatchRun.Outcome, _ line: ManifestLine) -> String? {
    switch outcome.bounce.result {
    case .failure(let error): return "cannot be bounced again: " + BatchRun.words(error, outcome.item)
    case .success:
      guard let item = outcome.item else { return "cannot be read again" }
      var isSame = (try? SHA256.digest(ofFile: item.completedFile)) == line.json["sha256"]?.string
      for (stem, _) in line.stems {
        let path = item.output + FilePath.name(of: stem.path)
        isSame = isSame && (try? SHA256.digest(ofFile: path)) == stem.digest
      }
      return isSame ? nil : "bounced again, it has other bytes"
    }
  }

  private func difference(_ line: ManifestLine, _ problem: String) -> VerifyJob.Difference {
    VerifyJob.Difference(
      manifest: InputFile.displayName(manifest), output: line.output, role: "bounce", path: line.output,
      problem: problem)
  }

  /// Returns the bounce that a line describes.
  private func item(_ line: ManifestLine, output: String) throws(ToolError) -> BatchItem {
    guard let song = line.json["song"]?.string, case .object(let settings)? = line.json["settings"],
      case .array(let banks)? = line.json["banks"]
    else { throw ToolError(nil, "the line does not say how it was bounced") }
    guard Demo(named: song) == nil else { throw ToolError(nil, "the demo song cannot be bounced again from here") }
    var options: BounceOptions
    do { options = try .defaults() } catch { throw ToolError(nil, "\(error)") }
    let known = Set(options.manifestSettings.map(\.name))
    for setting in settings {
      guard known.contains(setting.name),
        BatchMember.named(setting.name)?.set(setting.value, &options) == true
      else {
        throw ToolError(nil, "this version does not know the setting \"\(setting.name)\"")
      }
    }
    // the bank in the song's file lies on top of the others
    let playsOwnBank = banks.count > 1 && banks.last?["file"]?.string == song
    for bank in playsOwnBank ? banks.dropLast() : banks[...] {
      guard let file = bank["file"]?.string else { throw ToolError(nil, "the line does not name its bank") }
      guard file != song else { throw ToolError(nil, "the bank in the song's file cannot be given again") }
      let name = file == BankChoice.builtInName ? file : paths.path(file)
      let offset = bank["offset"]?.text ?? "0"
      options.bank.append(offset == "0" ? name : "\(name)@\(offset)")
    }
    options.chain = line.json["chain"]?.string.map(paths.path)
    options.output = output
    return BatchItem(song: paths.path(song), output: output, options: options, playsOwnBank: playsOwnBank)
  }
}

/// A temporary folder beside a file, which is removed when the object is freed.
final class TemporaryOutputs: Sendable {
  private let folder: String

  init(beside path: String) throws(ToolError) {
    let start = FilePath.folder(of: path)
    folder = start + ".tactus-verify-\(UInt64.random(in: 0 ... .max))/"
    do { try OutputFolder.make(folder) } catch { throw ToolError(nil, "\(error)") }
  }

  deinit { removeFolder(folder) }

  /// Returns a path with the same extension as a line's audio file, or a folder for its stems.
  func path(_ number: Int, like line: ManifestLine) -> String {
    guard line.json["stems"] == nil else { return folder + "\(number)/" }
    let name = FilePath.name(of: line.output)
    return folder + "\(number)" + (name.lastIndex(of: ".").map { String(name[$0...]) } ?? "")
  }

  /// Removes a file, or a folder of stems.
  func remove(_ path: String) {
    guard path.hasSuffix("/") else { return removeFile(path) }
    for name in FilePath.names(in: path) { removeFile(path + name) }
    removeFolder(path)
  }
}
