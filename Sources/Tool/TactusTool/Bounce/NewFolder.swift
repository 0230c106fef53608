import Tactus

/// The folder that `-o` names, if the command has created it. A command that fails or is interrupted before it has
/// written a file leaves no empty folder.
struct NewFolder {
  private let path: String

  /// Creates the folder that an output path refers to; nil if the path is a file's, or if the folder exists.
  init?(forOutput output: String?) throws(ToolError) {
    guard let output, OutputFolder.isFolderPath(output), try OutputPath.makeFolder(output) else { return nil }
    path = output
  }

  func removeIfEmpty() { OutputFolder.removeIfEmpty(path) }
}
