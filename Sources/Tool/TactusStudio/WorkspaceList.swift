import Foundation
import TactusFiles
import TactusTool

/// The files of a workspace, as the page lists them.
package struct WorkspaceList {
  /// The maximum number of listed files, and the maximum depth of nested folders.
  package static let (mostFiles, mostLevels) = (5_000, 8)
  /// The maximum number of names that are read.
  static let mostNames = 50_000

  package struct File {
    /// The names of its folders and its own.
    package let names: [String]
    package let size: Int
  }

  package private(set) var files: [File] = []
  /// Whether the workspace has more files.
  package private(set) var isCut = false
  private var nameCount = 0

  /// Lists the songs, documents and banks of a folder and its subfolders, without hidden ones.
  package init(_ workspace: Workspace) {
    if let name = workspace.onlyFile {
      for name in [name, PathExtension.document(for: name)] where !files.contains(where: { $0.names == [name] }) {
        add([name], in: workspace.folder)
      }
    } else {
      search([], in: workspace.folder)
    }
  }

  private mutating func search(_ names: [String], in folder: ServedFolder) {
    let path = ([folder.path] + names).joined(separator: "/")
    for name in ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() {
      nameCount += 1
      guard nameCount <= Self.mostNames else { return isCut = true }
      guard !isCut, !name.hasPrefix(".") else { continue }
      if PathExtension.isSong(name) || PathExtension.isBank(name) {
        add(names + [name], in: folder)
      } else if names.count < Self.mostLevels, isFolder(path + "/" + name) {
        search(names + [name], in: folder)
      }
    }
  }

  private mutating func add(_ names: [String], in folder: ServedFolder) {
    guard let path = folder.file(names), !folder.isHidden(path), let size = fileSize(path) else { return }
    guard files.count < Self.mostFiles else { return isCut = true }
    files.append(File(names: names, size: size))
  }

  var json: JSON {
    .array(files.map { ["path": .string($0.names.joined(separator: "/")), "size": JSON($0.size)] })
  }
}
