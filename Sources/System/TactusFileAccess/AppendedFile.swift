/// A file to which lines are appended. Each line is written in one step, so that it is complete in the file even if the
/// process is killed afterwards.
///
/// - Thread: any, one at a time
package final class AppendedFile: Sendable {
  private let descriptor: Descriptor
  private let name: String

  /// Opens a file, and creates it if it does not exist.
  package init(_ path: String) throws(FileError) {
    name = path
    do throws(SystemError) { descriptor = try .openForAppending(path) } catch {
      let exists = (try? FilePath.status(path)) != nil
      throw exists ? FileError(writing: path, error) : FileError(creating: path, error)
    }
  }

  deinit { try? descriptor.release() }

  /// Appends a text.
  package func append(_ text: String) throws(FileError) {
    do throws(SystemError) {
      try Array(text.utf8).withUnsafeBufferPointer { bytes throws(SystemError) in
        try descriptor.writeAll(UnsafeRawBufferPointer(bytes))
      }
    } catch { throw FileError(writing: name, error) }
  }
}
