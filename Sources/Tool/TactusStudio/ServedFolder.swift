import TactusTool

/// A folder whose files are served, and nothing outside it: links that lead out of it are not followed.
struct ServedFolder: Sendable {
  /// The real path, without "/" at its end.
  let path: String

  /// Returns the real path of an existing file; nil if there is none, or if it lies outside.
  func file(_ names: [String]) -> String? {
    guard let file = realPath(path + "/" + names.joined(separator: "/")), contains(file), isRegularFile(file) else {
      return nil
    }
    return file
  }

  /// Returns the path for a new file, whose folder must exist in this folder; nil if it does not.
  func newFile(_ names: [String]) -> String? {
    let parent = ([path] + names.dropLast()).joined(separator: "/")
    guard let name = names.last, !name.isEmpty, let folder = realPath(parent), folder == path || contains(folder) else {
      return nil
    }
    let file = folder + "/" + name
    return realPath(file) == nil && !isLink(file) ? file : nil
  }

  /// Tests whether a file in this folder, or a folder around it, has a name that begins with a dot.
  func isHidden(_ file: String) -> Bool {
    file.utf8.dropFirst(path.utf8.count).split(separator: UInt8(ascii: "/")).contains { $0.first == UInt8(ascii: ".") }
  }

  private func contains(_ other: String) -> Bool { other.utf8.starts(with: (path == "/" ? path : path + "/").utf8) }
}
