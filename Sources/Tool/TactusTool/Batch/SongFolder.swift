import Tactus

/// The songs in folders, where commands accept a folder instead of the songs in it.
enum SongFolder {
  /// The extensions of the files that `tactus bounce` reads from a folder, without dots.
  static let pathExtensions = ["mid", "midi", "kar", "rmi"]

  /// Returns the paths of songs, with the songs of each folder in its position.
  ///
  /// - Parameter pathExtensions: the extensions of the files that are songs, without dots.
  /// - Throws: an error if a folder contains no song.
  static func expanding(_ paths: [String], pathExtensions: [String] = pathExtensions) throws(ToolError) -> [String] {
    var songs: [String] = []
    for path in paths {
      guard path != "-", FilePath.isFolder(path) else {
        songs.append(path)
        continue
      }
      let found = files(in: path, pathExtensions: pathExtensions)
      if found.isEmpty {
        throw ToolError(
          path, "the folder contains no song (\(pathExtensions.map { "." + $0 }.joined(separator: ", ")))")
      }
      songs += found
    }
    return songs
  }

  /// Returns the files in a folder and its subfolders that have one of these extensions, by name. Hidden files are left
  /// out, and links to folders are not followed.
  private static func files(in folder: String, pathExtensions: [String]) -> [String] {
    let prefix = folder.hasSuffix("/") ? folder : folder + "/"
    return FilePath.names(in: folder).flatMap { name -> [String] in
      let path = prefix + name
      if name.hasPrefix(".") { return [] }
      if FilePath.isFolder(path) {
        return FilePath.isFolder(path, followsLinks: false) ? files(in: path, pathExtensions: pathExtensions) : []
      }
      return pathExtensions.contains { name.lowercased().hasSuffix("." + $0) } && FilePath.isFile(path) ? [path] : []
    }
  }
}
