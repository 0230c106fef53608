import TactusFiles
import TactusTime

extension Step {
  /// The steps that the marks in a row represent.
  static let named: [Character: Step] = {
    var steps: [Character: Step] = [
      "x": .hit, "X": Step(velocity: 127), "o": Step(velocity: 50), ".": .rest, "-": .rest,
    ]
    for strokes in 2...9 { steps[Character("\(strokes)")] = Step(ratchet: Ratchet(strokes)) }
    return steps
  }()
}

extension Pattern {
  /// Reads the steps of a pattern: its `steps`, or its `sections` in sequence.
  static func steps(ofPattern object: DocumentObject, _ stepLength: Tick, _ key: UInt8) throws(DocumentProblem)
    -> [Step]
  {
    if object.contains("sections") {
      guard !object.contains("steps") else { throw object.expected("\"steps\" or \"sections\", not both", "sections") }
      return try sectionSteps(object, stepLength, key)
    }
    guard object.contains("steps") else {
      throw object.expected("steps: a text, an array, \"euclid\" or \"rows\"", "steps")
    }
    return try steps(object, "steps", key)
  }

  /// Reads the steps that a member of an object contains, in any of their forms.
  static func steps(_ object: DocumentObject, _ name: String, _ key: UInt8) throws(DocumentProblem) -> [Step] {
    if let text = try? object.read(String.self, name) {
      try charge(marks(text).count, object, name)
      return try marks(text).map { (mark) throws(DocumentProblem) in
        guard let step = Step.named[mark] else {
          throw object.expected("only x, X, o, 2…9, ., - and | in a row, not \"\(mark)\"", name)
        }
        return step
      }
    }
    if let list = try? object.node(name).list() {
      try charge(list.count, object, name)
      return try object.read([Step].self, name)
    }
    let rule = try object.node(name).object()
    if rule.contains("rows") {
      let rows = try PatternRows(rule, key: key)
      try charge(rows.count, object, name)
      return try rows.steps(rule)
    }
    let numbers = try euclid(rule)
    try charge(numbers[1], object, name)
    let hit = try rule.value("hit", default: Step.hit)
    return .euclid(numbers[0], of: numbers[1], rotation: numbers.count > 2 ? numbers[2] : 0, hit: hit)
  }

  /// Returns the number of steps that a member contains, without creating the steps.
  static func stepCount(_ object: DocumentObject, _ name: String) throws(DocumentProblem) -> Int {
    if let text = try? object.read(String.self, name) { return marks(text).count }
    if let list = try? object.node(name).list() { return list.count }
    let rule = try object.node(name).object()
    return rule.contains("rows") ? try PatternRows(rule, key: 0).count : try euclid(rule)[1]
  }

  /// Returns the marks of a row.
  private static func marks(_ text: String) -> [Character] { text.filter { $0 != " " && $0 != "|" }.map { $0 } }

  /// Reads the member `euclid`: the number of onsets, the number of steps and an optional rotation.
  private static func euclid(_ rule: DocumentObject) throws(DocumentProblem) -> [Int] {
    let numbers = try rule.read([Int].self, "euclid")
    let limit = SequencerSettings.stepLimit
    guard (2...3).contains(numbers.count), (0...limit).contains(numbers[1]), (0...numbers[1]).contains(numbers[0])
    else {
      throw rule.expected(
        "[onsets, steps, rotation], at most \(limit) steps and no more onsets than steps", "euclid")
    }
    return numbers
  }

  /// Counts steps against the limit before they are created, because one byte of a document can request hundreds of
  /// steps.
  static func charge(_ count: Int, _ object: DocumentObject, _ name: String) throws(DocumentProblem) {
    let limit = SequencerSettings.stepLimit
    guard count <= limit else { throw object.expected("at most \(limit) steps", name) }
    guard object.sequence?.takes(steps: count) ?? true else {
      throw object.expected("at most \(SequencerSettings.documentStepLimit) steps in all patterns", name)
    }
  }
}
