import TactusFileAccess

/// The paths in a manifest: relative to its folder if the file lies in that folder, absolute if not. Folder and
/// manifest can thus be moved together.
struct ManifestPaths: Sendable {
  /// The folder of the manifest, ending in "/"; empty for the working folder.
  private let folder: String
  private let wholeFolder: String

  /// - Parameter path: the manifest.
  init(_ path: String) {
    folder = FilePath.folder(of: path)
    wholeFolder = Self.absolute(folder)
  }

  /// Returns the path to write into the manifest for a file.
  func stored(_ path: String) -> String {
    let whole = Array(Self.absolute(path).utf8)
    let head = Array((wholeFolder == "/" ? "/" : wholeFolder + "/").utf8)
    return String(decoding: whole.starts(with: head) ? whole.dropFirst(head.count) : whole[...], as: UTF8.self)
  }

  /// Returns the path of a file from its path in the manifest.
  func path(_ stored: String) -> String { stored.hasPrefix("/") ? stored : folder + stored }

  /// Returns the absolute path, with the symbolic links in its folders resolved.
  private static func absolute(_ path: String) -> String {
    let folder = FilePath.folder(of: path)
    let name = path.hasSuffix("/") ? "" : FilePath.name(of: path)
    guard let real = realPath(folder.isEmpty ? "." : folder) else { return path }
    return name.isEmpty ? real : (real == "/" ? "/" : real + "/") + name
  }
}
