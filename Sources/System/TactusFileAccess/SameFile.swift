import TactusFiles

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif

/// Tests whether paths exist, and whether they refer to the same file.
package enum SameFile {
  package static func exists(_ path: String) -> Bool { identity(path) != nil }

  /// Tests whether a path names a regular file, not a folder, device or pipe.
  package static func isRegular(_ path: String) -> Bool { FilePath.isFile(path) }

  /// Tests whether a file has changed since another one was written; true if one of them does not exist.
  package static func hasChanged(_ path: String, since other: String) -> Bool {
    guard let time = timeOfChange(path), let start = timeOfChange(other) else { return true }
    return (time.tv_sec, time.tv_nsec) > (start.tv_sec, start.tv_nsec)
  }

  private static func timeOfChange(_ path: String) -> timespec? {
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0 else { return nil }
    // the later of two times: a file that was moved to this name, or copied with its attributes, keeps its time of
    // modification
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    return (modified.tv_sec, modified.tv_nsec) > (changed.tv_sec, changed.tv_nsec) ? modified : changed
  }

  package static func check(_ a: String, _ b: String) -> Bool {
    guard let a = identity(a), let b = identity(b) else { return false }
    return a == b
  }

  /// Tests whether two paths refer to the same file, or would do so if the file were created.
  package static func wouldBe(_ a: String, _ b: String) -> Bool {
    if a == b || check(a, b) { return true }
    guard !exists(a), !exists(b) else { return false }
    let (first, second) = (split(a), split(b))
    return first.name == second.name && check(first.folder, second.folder)
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    let folder = FilePath.folder(of: path)
    return (folder.isEmpty ? "." : folder, FilePath.name(of: path))
  }

  /// Returns the device and inode number of a path.
  private static func identity(_ path: String) -> [UInt64]? { (try? FilePath.status(path))?.identity }
}
