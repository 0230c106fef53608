import Synchronization
import Tactus

/// The file of `bounce --manifest`: a JSON line for each audio file, with the SHA-256 of everything that it depends on.
///
/// A line is appended as soon as its audio file is complete. At the end, the file is written again, in the order of the
/// audio files' names, so that its bytes depend neither on threads nor on interruptions. Lines of audio files that this
/// run does not make are kept.
final class Manifest: Sendable {
  let name: String
  let paths: ManifestPaths
  let digests = SharedDigests()
  /// Whether the run creates the file.
  private let isNew: Bool
  /// Whether the file must be written again before lines can be appended, because it has an incomplete line.
  private let isDamaged: Bool
  private let state: Mutex<State>

  private struct State {
    /// The lines by the names of their audio files.
    var lines: [BytewiseString: ManifestLine]
    /// The file that lines are appended to; nil until `begin`.
    var file: AppendedFile?
    /// Whether the file may end within a line, because the disk was full.
    var isCut = false
  }

  /// The content of a manifest.
  struct Content {
    /// The lines, without those that later ones replace or withdraw.
    var lines: [ManifestLine] = []
    /// The number of the first incomplete line, which a killed run or a full disk has left; nil if there is none.
    var cutLine: Int?
    /// Whether the file is empty or ends with a newline.
    var isTerminated = true
  }

  /// Reads a manifest, if it exists. Incomplete lines, which killed runs and full disks leave, are left out.
  init(_ path: String) throws(ToolError) {
    name = path
    paths = ManifestPaths(path)
    let exists = SameFile.exists(path)
    let content = exists ? try Self.content(of: path) : Content()
    isNew = !exists
    isDamaged = content.cutLine != nil || !content.isTerminated
    state = Mutex(State(lines: Dictionary(content.lines.map { (BytewiseString($0.output), $0) }) { $1 }))
  }

  /// Opens the file for adding lines; creates it if it does not exist.
  func begin() throws(ToolError) {
    OutputFolder.removeAbandonedFiles(in: FilePath.folder(of: name))
    if isDamaged { try finish() }
    let file: AppendedFile
    do { file = try AppendedFile(name) } catch { throw ToolError(nil, "\(error)") }
    state.withLock { $0.file = file }
  }

  /// Removes the file if the run has created it and no audio file is complete: a command that fails or is interrupted
  /// leaves no empty file.
  func removeIfEmpty() {
    guard isNew else { return }
    // another run may have added lines
    do { _ = try FileBytes.open(name) } catch FileError.isEmpty { removeFile(name) } catch {}
  }

  /// Reads a manifest.
  static func content(of path: String) throws(ToolError) -> Content {
    guard SameFile.isRegular(path) || !SameFile.exists(path) else {
      throw ToolError(path, "not a regular file, as a manifest must be; name another file")
    }
    let file: FileBytes
    do { file = try FileBytes.open(path) } catch FileError.isEmpty { return Content() } catch {
      throw ToolError(nil, "\(error)")
    }
    var content = Content()
    content.isTerminated = file.bytes.last == UInt8(ascii: "\n")
    var lines: [ManifestLine?] = []
    var indices: [BytewiseString: Int] = [:]
    try file.forEachJSONLine { number, range throws(ToolError) in
      let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[range])
      let json = try? JSON(reading: bytes)
      guard let json, let output = json["output"]?.string, json["sha256"]?.string != nil else {
        guard json == nil, ManifestLine.isBeginning(bytes, isFirst: indices.isEmpty) else {
          throw ToolError(
            "\(file.name): line \(number)",
            "not a line of a manifest, {\"output\": …, \"sha256\": …}; choose another file, or remove the line")
        }
        content.cutLine = content.cutLine ?? number
        return
      }
      // a later line of an audio file replaces earlier ones; a line without a digest only removes them
      if let earlier = indices.updateValue(lines.count, forKey: BytewiseString(output)) { lines[earlier] = nil }
      lines.append(json["sha256"]?.string == "" ? nil : ManifestLine(json))
    }
    content.lines = lines.compactMap(\.self)
    return content
  }

  /// Returns whether a line describes a bounce of these inputs, and whether its audio file exists with the expected
  /// size.
  func has(_ inputs: ManifestInputs, output: String, notes: String?) -> Bool {
    let line = state.withLock { $0.lines[BytewiseString(paths.stored(output))] }
    return line?.describes(inputs, paths, output: output, notes: notes) ?? false
  }

  /// Removes the line of an audio file that is about to be replaced: if the process is killed, the old line must not
  /// describe the new audio file.
  func withdraw(_ output: String) throws(ToolError) {
    let stored = paths.stored(output)
    try append(["output": .string(stored), "sha256": ""]) { $0.removeValue(forKey: BytewiseString(stored)) != nil }
  }

  /// Adds a line for a complete audio file.
  func add(_ line: ManifestLine) throws(ToolError) {
    try append(line.json) {
      $0[BytewiseString(line.output)] = line
      return true
    }
  }

  /// Changes the lines, and appends a line to the file if `change` returns true.
  private func append(_ json: JSON, _ change: (inout [BytewiseString: ManifestLine]) -> Bool) throws(ToolError) {
    try state.withLock { state -> Result<Void, ToolError> in
      guard change(&state.lines) else { return .success(()) }
      do throws(FileError) {
        // after a failure, the file may end within a line
        try state.file?.append((state.isCut ? "\n" : "") + json.text + "\n")
        state.isCut = false
        return .success(())
      } catch {
        state.isCut = true
        return .failure(ToolError(nil, "\(error)"))
      }
    }.get()
  }

  /// Writes the file in the order of the outputs.
  func finish() throws(ToolError) {
    let lines = state.withLock {
      $0.lines.sorted { $0.key < $1.key }.map { $0.value.json.text + "\n" }
    }
    try WholeFile.write(Array(lines.joined().utf8), to: name)
  }

  /// Ends a run with a manifest or without one: writes the file, then reports the run, also if the file cannot be
  /// written, because its disk is full, for example.
  static func finish(_ manifest: Manifest?, report: () throws -> Void) throws {
    var failure: ToolError?
    do throws(ToolError) { try manifest?.finish() } catch { failure = error }
    do { try report() } catch {
      if let failure { StandardError.writeLine(Style.standardError.failure("tactus:") + " " + "\(failure)".printable) }
      throw error
    }
    if let failure { throw failure }
  }
}
