import TactusFiles
import TactusTime

extension StepCondition: Codable {
  /// Decodes "always", "first", "previous", "fill", or "2:3" (the second pass of every three). A leading "!" negates
  /// the condition.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
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
      throw decoder.expected("\"first\", \"previous\", \"fill\" or a ratio such as \"1:4\", with or without \"!\"")
    }
    self.init(.ratio(number, of: count), isInverted: isInverted)
  }

  /// Encodes the string that ``init(from:)`` decodes.
  public func encode(to encoder: any Encoder) throws {
    let word =
      switch kind {
      case .always: "always"
      case .first: "first"
      case .previous: "previous"
      case .fill: "fill"
      case .ratio(let number, let count): "\(number):\(count)"
      }
    var container = encoder.singleValueContainer()
    try container.encode((isInverted ? "!" : "") + word)
  }
}

extension Ratchet: Codable {
  /// Decodes a number of strokes, or an object with `count` and `ramp`.
  public init(from decoder: any Decoder) throws {
    let limit = SequencerSettings.ratchetLimit
    if let count = try? decoder.singleValueContainer().decode(Int.self) {
      self.init(count)
    } else {
      let object = try decoder.container(keyedBy: DocumentKey.self)
      self.init(try object.value("count", default: 1), velocityRamp: try object.number("ramp", -127...127, default: 0))
    }
    guard (1...limit).contains(count) else { throw decoder.expected("1…\(limit) strokes") }
  }

  /// Encodes the shortest form that ``init(from:)`` decodes.
  public func encode(to encoder: any Encoder) throws {
    let strokes = min(max(1, count), SequencerSettings.ratchetLimit)
    if velocityRamp == 0 {
      var container = encoder.singleValueContainer()
      try container.encode(strokes)
    } else {
      var object = encoder.container(keyedBy: DocumentKey.self)
      try object.encode(strokes, forKey: "count")
      try object.encode(velocityRamp, forKey: "ramp")
    }
  }
}

extension Step: Codable {
  /// Decodes a mark ("x" for a hit, "." for a rest, "X" for a loud hit, "o" for a quiet one, "2" to "9" for that many
  /// strokes), a key, an array of keys, or an object with the optional members `on`, `key` or `keys`, `velocity`,
  /// `gate`, `probability`, `if`, `ratchet`, `spread` and `shift`.
  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self), text.utf8.count == 1,
      let step = Self.named[text.first ?? " "]
    {
      self = step
    } else if (try? decoder.unkeyedContainer()) != nil {
      self.init(try Self.keys(decoder))
    } else if let pitch = try? DocumentPitch(from: decoder) {
      self.init(pitch.key)
    } else {
      try self.init(decoder.container(keyedBy: DocumentKey.self))
    }
  }

  private init(_ object: DocumentReading) throws {
    self.init()
    isOn = try object.value("on", default: true)
    if let key = try object.decodeIfPresent(DocumentPitch.self, forKey: "key")?.key { keys = [key] }
    if object.contains("keys") { keys += try Self.keys(object.superDecoder(forKey: "keys")) }
    velocity = try object.velocity("velocity")
    gate = try object.number("gate", 1...1_000_000)
    probability = try object.value("probability", default: 1)
    guard (0...1).contains(probability) else { throw object.expected("a probability 0…1", "probability") }
    condition = try object.value("if", default: .always)
    ratchet = try object.value("ratchet", default: Ratchet())
    velocitySpread = try object.number("spread", 0...127, default: 0)
    shift = try object.ticks("shift") ?? 0
  }

  private static func keys(_ decoder: any Decoder) throws -> [UInt8] {
    let keys = try [DocumentPitch](from: decoder).map(\.key)
    guard keys.count <= 128 else { throw decoder.expected("at most 128 keys") }
    return keys
  }

  /// Encodes the shortest form that ``init(from:)`` decodes.
  public func encode(to encoder: any Encoder) throws {
    if let name = letter {
      var container = encoder.singleValueContainer()
      return try container.encode(name)
    }
    if self == Step(keys), !keys.isEmpty {
      if keys.count == 1 { return try keys[0].encode(to: encoder) }
      return try keys.encode(to: encoder)
    }
    var object = encoder.container(keyedBy: DocumentKey.self)
    try object.put(isOn, "on", unless: true)
    if keys.count == 1 { try object.encode(keys[0], forKey: "key") } else { try object.put(keys, "keys", unless: []) }
    try object.put(velocity, "velocity")
    try object.put(gate, "gate")
    try object.put(probability, "probability", unless: 1)
    try object.put(condition, "if", unless: .always)
    try object.put(ratchet, "ratchet", unless: Ratchet())
    try object.put(velocitySpread, "spread", unless: 0)
    try object.put(shift, "shift", unless: 0)
  }

  /// The mark that represents this step, if there is one.
  fileprivate var letter: String? {
    self == .hit ? "x" : self == .rest ? "." : self == Step(velocity: 127) ? "X" : nil
  }
}

extension Pattern: Codable {
  /// Decodes an object with `steps`, or with `sections` and their `form`, and with `step` (the length of a step),
  /// `key`, `velocity`, `gate` and `messages`.
  ///
  /// `steps` is an array, a string such as "x..x ..x." (spaces and | are ignored), an object with `euclid` (onsets,
  /// steps and rotation), or an object with `rows` (the lines that `tactus sequence` shows).
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: DocumentKey.self)
    self.init([])
    stepLength = try Self.stepLength(object)
    key = try object.decodeIfPresent(DocumentPitch.self, forKey: "key")?.key ?? 60
    steps = try Self.steps(ofPattern: object, stepLength, key)
    velocity = try object.velocity("velocity") ?? 100
    gate = try object.number("gate", 1...1_000_000, default: 50)
    messages = try object.value("messages", default: [])
  }

  /// Decodes the length of a step.
  static func stepLength(_ object: DocumentReading) throws -> Tick {
    let length = try object.stepLength("step")
    guard (1...(1 << 32)).contains(length) else { throw object.expected("a length of 1…2^32 ticks", "step") }
    return length
  }

  /// Encodes the object that ``init(from:)`` decodes.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: DocumentKey.self)
    let letters = steps.map(\.letter)
    if letters.allSatisfy({ $0 != nil }) {
      try object.encode(letters.compactMap { $0 }.joined(), forKey: "steps")
    } else {
      try object.encode(steps, forKey: "steps")
    }
    try object.encode(stepLength, forKey: "step")
    try object.put(key, "key", unless: 60)
    try object.put(velocity, "velocity", unless: 100)
    try object.put(gate, "gate", unless: 50)
    try object.put(messages.filter { !$0.isOfNote }, "messages", unless: [])
  }

  /// The number of notes in one pass if every step plays.
  var strokeCount: Int {
    steps.reduce(0) { $0 + ($1.isOn ? max(1, $1.keys.count) * max(1, $1.ratchet.count) : 0) }
  }
}
