import TactusFiles

extension StemPlan {
  /// Returns the names of the stems' files: number and name, unique and safe for every file system, such as
  /// `01 Piano.wav`.
  package func fileNames(pathExtension: String) -> [String] {
    let digits = max(2, stems.reduce(0) { max($0, String($1.number).count) })
    return stems.map { stem in
      let number = String(stem.number)
      let name = FileName.safe(stem.name)
      let padded = String(repeating: "0", count: digits - number.count) + number
      return padded + (name.isEmpty ? "" : " " + name) + "." + pathExtension
    }
  }

  /// Returns the metadata of a stem's file: the name of the stem follows the title. Empty metadata stay empty.
  package func metadata(of index: Int, _ metadata: AudioFileMetadata) -> AudioFileMetadata {
    guard stems.indices.contains(index), metadata.texts.contains(where: { !$0.isEmpty }) else { return metadata }
    var metadata = metadata
    let name = stems[index].name
    metadata.title = metadata.title.isEmpty ? name : "\(metadata.title) (\(name))"
    return metadata
  }

  /// Returns the seed of the dither of a stem's file. The seeds differ, so that the errors of the stems are not the same
  /// and do not add up in the mix.
  package func ditherSeed(of index: Int) -> UInt64 { UInt64(index) + 1 }
}
