import TactusFileAccess
import TactusFiles

/// Paths for recordings, which cannot be repeated and therefore never replace a file.
enum FreePath {
  /// Creates an empty file at a path or, if a file exists there, at the first free one of `take-2.mid`, `take-3.mid`, ….
  ///
  /// - Returns: the path of the empty file, which no other program chooses any more.
  static func reserve(_ path: String) throws(ToolError) -> String {
    let dot = path.utf8.lastIndex(of: UInt8(ascii: "."))
    let (stem, suffix) = dot.map { (path[..<$0], path[$0...]) } ?? (path[...], "")
    var candidate = path
    for number in 2...100_000 {
      do throws(FileError) {
        if try FilePath.create(candidate) { return candidate }
      } catch { throw ToolError(nil, "\(error)") }
      candidate = "\(stem)-\(number)\(suffix)"
    }
    throw ToolError(path, "all names up to \(candidate) are in use")
  }
}
