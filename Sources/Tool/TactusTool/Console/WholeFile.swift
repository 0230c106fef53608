import TactusFileAccess
import TactusFiles

/// Writes complete files.
enum WholeFile {
  /// Writes a file that gets its name when it is complete, or standard output for "-".
  static func write(_ bytes: [UInt8], to path: String) throws(ToolError) {
    do throws(FileError) {
      try Interruption.asking { () throws(FileError) in
        let output = try OutputFile.open(path)
        var failure: FileError?
        bytes.withUnsafeBytes { bytes in
          do throws(FileError) { try output.append(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
        try output.commit()
      }
    } catch { throw ToolError(nil, "\(error)") }
  }
}
