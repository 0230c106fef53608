import Tactus

/// The file `stems.json` in a folder of stems: it names the stems, and exists only if all of them are complete.
struct StemsRecord {
  static var name: String { "stems.json" }

  let path: String
  private let song: String
  private let digest: String?
  /// The names of the stems that an earlier bounce of a song of this name has left in the folder, and that nobody has
  /// changed since.
  private let former: [String]
  /// Whether the earlier bounce was one of the same song: its file had the same bytes.
  private let isOfSameSong: Bool

  /// - Parameters:
  ///   - song: the path of the song; the record has its name.
  ///   - digest: the SHA-256 of the song's file; nil if the song does not come from a file.
  init(_ path: String, song: String, digest: String?) {
    (self.path, self.song, self.digest) = (path, FilePath.name(of: song), digest)
    let json = (try? FileBytes.open(path)).flatMap { file in
      defer { withExtendedLifetime(file) {} }
      return try? JSON(reading: file.bytes)
    }
    isOfSameSong = digest != nil && json?["songSHA256"]?.string == digest
    // songs from standard input have no name, so two of them may be different songs
    guard song != "-", json?["song"]?.string == self.song, case .array(let stems)? = json?["stems"] else {
      former = []
      return
    }
    // only audio files beside the record, whatever it names
    former = stems.compactMap { $0["file"]?.string }.filter {
      !$0.utf8.contains(UInt8(ascii: "/")) && AudioFileFormat(path: $0) != nil
        && !SameFile.hasChanged(FilePath.folder(of: path) + $0, since: path)
    }
  }

  /// Removes the record before stems are replaced.
  func withdraw() { removeFile(path) }

  /// Removes stems of an earlier bounce of the song that the new one does not have. Returns the paths of those that an
  /// earlier bounce of another song of this name has left, or of this song before it was edited; they stay.
  func removeFormerStems(besides report: StemFilesReport) -> [String] {
    let stems = formerStems(besides: report)
    guard isOfSameSong else { return stems }
    for file in stems { removeFile(file) }
    return []
  }

  /// Returns the paths of the stems that an earlier bounce of a song of this name has left, and that the new one does
  /// not have.
  func formerStems(besides report: StemFilesReport) -> [String] {
    let kept = Set(report.files.map { BytewiseString(FilePath.name(of: $0.path)) })
    return former.filter { !kept.contains(BytewiseString($0)) }.map { FilePath.folder(of: path) + $0 }.filter { file in
      // where names are compared without regard to case, it may be the file of a stem
      !report.files.contains { SameFile.check($0.path, file) }
    }
  }

  /// Writes the record.
  func write(_ report: StemFilesReport) throws(ToolError) {
    let names = report.files.map { FilePath.name(of: $0.path) }
    let stems = zip(names, report.files).map { name, file -> JSON in
      [
        "file": .string(name), "number": JSON(file.stem.number), "name": .string(file.stem.name),
        "noteCount": JSON(file.stem.noteCount),
      ]
    }
    var head: JSON = ["song": .string(song)]
    if let digest { head = ["song": .string(song), "songSHA256": .string(digest)] }
    let rest: JSON = [
      "frames": JSON(report.bounce.frameCount), "rate": JSON(report.bounce.sampleRate),
      "peak": .number(Double(report.bounce.peak)), "stems": .array(stems),
    ]
    try WholeFile.write(Array(((head + rest).prettyText + "\n").utf8), to: path)
  }
}
