import TactusFileAccess
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

/// Identifies the file at a path, whether it exists or not: paths to the same file have equal identities.
///
/// An identity takes 16 bytes, so millions fit into memory. Two different files have equal identities with a
/// probability of 2⁻¹²⁸.
struct FileIdentity: Hashable {
  private let high: Int
  private let low: Int

  private init(_ folder: FolderIdentity, _ name: String) {
    func hash(_ salt: UInt8) -> Int {
      var hasher = Hasher()
      hasher.combine(salt)
      hasher.combine(folder)
      hasher.combine(BytewiseString(name))
      return hasher.finalize()
    }
    (high, low) = (hash(0), hash(1))
  }

  /// Computes identities, and caches the last folder, because successive paths in a list often share it.
  struct Finder {
    private var last: (path: BytewiseString, folder: FolderIdentity)?

    /// Returns the identity of a path, and whether the file exists.
    mutating func identity(of path: String) -> (identity: FileIdentity, exists: Bool) {
      if let identity = FolderIdentity(existing: path) { return (FileIdentity(identity, ""), true) }
      var name = path[...]
      while name.last == "/" { name.removeLast() }
      let folder = BytewiseString(FilePath.folder(of: String(name)))
      if last?.path != folder { last = (folder, FolderIdentity(folder.text)) }
      return (FileIdentity(last?.folder ?? FolderIdentity(folder.text), FilePath.name(of: path)), false)
    }
  }
}

/// The device and inode number of the existing part of a path, and the names in the missing part after it.
struct FolderIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64
  private var missing: [BytewiseString] = []

  /// Creates the identity of an existing file or folder; nil if it does not exist.
  init?(existing path: String) {
    var status = stat()
    guard (path.isEmpty ? "." : path).withPath({ stat($0, &status) }) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// Creates the identity of a folder, which need not exist.
  init(_ path: String) {
    var names: [String] = []
    var head = path
    while true {
      if let identity = FolderIdentity(existing: head) {
        self = identity
        break
      }
      guard !head.isEmpty else {  // the working folder no longer exists
        (device, number) = (0, 0)
        break
      }
      while head.last == "/" { head.removeLast() }
      names.append(FilePath.name(of: head))
      head = FilePath.folder(of: head)
    }
    for name in names.reversed() where name != "." {
      if name == "..", !missing.isEmpty { missing.removeLast() } else { missing.append(BytewiseString(name)) }
    }
  }
}
