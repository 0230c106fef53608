import Tactus

/// Files that look like stems of an earlier bounce of the song, and that the present bounce has not written. A bounce
/// of a single song only reports them: it does not know whether the user still needs them.
enum OtherStems {
  /// Returns a remark that names the first of these files; nil if there are none.
  static func remark(_ paths: [String]) -> String? {
    guard let first = paths.first else { return nil }
    let rest = paths.count - 1
    guard rest > 0 else { return "this bounce has not written \(first); if an earlier one has left it, remove it" }
    return "this bounce has not written \(first) and \(rest.grouped) more; if an earlier one has left them, remove them"
  }

  /// Returns the paths of the files that are named like the stems of a path without a folder of its own.
  static func paths(besides report: StemFilesReport, of output: String) -> [String] {
    let folder = FilePath.folder(of: output)
    let beginning = OutputFolder.stem(of: output) + " - "
    let made = Set(report.files.map { BytewiseString(FilePath.name(of: $0.path)) })
    let names = FilePath.names(in: folder.isEmpty ? "." : folder) { name in
      guard name.hasPrefix(beginning) else { return false }
      let rest = name.dropFirst(beginning.count)
      let digits = rest.prefix { ("0"..."9").contains($0) }
      return digits.count >= 2 && rest.dropFirst(digits.count).first == " " && AudioFileFormat(path: name) != nil
        && !made.contains(BytewiseString(name))
    }
    return names.map { folder + $0 }
  }
}
