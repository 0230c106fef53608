/// The paths in a manifest: relative to its folder if the file lies in it, otherwise absolute. Folder and manifest can
/// thus be moved together.
struct ManifestPaths: Sendable {
  /// The folder of the manifest, ending in "/"; empty for the working folder.
  private let folder: String
  private let wholeFolder: String

  /// - Parameter path: the manifest.
  init(_ path: String) {
    folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    wholeFolder = Self.absolute(folder)
  }

  /// Returns the path to write into the manifest for a file.
  func stored(_ path: String) -> String {
    let whole = Self.absolute(path)
    let head = wholeFolder == "/" ? "/" : wholeFolder + "/"
    return whole.hasPrefix(head) ? String(whole.dropFirst(head.count)) : whole
  }

  /// Returns the path of a file from its path in the manifest.
  func path(_ stored: String) -> String { stored.hasPrefix("/") ? stored : folder + stored }

  /// Returns an absolute path without "." and "..", without following links.
  private static func absolute(_ path: String) -> String {
    var names: [Substring] = []
    for name in ((path.hasPrefix("/") ? "" : workingFolder + "/") + path).split(separator: "/") where name != "." {
      if name == ".." { _ = names.popLast() } else { names.append(name) }
    }
    return "/" + names.joined(separator: "/")
  }
}
