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
  private let isCut: Bool
  private let state: Mutex<State>

  private struct State {
    /// The lines by the names of their audio files.
    var lines: [BytewiseString: ManifestLine]
    /// The file that lines are appended to; nil until `begin`.
    var file: AppendedFile?
  }

  /// Reads a manifest, if it exists. The incomplete last line of a run that was killed is left out.
  init(_ path: String) throws(ToolError) {
    name = path
    paths = ManifestPaths(path)
    var isCut = false
    let exists = SameFile.exists(path)
    let lines = exists ? try Self.lines(of: path, isCut: &isCut) : []
    isNew = !exists
    self.isCut = isCut
    state = Mutex(State(lines: Dictionary(lines.map { (BytewiseString($0.output), $0) }) { $1 }))
  }

  /// Opens the file for adding lines; creates it if it does not exist.
  func begin() throws(ToolError) {
    OutputFolder.removeAbandonedFiles(in: FilePath.folder(of: name))
    if isCut { try finish() }
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

  /// Returns the lines of a manifest.
  ///
  /// - Parameter isCut: receives whether the last line is incomplete, because a run was killed. That line is left out.
  static func lines(of path: String, isCut: inout Bool) throws(ToolError) -> [ManifestLine] {
    guard SameFile.isRegular(path) || !SameFile.exists(path) else {
      throw ToolError(path, "not a regular file, as a manifest must be; name another file")
    }
    let file: FileBytes
    do { file = try FileBytes.open(path) } catch FileError.isEmpty { return [] } catch {
      throw ToolError(nil, "\(error)")
    }
    var lines: [ManifestLine?] = []
    var indices: [BytewiseString: Int] = [:]
    try file.forEachJSONLine { number, range throws(ToolError) in
      let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[range])
      let json = try? JSON(reading: bytes)
      guard let json, let output = json["output"]?.string, json["sha256"]?.string != nil else {
        isCut = range.upperBound == file.bytes.count && json == nil && ManifestLine.isBeginning(bytes)
        if isCut { return }
        throw ToolError(
          "\(file.name): line \(number)",
          "not a line of a manifest, {\"output\": …, \"sha256\": …}; choose another file, or remove the line")
      }
      // a later line of an audio file replaces earlier ones; a line without a digest only removes them
      if let earlier = indices.updateValue(lines.count, forKey: BytewiseString(output)) { lines[earlier] = nil }
      lines.append(json["sha256"]?.string == "" ? nil : ManifestLine(json))
    }
    return lines.compactMap(\.self)
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
      return Result { () throws(FileError) in try state.file?.append(json.text + "\n") }
        .mapError { ToolError(nil, "\($0)") }
    }.get()
  }

  /// Writes the file in the order of the outputs.
  func finish() throws(ToolError) {
    let lines = state.withLock {
      $0.lines.sorted { $0.key < $1.key }.map { $0.value.json.text + "\n" }
    }
    try WholeFile.write(Array(lines.joined().utf8), to: name)
  }
}
