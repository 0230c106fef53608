/// Suggests a correction for a mistyped word.
package enum Suggestion {
  /// Returns the most similar candidate if it differs in at most a third of its letters (or in one letter), but not in
  /// all. If no candidate is that similar, and exactly one begins with the word, returns that one; otherwise nil.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let ranked = candidates.map { (word: $0, distance: distance(word.lowercased(), $0.lowercased())) }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    if best.distance <= max(1, best.word.count / 3), best.distance < word.count { return best.word }
    let beginnings = candidates.filter { word.count >= 2 && $0.hasPrefix(word) }
    return beginnings.count == 1 ? beginnings[0] : nil
  }

  /// Returns "; did you mean "steps"?", or an empty string if there is no suggestion.
  package static func question(_ word: String?) -> String { word.map { "; did you mean \"\($0)\"?" } ?? "" }

  /// Returns the number of edits between two words: letters to insert, delete, change or swap with a neighbor (optimal
  /// string alignment).
  package static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.prefix(64)), Array(b.prefix(64)))
    var rows = [Array(0...b.count)]
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
        row.append(best)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
