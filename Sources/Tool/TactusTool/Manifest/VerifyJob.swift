import Synchronization
import Tactus

/// One run of `tactus verify`.
struct VerifyJob {
  let command: VerifyCommand

  /// A file that differs from its description in the manifest.
  struct Difference: Sendable {
    let manifest: String
    let output: String
    let role: String
    let path: String
    /// "missing", "changed", or why the song could not be bounced again.
    let problem: String
  }

  func run() throws {
    var differences: [Difference] = []
    var (count, shards) = (0, 0)
    for path in command.manifests {
      let content = try Manifest.content(of: path)
      if let number = content.cutLine {
        throw ToolError(
          InputFile.displayName(path), "line \(number) is incomplete; complete the batch with --skip-existing")
      }
      let lines = content.lines
      count += lines.count
      shards += lines.count(where: \.isShard)
      differences += compareFiles(of: lines, in: path)
      if command.render { differences += try Rerendering(path, lines, threads: command.threads).differences() }
      if let number = Interruption.signalNumber { throw Interrupted(signalNumber: number, output: nil) }
    }
    guard count > 0 else {
      let subject = command.manifests.count == 1 ? InputFile.displayName(command.manifests[0]) : nil
      throw ToolError(subject, "no audio file is described, so nothing was compared")
    }
    try report(differences, count, shards: shards)
  }

  /// Compares the files of a manifest. Songs, banks and chains that several lines share are read once.
  private func compareFiles(of lines: [ManifestLine], in manifest: String) -> [Difference] {
    let paths = ManifestPaths(manifest)
    let files = Array(Set(lines.flatMap { $0.files.map { BytewiseString($0.file.path) } }))
    let digests = Mutex<[BytewiseString: String]>([:])
    let threads = command.threads > 0 ? command.threads : Processors.available
    Interruption.beginAsking()
    WorkerPool(width: threads).perform(files.count) { index in
      let path = paths.path(files[index].text)
      guard Interruption.signalNumber == nil, SameFile.isRegular(path) else { return }
      let digest = (try? SHA256.digest(ofFile: path)) ?? "unreadable"
      digests.withLock { $0[files[index]] = digest }
    }
    let found = digests.withLock { $0 }
    return lines.flatMap { line in
      line.files.compactMap { role, file in
        let digest = found[BytewiseString(file.path)]
        guard digest != file.digest else { return nil }
        return Difference(
          manifest: InputFile.displayName(manifest), output: line.output, role: role, path: file.path,
          problem: digest == nil ? "missing" : "changed")
      }
    }
  }

  private func report(_ differences: [Difference], _ count: Int, shards: Int) throws {
    var output = StandardOutput()
    for difference in differences {
      try output.writeLine(command.json ? difference.json.text : difference.words.printable)
    }
    let differing = Set(differences.map { $0.manifest + "\0" + $0.output }).count
    if command.json {
      let end: JSON = [
        "kind": "verified", "files": JSON(count), "differing": JSON(differing), "isRendered": .bool(command.render),
      ]
      try output.writeLine(end.text)
    } else if !command.quiet, differences.isEmpty {
      try output.writeLine(
        "\(count.counted("audio file")): as the manifest says"
          + (command.render && shards < count ? ", also bounced again" : "")
          + (command.render && shards > 0 ? " (but not \(shards.counted("shard")))" : ""))
    }
    try output.flush()
    if differing > 0 {
      throw ToolError(nil, "\(differing) of \(count.counted("audio file")) differ from the manifest")
    }
  }
}

extension VerifyJob.Difference {
  var words: String {
    let owner = role == "audio" || role == "bounce" ? "" : " (\(role) of \(output))"
    return "\(path)\(owner): \(problem)"
  }

  var json: JSON {
    [
      "kind": "difference", "manifest": .string(manifest), "output": .string(output), "role": .string(role),
      "file": .string(path), "problem": .string(problem),
    ]
  }
}
