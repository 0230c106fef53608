/// Paths for recordings, which cannot be repeated and therefore never replace a file.
enum FreePath {
  /// Returns the path itself or, if a file exists there, the first free one of `take-2.mid`, `take-3.mid`, ….
  static func next(to path: String) -> String {
    let dot = path.utf8.lastIndex(of: UInt8(ascii: "."))
    let (stem, ending) = dot.map { (path[..<$0], path[$0...]) } ?? (path[...], "")
    var candidate = path
    var number = 2
    while SameFile.exists(candidate) {
      candidate = "\(stem)-\(number)\(ending)"
      number += 1
    }
    return candidate
  }
}
