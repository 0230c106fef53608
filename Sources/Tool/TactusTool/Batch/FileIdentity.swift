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

/// Which file a path means, whether it is there or not: paths that lead to the same have the same. In 16 bytes, so that
/// there may be millions: two that differ are taken for one with a probability of 2⁻¹²⁸.
struct FileIdentity: Hashable {
  private let high: Int
  private let low: Int

  private init(_ folder: FolderIdentity, _ name: String) {
    func hash(_ salt: UInt8) -> Int {
      var hasher = Hasher()
      hasher.combine(salt)
      hasher.combine(folder)
      hasher.combine(name)
      return hasher.finalize()
    }
    (high, low) = (hash(0), hash(1))
  }

  /// Finds places; remembers the last folder, since neighbours in a list often share it.
  struct Finder {
    private var last: (path: String, folder: FolderIdentity)?

    /// The place of a path, and whether something is there.
    mutating func identity(of path: String) -> (identity: FileIdentity, exists: Bool) {
      if let identity = FolderIdentity(existing: path) { return (FileIdentity(identity, ""), true) }
      var name = path[...]
      while name.last == "/" { name.removeLast() }
      let cut = name.lastIndex(of: "/").map { name.index(after: $0) } ?? name.startIndex
      let folder = String(name[..<cut])
      if last?.path != folder { last = (folder, FolderIdentity(folder)) }
      return (FileIdentity(last?.folder ?? FolderIdentity(folder), String(name[cut...])), false)
    }
  }
}

/// Device and number of what is there, and the names below it that are not.
struct FolderIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64
  private var missing: [String] = []

  /// What a path leads to; nil where nothing is there.
  init?(existing path: String) {
    var status = stat()
    guard (path.isEmpty ? "." : path).withPath({ stat($0, &status) }) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }

  /// A folder, which need not be there.
  init(_ path: String) {
    var names: [String] = []
    var head = path
    while true {
      if let identity = FolderIdentity(existing: head) {
        self = identity
        break
      }
      guard !head.isEmpty else {  // the working folder has gone
        (device, number) = (0, 0)
        break
      }
      while head.last == "/" { head.removeLast() }
      let cut = head.lastIndex(of: "/").map { head.index(after: $0) } ?? head.startIndex
      names.append(String(head[cut...]))
      head.removeSubrange(cut...)
    }
    for name in names.reversed() where name != "." {
      if name == "..", !missing.isEmpty { missing.removeLast() } else { missing.append(name) }
    }
  }
}
