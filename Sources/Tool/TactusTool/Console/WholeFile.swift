import TactusFileAccess
import TactusFiles

/// Writes complete files.
package enum WholeFile {
  /// Writes a temporary file and renames it when it is complete; "-" writes to standard output.
  ///
  /// - Parameter syncs: whether to wait until the bytes are on the disk, so that they survive a power failure.
  package static func write(_ bytes: [UInt8], to path: String, syncs: Bool = false) throws(ToolError) {
    do throws(FileError) {
      try Interruption.asking { () throws(FileError) in
        let output = try OutputFile.open(path, syncs: syncs)
        var failure: FileError?
        bytes.withUnsafeBytes { bytes in
          do throws(FileError) { try output.append(bytes) } catch { failure = error }
        }
        if let failure { throw failure }
        try output.commit()
      }
    } catch FileError.readerIsGone where path == "-" {
      return  // as for text: the reader of the pipe has closed it
    } catch { throw ToolError(nil, "\(error)") }
  }
}
