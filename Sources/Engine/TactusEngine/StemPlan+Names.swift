import TactusFiles

extension StemPlan {
  /// Returns the names of the stems' files: number and name, unique and safe for every file system, such as
  /// `01 Piano.wav`.
  package func fileNames(ending: String) -> [String] {
    let digits = max(2, stems.reduce(0) { max($0, String($1.number).count) })
    return stems.map { stem in
      let number = String(stem.number)
      let name = FileName.safe(stem.name)
      let padded = String(repeating: "0", count: digits - number.count) + number
      return padded + (name.isEmpty ? "" : " " + name) + "." + ending
    }
  }
}
