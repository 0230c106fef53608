import TactusFiles

/// A scale: pitch classes above a root, such as those of C major.
///
/// - Thread: any
public struct Scale: Hashable, Sendable {
  /// The pitch class of the root, 0 (C) … 11 (B).
  public let root: Int
  /// The intervals of the scale in semitones above the root, ascending, including 0.
  public let intervals: [Int]

  /// Creates a scale.
  ///
  /// - Parameters:
  ///   - root: a key or pitch class; only its pitch class matters.
  ///   - intervals: semitones above the root; only their pitch classes matter, and 0 is always included.
  public init(root: Int, intervals: [Int]) {
    self.root = (root % 12 + 12) % 12
    self.intervals = Set(intervals.map { ($0 % 12 + 12) % 12 } + [0]).sorted()
  }

  /// The intervals of the scales that chain documents select by name.
  public static let named: [(name: String, intervals: [Int])] = [
    ("major", [0, 2, 4, 5, 7, 9, 11]), ("minor", [0, 2, 3, 5, 7, 8, 10]),
    ("harmonic minor", [0, 2, 3, 5, 7, 8, 11]), ("melodic minor", [0, 2, 3, 5, 7, 9, 11]),
    ("ionian", [0, 2, 4, 5, 7, 9, 11]), ("dorian", [0, 2, 3, 5, 7, 9, 10]), ("phrygian", [0, 1, 3, 5, 7, 8, 10]),
    ("lydian", [0, 2, 4, 6, 7, 9, 11]), ("mixolydian", [0, 2, 4, 5, 7, 9, 10]),
    ("aeolian", [0, 2, 3, 5, 7, 8, 10]), ("locrian", [0, 1, 3, 5, 6, 8, 10]),
    ("major pentatonic", [0, 2, 4, 7, 9]), ("minor pentatonic", [0, 3, 5, 7, 10]), ("blues", [0, 3, 5, 6, 7, 10]),
    ("whole tone", [0, 2, 4, 6, 8, 10]), ("diminished", [0, 2, 3, 5, 6, 8, 9, 11]),
    ("chromatic", Array(0..<12)),
  ]

  /// Creates a scale from its name, such as "F# dorian"; nil if the name is unknown.
  public init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, let root = PitchClass.number(String(words[0])) else { return nil }
    guard let found = Self.named.first(where: { $0.name == String(words[1]) }) else { return nil }
    self.init(root: root, intervals: found.intervals)
  }

  /// The name, such as "F# dorian"; nil if the scale has none.
  public var name: String? {
    Self.named.first { $0.intervals == intervals }.map { "\(PitchClass.names[root]) \($0.name)" }
  }

  /// Returns the key that is a given number of scale steps away from another key; a key outside the scale first moves
  /// down to the next key of the scale.
  ///
  /// - Parameters:
  ///   - key: a key number of any value.
  ///   - steps: the number of steps upwards; negative numbers are downwards.
  public func key(_ key: Int, steps: Int) -> Int {
    let above = key - root
    let octave = above >= 0 ? above / 12 : (above - 11) / 12
    let degree = intervals.lastIndex { $0 <= above - octave * 12 } ?? 0
    let step = octave * intervals.count + degree + steps
    let count = intervals.count
    let octaves = step >= 0 ? step / count : (step - count + 1) / count
    return root + octaves * 12 + intervals[step - octaves * count]
  }
}

extension Scale: DocumentValue {
  /// Reads a string such as "C major", or an array of pitch classes that starts with the root.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    if let numbers = try? [Int](from: node) {
      guard let root = numbers.first, numbers.allSatisfy((0...11).contains) else {
        throw node.expected("pitch classes 0…11, the root first")
      }
      self.init(root: root, intervals: numbers.map { $0 - root })
      return
    }
    guard let scale = Scale(try String(from: node)) else {
      let names = Self.named.map { $0.name }.joined(separator: ", ")
      throw node.expected("a root and a scale, such as \"C major\"; scales are \(names)")
    }
    self = scale
  }

  /// The shortest form.
  package var json: JSON {
    name?.json ?? intervals.map { ($0 + root) % 12 }.json
  }
}

/// The names of the twelve pitch classes.
///
/// - Thread: any
public enum PitchClass {
  /// The names with sharps, starting with C.
  public static let names = ["C", "C#", "D", "D#", "E", "F", "F#", "G", "G#", "A", "A#", "B"]

  /// The names with flats.
  public static let flatNames = ["C", "Db", "D", "Eb", "E", "F", "Gb", "G", "Ab", "A", "Bb", "B"]

  /// Returns the pitch class, 0…11, of a name such as "F#", "Gb" or "c".
  public static func number(_ name: String) -> Int? {
    guard let letter = name.first?.uppercased(), let natural = names.firstIndex(of: letter) else { return nil }
    switch name.dropFirst() {
    case "": return natural
    case "#", "♯": return (natural + 1) % 12
    case "b", "♭": return (natural + 11) % 12
    default: return nil
    }
  }
}
