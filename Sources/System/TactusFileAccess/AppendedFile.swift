/// A file to which lines are appended, each in one step, so that they are there even if the process is killed.
///
/// - Thread: any, one at a time
package final class AppendedFile: Sendable {
  private let descriptor: Descriptor
  private let name: String

  /// Opens a file, and creates it if it does not exist.
  package init(_ path: String) throws(FileError) {
    name = path
    do throws(SystemError) { descriptor = try .openForAppending(path) } catch { throw FileError(writing: path, error) }
  }

  deinit { try? descriptor.release() }

  /// Appends a text.
  package func append(_ text: String) throws(FileError) {
    do throws(SystemError) { try Self.write(text, to: descriptor) } catch { throw FileError(writing: name, error) }
  }

  private static func write(_ text: String, to descriptor: Descriptor) throws(SystemError) {
    var text = text
    var failure: SystemError?
    text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty, failure == nil {
        let result = plainWrite(descriptor.number, rest)
        if result.count > 0 {
          rest = .init(rebasing: rest[result.count...])
        } else if result.error != .interrupted {
          failure = result.error
        }
      }
    }
    if let failure { throw failure }
  }
}
