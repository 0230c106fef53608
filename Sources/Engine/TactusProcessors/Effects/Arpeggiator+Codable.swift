import TactusFiles

extension StepLength: Codable {
  /// Decodes a string such as "1/16", "1/8." (dotted) or "1/8t" (triplet).
  public init(from decoder: any Decoder) throws {
    guard let length = StepLength(try decoder.singleValueContainer().decode(String.self)) else {
      throw decoder.expected("a part of a whole note such as \"1/16\", \"1/8.\" (dotted) or \"1/8t\" (triplets)")
    }
    self = length
  }

  /// Encodes the string that ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(text)
  }
}

extension Arpeggiator: Codable {
  /// Decodes an object whose members are all optional: see `Documentation/Effects.md`.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: DocumentKey.self)
    let usual = Arpeggiator()
    order = try object.word("order", Order.words, default: usual.order)
    octaves = try object.number("octaves", 1...8, default: usual.octaves)
    rate = try object.value("rate", default: usual.rate)
    gate = try object.number("gate", 1...400, default: usual.gate)
    swing = try object.number("swing", 50...75, default: usual.swing)
    isLatched = try object.value("latch", default: usual.isLatched)
    pedalHolds = try object.value("pedalHolds", default: usual.pedalHolds)
    restart = try Self.restart(object)
    startsWithKey = try object.value("startsWithKey", default: usual.startsWithKey)
    playsWhenStopped = try object.value("playsWhenStopped", default: usual.playsWhenStopped)
    velocity = try Self.velocity(object)
    accents = try object.value("accents", default: [])
    guard accents.count <= Self.accentLimit, accents.allSatisfy((0...200).contains) else {
      throw object.expected("at most \(Self.accentLimit) percentages 0…200", "accents")
    }
    seed = try object.value("seed", default: 0)
    channels = try object.channels("channels", default: usual.channels)
  }

  private static func restart(_ object: KeyedDecodingContainer<DocumentKey>) throws -> Restart {
    guard object.contains("restart") else { return Arpeggiator().restart }
    if let beats = try? object.decode(Int.self, forKey: "restart"), (1...1_024).contains(beats) { return .beats(beats) }
    switch try? object.decode(String.self, forKey: "restart") {
    case "position": return .position
    case "firstKey": return .firstKey
    case "everyKey": return .everyKey
    default:
      throw object.expected("\"position\", \"firstKey\", \"everyKey\" or a number of beats 1…1024", "restart")
    }
  }

  private static func velocity(_ object: KeyedDecodingContainer<DocumentKey>) throws -> Velocity {
    guard object.contains("velocity") else { return .played }
    if let fixed = try? object.decode(UInt8.self, forKey: "velocity"), (1...127).contains(fixed) {
      return .fixed(fixed)
    }
    switch try? object.decode(String.self, forKey: "velocity") {
    case "played": return .played
    case "latest": return .latest
    default: throw object.expected("\"played\", \"latest\" or a velocity 1…127", "velocity")
    }
  }

  /// Encodes the object that ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: DocumentKey.self)
    let usual = Arpeggiator()
    try object.put(order, "order", Order.words, unless: usual.order)
    try object.put(octaves.within(1...8), "octaves", unless: usual.octaves)
    try object.put(rate, "rate", unless: usual.rate)
    try object.put(gate.within(1...400, or: usual.gate), "gate", unless: usual.gate)
    try object.put(swing.within(50...75, or: usual.swing), "swing", unless: usual.swing)
    try object.put(isLatched, "latch", unless: usual.isLatched)
    try object.put(pedalHolds, "pedalHolds", unless: usual.pedalHolds)
    switch restart {
    case .position: try object.encode("position", forKey: "restart")
    case .firstKey: break
    case .everyKey: try object.encode("everyKey", forKey: "restart")
    case .beats(let beats): try object.encode(beats.within(1...1_024), forKey: "restart")
    }
    try object.put(startsWithKey, "startsWithKey", unless: usual.startsWithKey)
    try object.put(playsWhenStopped, "playsWhenStopped", unless: usual.playsWhenStopped)
    switch velocity {
    case .played: break
    case .latest: try object.encode("latest", forKey: "velocity")
    case .fixed(let value): try object.encode(value.within(1...127), forKey: "velocity")
    }
    try object.put(accents.prefix(Self.accentLimit).map { $0.within(0...200) }, "accents", unless: [])
    try object.put(seed, "seed", unless: 0)
    try object.put(channels: channels, "channels", unless: usual.channels)
  }
}
