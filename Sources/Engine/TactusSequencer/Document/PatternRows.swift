import TactusFiles
import TactusMIDI

/// Parses the rows of a pattern in the format that `tactus sequence` shows: a row for each key, followed by remarks.
///
///     Closed Hi-Hat  x.x.x.x. o.4.X.x.
///     chance                  ?   :
///     step 9: 60 %; step 13: pass 2 of 4
///
/// A row may be split into several lines. A row without a name belongs to the pattern's key. The line `chance` only
/// marks the steps whose probability or condition the remarks specify, and is skipped.
struct PatternRows {
  private var rows: [(key: UInt8, marks: [Character])] = []
  private var remarks: [(line: Int, text: Substring)] = []

  /// The number of steps.
  var count: Int { rows.first?.marks.count ?? 0 }

  /// Parses the member `rows`, an array of strings.
  init(_ object: DocumentObject, key: UInt8) throws(DocumentProblem) {
    let lines = try object.read([String].self, "rows")
    for (index, line) in lines.enumerated() {
      let words = line.split(separator: " ")
      switch words.first {
      case nil: continue
      case "step", "steps": remarks.append((index, line.drop { $0 == " " }))
      case "chance" where words.dropFirst().allSatisfy({ $0.allSatisfy { $0 == "?" || $0 == ":" } }): continue
      default:
        guard let (name, marks) = Self.parts(line) else { throw Self.rowError(object, index) }
        guard let row = name.isEmpty ? key : Self.key(name[...]) ?? DocumentPitch(name)?.key
        else { throw Self.rowError(object, index) }
        add(marks, to: row)
      }
    }
    guard let other = rows.first(where: { $0.marks.count != count }) else { return }
    throw object.expected(
      "as many steps in each row: \(count) in the first, \(other.marks.count) in that of \(KeyName.name(other.key))",
      "rows")
  }

  private mutating func add(_ marks: [Character], to key: UInt8) {
    if let row = rows.firstIndex(where: { $0.key == key }) {
      rows[row].marks += marks
    } else {
      rows.append((key, marks))
    }
  }

  /// Splits a line into name and marks. The marks start after two spaces that follow a name, or a key's number (whose
  /// digits may also be marks); in other lines, they are the trailing words that consist only of marks.
  private static func parts(_ line: String) -> (name: String, marks: [Character])? {
    let line = line.drop { $0 == " " }
    let isMarks = { (text: Substring) in
      text.allSatisfy { Step.named[$0] != nil || $0 == "+" || $0 == " " || $0 == "|" }
    }
    var split = line.endIndex
    if let gap = line.indices.first(where: { line[$0...].hasPrefix("  ") }),
      !isMarks(line[..<gap]) || key(line[..<gap]) != nil && line[gap...].contains(where: { $0 != " " })
    {
      split = gap
    } else {
      let words = line.split(separator: " ")
      let last = words.lastIndex { !isMarks($0) }
      split = last.map { words[$0].endIndex } ?? line.startIndex
    }
    let marks = line[split...]
    guard isMarks(marks) else { return nil }
    let name = line[..<split].split(separator: " ").joined(separator: " ")
    let found = marks.filter { $0 != " " && $0 != "|" }
    return found.isEmpty ? nil : (name, Array(found))
  }

  /// Returns the key with a number from 0 to 127.
  private static func key(_ text: Substring) -> UInt8? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), let key = UInt8(text), key < 128 else { return nil }
    return key
  }

  private static func rowError(_ object: DocumentObject, _ index: Int) -> DocumentProblem {
    object.expected(
      "a key or a drum and its steps, such as \"Closed Hi-Hat  x.x. o.4.\", or remarks, such as \"step 3: 60 %\"",
      "rows", index)
  }

  // MARK: Steps

  /// Returns the steps. All keys that start on a step share its velocity and its ratchet.
  func steps(_ object: DocumentObject) throws(DocumentProblem) -> [Step] {
    var steps: [Step] = []
    steps.reserveCapacity(count)
    for index in 0..<count {
      var (step, mark) = (Step.rest, Character("."))
      for row in rows where ![".", "-"].contains(row.marks[index]) {
        guard mark == "." || mark == row.marks[index] else {
          throw object.expected(
            "one mark for all keys of step \(index + 1), not \"\(mark)\" and \"\(row.marks[index])\"; a track of its own "
              + "can have another", "rows")
        }
        mark = row.marks[index]
        let keys = step.keys + [row.key]
        step = Step.named[mark] ?? Step(ratchet: Ratchet(10))
        step.keys = keys
      }
      steps.append(step)
    }
    for (line, text) in remarks { try apply(text, line, to: &steps, object) }
    return steps
  }

  /// Applies a line such as "step 9: 60 %; steps 11, 13: 4 strokes, pass 2 of 4".
  private func apply(_ text: Substring, _ line: Int, to steps: inout [Step], _ object: DocumentObject)
    throws(DocumentProblem)
  {
    for part in text.split(separator: ";") {
      let sides = part.split(separator: ":", maxSplits: 1)
      let head = sides[0].split(whereSeparator: { $0 == " " || $0 == "," })
      guard sides.count == 2, let word = head.first, word == "step" || word == "steps", head.count > 1 else {
        throw object.expected("remarks such as \"step 9: 60 %; steps 11, 13: 4 strokes\"", "rows", line)
      }
      for word in head.dropFirst() {
        guard let number = Int(word), (1...max(1, steps.count)).contains(number), number <= steps.count,
          steps[number - 1].isOn
        else { throw object.expected("the number of a step that plays, not \"\(word)\"", "rows", line) }
        for remark in sides[1].split(separator: ",") where !steps[number - 1].apply(remark.trimmedWords) {
          throw object.expected(
            "remarks such as \"60 %\", \"4 strokes\", \"pass 2 of 4\" or \"velocity ±9\", not \"\(remark.prefix(40))\"",
            "rows",
            line)
        }
      }
    }
  }
}

extension Substring {
  /// The words of the text, separated by single spaces.
  fileprivate var trimmedWords: String { split(separator: " ").joined(separator: " ") }
}

extension Step {
  /// Applies a remark; returns false if it is not a valid one.
  fileprivate mutating func apply(_ remark: String) -> Bool {
    let words = remark.split(separator: " ")
    if let condition = StepCondition(words: remark) {
      self.condition = condition
    } else if words.count == 2, words[1] == "%", let percent = Double(words[0]), (0...100).contains(percent) {
      probability = percent / 100
    } else if words.count == 2, words[1].hasPrefix("stroke"), let count = Int(words[0]),
      (1...SequencerSettings.ratchetLimit).contains(count)
    {
      ratchet.count = count
    } else if words.count == 2, words[0] == "velocity", words[1].hasPrefix("±"),
      let spread = UInt8(words[1].dropFirst()),
      spread < 128
    {
      velocitySpread = spread
    } else {
      return false
    }
    return true
  }
}

extension StepCondition {
  /// The condition in words: "pass 1 of 2", "not in fills".
  package var words: String {
    switch kind {
    case .always: isInverted ? "never" : "always"
    case .first: isInverted ? "not in the first pass" : "in the first pass"
    case .previous: isInverted ? "if the one before did not play" : "if the one before played"
    case .fill: isInverted ? "not in fills" : "in fills"
    case .ratio(let number, let count): (isInverted ? "not in " : "") + "pass \(number) of \(count)"
    }
  }

  /// Parses a condition in the form of ``words``; nil for other text.
  init?(words: String) {
    let simple: [StepCondition] = [.always, !.always, .first, !.first, .previous, !.previous, .fill, !.fill]
    if let condition = simple.first(where: { $0.words == words }) {
      self = condition
      return
    }
    let isInverted = words.hasPrefix("not in ")
    let parts = words.dropFirst(isInverted ? 7 : 0).split(separator: " ")
    guard parts.count == 4, parts[0] == "pass", parts[2] == "of", let number = Int(parts[1]), let count = Int(parts[3]),
      (1...65_535).contains(count), (1...count).contains(number)
    else { return nil }
    self.init(.ratio(number, of: count), isInverted: isInverted)
  }
}
