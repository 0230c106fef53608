import TactusFiles

extension StepLength: DocumentValue {
  /// Reads a string such as "1/16", "1/8." (dotted) or "1/8t" (triplet).
  package init(from node: DocumentNode) throws(DocumentProblem) {
    guard let length = StepLength(try String(from: node)) else {
      throw node.expected("a part of a whole note such as \"1/16\", \"1/8.\" (dotted) or \"1/8t\" (triplets)")
    }
    self = length
  }

  /// The string that ``init(from:)`` reads.
  package var json: JSON {
    .string(text)
  }
}

extension Arpeggiator: DocumentValue {
  /// Reads an object whose members are all optional: see `Documentation/Effects.md`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
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

  private static func restart(_ object: DocumentObject) throws(DocumentProblem) -> Restart {
    guard object.contains("restart") else { return Arpeggiator().restart }
    if let beats = try? object.read(Int.self, "restart"), (1...1_024).contains(beats) { return .beats(beats) }
    switch try? object.read(String.self, "restart") {
    case "position": return .position
    case "firstKey": return .firstKey
    case "everyKey": return .everyKey
    default:
      throw object.expected("\"position\", \"firstKey\", \"everyKey\" or a number of beats 1…1024", "restart")
    }
  }

  private static func velocity(_ object: DocumentObject) throws(DocumentProblem) -> Velocity {
    guard object.contains("velocity") else { return .played }
    if let fixed = try? object.read(UInt8.self, "velocity"), (1...127).contains(fixed) {
      return .fixed(fixed)
    }
    switch try? object.read(String.self, "velocity") {
    case "played": return .played
    case "latest": return .latest
    default: throw object.expected("\"played\", \"latest\" or a velocity 1…127", "velocity")
    }
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    let usual = Arpeggiator()
    object.put(order, "order", Order.words, unless: usual.order)
    object.put(octaves.within(1...8), "octaves", unless: usual.octaves)
    object.put(rate, "rate", unless: usual.rate)
    object.put(gate.within(1...400, or: usual.gate), "gate", unless: usual.gate)
    object.put(swing.within(50...75, or: usual.swing), "swing", unless: usual.swing)
    object.put(isLatched, "latch", unless: usual.isLatched)
    object.put(pedalHolds, "pedalHolds", unless: usual.pedalHolds)
    switch restart {
    case .position: object.put("position", "restart")
    case .firstKey: break
    case .everyKey: object.put("everyKey", "restart")
    case .beats(let beats): object.put(beats.within(1...1_024), "restart")
    }
    object.put(startsWithKey, "startsWithKey", unless: usual.startsWithKey)
    object.put(playsWhenStopped, "playsWhenStopped", unless: usual.playsWhenStopped)
    switch velocity {
    case .played: break
    case .latest: object.put("latest", "velocity")
    case .fixed(let value): object.put(value.within(1...127), "velocity")
    }
    object.put(accents.prefix(Self.accentLimit).map { $0.within(0...200) }, "accents", unless: [])
    object.put(seed, "seed", unless: 0)
    object.put(channels: channels, "channels", unless: usual.channels)
    return object.json
  }
}
