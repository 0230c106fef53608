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
  let digests = BankDigests()
  private let state: Mutex<[String: ManifestLine]>
  private let appended: AppendedFile

  /// Opens a manifest, and creates it if it does not exist. The incomplete last line of a run that was killed is left
  /// out.
  init(_ path: String) throws(ToolError) {
    name = path
    paths = ManifestPaths(path)
    var lines: [ManifestLine] = []
    if SameFile.exists(path) {
      var isCut = false
      lines = try Self.lines(of: path, isCut: &isCut)
      if isCut { try Self.write(lines, to: path) }
    }
    state = Mutex(Dictionary(lines.map { ($0.output, $0) }) { $1 })
    do { appended = try AppendedFile(path) } catch { throw ToolError(nil, "\(error)") }
  }

  /// Returns the lines of a manifest.
  ///
  /// - Parameter isCut: receives whether the last line is incomplete, because a run was killed. That line is left out.
  static func lines(of path: String, isCut: inout Bool) throws(ToolError) -> [ManifestLine] {
    let file: FileBytes
    do { file = try FileBytes.open(path) } catch FileError.isEmpty { return [] } catch {
      throw ToolError(nil, "\(error)")
    }
    defer { withExtendedLifetime(file) {} }
    var lines: [ManifestLine] = []
    var (start, number) = (0, 0)
    while start < file.bytes.count {
      let end = file.bytes[start...].firstIndex(of: 10) ?? file.bytes.count
      number += 1
      let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[start..<end])
      let isLast = end == file.bytes.count
      start = end + 1
      guard JSON.firstCharacter(in: bytes) != nil else { continue }
      guard let json = try? JSON(reading: bytes), json["output"]?.string != nil, json["sha256"]?.string != nil else {
        isCut = isLast && bytes.starts(with: ManifestLine.beginning.prefix(bytes.count))
        if isCut { break }
        throw ToolError(
          "\(path): line \(number)",
          "not a line of a manifest, {\"output\": …, \"sha256\": …}; choose another file, or remove the line")
      }
      lines.append(ManifestLine(json))
    }
    return lines
  }

  /// Returns whether a line describes a bounce of these inputs, and its audio file is there.
  func has(_ inputs: ManifestInputs, output: String) -> Bool {
    let line = state.withLock { $0[paths.stored(output)] }
    return line?.describes(inputs, paths, output: output) ?? false
  }

  /// Adds a line for a complete audio file.
  func add(_ line: ManifestLine) throws(ToolError) {
    let failure = state.withLock { lines -> ToolError? in
      lines[line.output] = line
      do throws(FileError) { try appended.append(line.json.text + "\n") } catch { return ToolError(nil, "\(error)") }
      return nil
    }
    if let failure { throw failure }
  }

  /// Writes the file in the order of the outputs.
  func finish() throws(ToolError) {
    try Self.write(state.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }, to: name)
  }

  private static func write(_ lines: [ManifestLine], to path: String) throws(ToolError) {
    try WholeFile.write(Array(lines.map { $0.json.text + "\n" }.joined().utf8), to: path)
  }
}
