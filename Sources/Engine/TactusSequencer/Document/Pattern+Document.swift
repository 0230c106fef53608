import TactusFiles
import TactusTime

extension StepCondition: DocumentValue {
  /// Reads "always", "first", "previous", "fill", or "2:3" (the second pass of every three). A leading "!" negates
  /// the condition.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let text = try String(from: node)
    let isInverted = text.hasPrefix("!")
    let word = isInverted ? String(text.dropFirst()) : text
    let words: [String: Kind] = ["always": .always, "first": .first, "previous": .previous, "fill": .fill]
    if let kind = words[word] {
      self.init(kind, isInverted: isInverted)
      return
    }
    let numbers = word.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1], (1...65_535).contains(count),
      (1...count).contains(number)
    else {
      throw node.expected("\"first\", \"previous\", \"fill\" or a ratio such as \"1:4\", with or without \"!\"")
    }
    self.init(.ratio(number, of: count), isInverted: isInverted)
  }

  /// The string that ``init(from:)`` reads.
  package var json: JSON {
    let word =
      switch kind {
      case .always: "always"
      case .first: "first"
      case .previous: "previous"
      case .fill: "fill"
      case .ratio(let number, let count): Self.word(min(number, 65_535), of: min(max(1, count), 65_535))
      }
    if word == "never" { return .string(isInverted ? "always" : "!always") }
    return .string((isInverted ? "!" : "") + word)
  }
}

extension StepCondition {
  /// Returns the words for pass `number` of every `count`; "never" if there is no such pass.
  private static func word(_ number: Int, of count: Int) -> String {
    (1...count).contains(number) ? "\(number):\(count)" : "never"
  }
}

extension Ratchet: DocumentValue {
  /// Reads a number of strokes, or an object with `count` and `ramp`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let limit = SequencerSettings.ratchetLimit
    if let count = try? Int(from: node) {
      self.init(count)
    } else {
      let object = try node.object()
      self.init(try object.value("count", default: 1), velocityRamp: try object.number("ramp", -127...127, default: 0))
    }
    guard (1...limit).contains(count) else { throw node.expected("1…\(limit) strokes") }
  }

  /// The shortest form that ``init(from:)`` reads.
  package var json: JSON {
    let clamped = clamped
    if clamped.velocityRamp == 0 { return clamped.count.json }
    var object = DocumentWriter()
    object.put(clamped.count, "count")
    object.put(clamped.velocityRamp, "ramp")
    return object.json
  }

  /// The ratchet as it is played.
  fileprivate var clamped: Ratchet {
    Ratchet(min(max(1, count), SequencerSettings.ratchetLimit), velocityRamp: min(max(-127, velocityRamp), 127))
  }
}

extension Step: DocumentValue {
  /// Reads a mark ("x" for a hit, "." for a rest, "X" for a loud hit, "o" for a quiet one, "2" to "9" for that many
  /// strokes), a key, an array of keys, or an object with the optional members `on`, `key` or `keys`, `velocity`,
  /// `gate`, `probability`, `if`, `ratchet`, `spread` and `shift`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    if let text = try? String(from: node), text.utf8.count == 1,
      let step = Self.named[text.first ?? " "]
    {
      self = step
    } else if (try? node.list()) != nil {
      self.init(try Self.keys(node))
    } else if let pitch = try? DocumentPitch(from: node) {
      self.init(pitch.key)
    } else {
      try self.init(node.object())
    }
  }

  private init(_ object: DocumentObject) throws(DocumentProblem) {
    self.init()
    isOn = try object.value("on", default: true)
    if let key = try object.readIfPresent(DocumentPitch.self, "key")?.key { keys = [key] }
    if object.contains("keys") { keys += try Self.keys(object.node("keys")) }
    velocity = try object.velocity("velocity")
    gate = try object.number("gate", 1...Self.gateLimit)
    probability = try object.value("probability", default: 1)
    guard (0...1).contains(probability) else { throw object.expected("a probability 0…1", "probability") }
    condition = try object.value("if", default: .always)
    ratchet = try object.value("ratchet", default: Ratchet())
    velocitySpread = try object.number("spread", 0...127, default: 0)
    shift = try object.ticks("shift") ?? 0
  }

  /// The longest gate in a document, in percent of a step.
  fileprivate static var gateLimit: Int { 1_000_000 }

  private static func keys(_ node: DocumentNode) throws(DocumentProblem) -> [UInt8] {
    let keys = try [DocumentPitch](from: node).map { $0.key }
    guard keys.count <= 128 else { throw node.expected("at most 128 keys") }
    return keys
  }

  /// The shortest form that ``init(from:)`` reads; numbers out of range are written as they are played.
  package var json: JSON {
    if let name = letter { return name.json }
    let keys = keys.prefix(128).map { $0 & 127 }
    if self == Step(self.keys), !keys.isEmpty { return keys.count == 1 ? keys[0].json : keys.json }
    var object = DocumentWriter()
    object.put(isOn, "on", unless: true)
    if keys.count == 1 { object.put(keys[0], "key") } else { object.put(keys, "keys", unless: []) }
    object.put(velocity.map(DocumentVelocity.clamp), "velocity")
    object.put(gate.map { min(max(1, $0), Self.gateLimit) }, "gate")
    object.put(probability.isNaN ? 1 : min(max(0, probability), 1), "probability", unless: 1)
    object.put(condition, "if", unless: .always)
    object.put(ratchet.clamped, "ratchet", unless: Ratchet())
    object.put(min(velocitySpread, 127), "spread", unless: 0)
    object.put(TimeSettings.clamp(tick: shift), "shift", unless: 0)
    return object.json
  }

  /// The mark that represents this step, if there is one.
  fileprivate var letter: String? {
    self == .hit ? "x" : self == .rest ? "." : self == Step(velocity: 127) ? "X" : nil
  }
}

extension Pattern: DocumentValue {
  /// Reads an object with `steps`, or with `sections` and their `form`, and with `step` (the length of a step),
  /// `key`, `velocity`, `gate` and `messages`.
  ///
  /// `steps` is an array, a string such as "x..x ..x." (spaces and | are ignored), an object with `euclid` (onsets,
  /// steps and rotation), or an object with `rows` (the lines that `tactus sequence` shows).
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    self.init([])
    stepLength = try Self.stepLength(object)
    key = try object.readIfPresent(DocumentPitch.self, "key")?.key ?? 60
    steps = try Self.steps(ofPattern: object, stepLength, key)
    velocity = try object.velocity("velocity") ?? 100
    gate = try object.number("gate", 1...Step.gateLimit, default: 50)
    messages = try object.value("messages", default: [])
  }

  /// Reads the length of a step.
  static func stepLength(_ object: DocumentObject) throws(DocumentProblem) -> Tick {
    let length = try object.stepLength("step")
    guard (1...(1 << 32)).contains(length) else { throw object.expected("a length of 1…2^32 ticks", "step") }
    return length
  }

  /// The object that ``init(from:)`` reads; numbers out of range are written as they are played.
  package var json: JSON {
    var object = DocumentWriter()
    let steps = steps.prefix(SequencerSettings.stepLimit)
    let letters = steps.map { $0.letter }
    if letters.allSatisfy({ $0 != nil }) {
      object.put(letters.compactMap { $0 }.joined(), "steps")
    } else {
      object.put(Array(steps), "steps")
    }
    object.put(clampedStepLength, "step")
    object.put(key & 127, "key", unless: 60)
    object.put(DocumentVelocity.clamp(velocity), "velocity", unless: 100)
    object.put(min(max(1, gate), Step.gateLimit), "gate", unless: 50)
    object.put(messages.filter { !$0.isOfNote }, "messages", unless: [])
    return object.json
  }

  /// The number of notes in one pass if every step plays.
  var strokeCount: Int64 {
    steps.reduce(0) { $0 + ($1.isOn ? Int64(max(1, $1.keys.count)) * Int64(max(1, $1.ratchet.count)) : 0) }
  }
}
