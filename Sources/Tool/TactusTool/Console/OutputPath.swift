import TactusFileAccess

/// The path of an output, which users may give as a folder.
enum OutputPath {
  /// Returns the path of `-o`. In a folder, which is created if it does not exist, the file has the given name.
  static func path(_ output: String, named name: String) throws(ToolError) -> String {
    guard OutputFolder.isFolderPath(output) else { return output }
    try makeFolder(output)
    return joined(output, name)
  }

  /// Creates a folder if it does not exist; its parent must exist.
  ///
  /// - Returns: whether the folder was created.
  /// - Throws: an error with one sentence if it cannot be created, for example because a file has its name.
  @discardableResult static func makeFolder(_ path: String) throws(ToolError) -> Bool {
    do {
      if try OutputFolder.make(path) { return true }
    } catch { throw ToolError(nil, "\(error)") }
    guard FilePath.isFolder(path) else {
      throw ToolError(path, "a file has this name, so it cannot be a folder; choose another folder")
    }
    return false
  }

  /// Returns the path of a file in a folder, whose path may end in "/".
  static func joined(_ folder: String, _ name: String) -> String {
    folder + (folder.hasSuffix("/") ? "" : "/") + name
  }

  /// Returns the name of a file that is made from an input.
  ///
  /// - Parameters:
  ///   - input: the input's path; "-" for standard input.
  ///   - kind: the name if the input has none.
  static func name(from input: String, or kind: String, pathExtension: String) -> String {
    (input == "-" ? kind : OutputFolder.stem(of: input)) + "." + pathExtension
  }
}
