import Tactus
import TactusFileAccess
import TactusFiles

/// A file with one JSON value per line.
///
/// It is written to a temporary file, which is renamed when the command has succeeded.
final class JSONLinesFile {
  /// The output file; nil for standard output.
  private let file: OutputFile?
  private var standardOutput = StandardOutput()

  /// - Parameter path: the path, or - for standard output.
  init(_ path: String) throws(ToolError) {
    do { file = path == "-" ? nil : try OutputFile.open(path) } catch { throw ToolError(nil, "\(error)") }
  }

  /// Writes a line.
  func write(_ value: JSON) throws {
    var line = value.text + "\n"
    guard let file else { return try standardOutput.write(line) }
    try line.withUTF8 { try file.append(UnsafeRawBufferPointer($0)) }
  }

  /// Writes the buffered lines.
  func complete() throws {
    if let file { try file.flush() } else { try standardOutput.flush() }
  }

  /// Completes the temporary file and renames it.
  func commit() throws {
    if let file { try file.commit() } else { try standardOutput.flush() }
  }
}
