/// A line of music in letter notation: `d4:3 [f4 a4]:2! r:3 bb4:8'`.
///
/// A note is its letter, `#` or `b`, and its octave (c4 is middle C); notes in brackets sound together; `r` is a rest.
/// The number after the colon is the length in sixteenths. `!` marks a louder note, `'` a quieter one. `|` separates
/// bars, and each bar must last sixteen sixteenths.
struct Line {
  struct Note {
    /// The start, in sixteenths from the start of the line.
    var start: Int
    /// The length in sixteenths.
    var length: Int
    var keys: [Int]
    var stress: Int
  }
  private(set) var notes: [Note] = []
  private(set) var length = 0

  init(_ text: String) {
    var keys: [Int] = []
    for word in text.split(separator: " ") {
      if word == "|" {
        precondition(length % 16 == 0, "\(length) sixteenths are not a whole number of bars: \(text)")
        continue
      }
      var name = word
      if name.hasPrefix("[") { name = name.dropFirst() }
      let halves = name.split(separator: ":", maxSplits: 1)
      keys += Self.key(halves[0].filter { $0 != "]" }).map { [$0] } ?? []
      guard halves.count == 2 else { continue }
      let count = Int(halves[1].filter { $0.isNumber }) ?? 0
      let stress = halves[1].hasSuffix("!") ? 14 : halves[1].hasSuffix("'") ? -14 : 0
      if !keys.isEmpty { notes.append(Note(start: length, length: count, keys: keys, stress: stress)) }
      length += count
      keys = []
    }
    precondition(length % 16 == 0, "the last bar of the demo's line is not full: \(text)")
  }

  /// Returns the key number for a note name, or nil for a rest.
  static func key(_ name: String) -> Int? {
    let letters = Array(name)
    guard let letter = letters.first, let position = "c d ef g a b".firstIndex(of: letter) else { return nil }
    let step = "c d ef g a b".distance(from: "c d ef g a b".startIndex, to: position)
    let sign = letters.dropFirst().prefix { $0 == "#" || $0 == "b" }.reduce(0) { $0 + ($1 == "#" ? 1 : -1) }
    guard let octave = letters.last?.wholeNumberValue else { return nil }
    return 12 * (octave + 1) + step + sign
  }

  /// Returns the key numbers for several note names, separated by spaces.
  static func keys(_ names: String) -> [Int] { names.split(separator: " ").compactMap { key(String($0)) } }
}
