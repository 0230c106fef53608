import TactusFiles
import TactusTime

extension Swing: Codable {
  /// Decodes a percentage 50…75 for sixteenths, or an object with `percent` and `step`.
  public init(from decoder: any Decoder) throws {
    let percent: Double
    let step: Tick
    if let number = try? decoder.singleValueContainer().decode(Double.self) {
      percent = number
      step = max(1, Tick(DocumentContext.current?.ticksPerQuarter ?? SequencerSettings.ticksPerQuarter) / 4)
    } else {
      let object = try decoder.container(keyedBy: DocumentKey.self)
      percent = try object.decode(Double.self, forKey: "percent")
      step = try object.stepLength("step")
    }
    guard (50...75).contains(percent) else { throw decoder.expected("a swing of 50…75 percent") }
    guard step > 0 else { throw decoder.expected("a step of at least a tick") }
    self.init(percent: percent, step: step)
  }

  /// Encodes the object that ``init(from:)`` decodes.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: DocumentKey.self)
    try object.encode(Double(hundredths) / 100, forKey: "percent")
    try object.encode(step, forKey: "step")
  }
}

extension Groove.Slot: Codable {
  /// Decodes an object with `shift`, `accent` and `strength`.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: DocumentKey.self)
    self.init(
      shift: try object.ticks("shift") ?? 0, accent: try object.number("accent", -127...127, default: 0),
      strength: try object.number("strength", -1000...1000, default: 100))
  }

  /// Encodes the object that ``init(from:)`` decodes.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: DocumentKey.self)
    try object.put(shift, "shift", unless: 0)
    try object.put(accent, "accent", unless: 0)
    try object.put(strength, "strength", unless: 100)
  }
}

extension Groove: Codable {
  /// Decodes an object with `step` and `slots`.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: DocumentKey.self)
    self.init(step: try object.stepLength("step"), try object.value("slots", default: []))
    if !object.contains("step") { step = max(2, step) }
    guard step >= 2 else { throw object.expected("at least two ticks", "step") }
  }

  /// Encodes the object that ``init(from:)`` decodes.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: DocumentKey.self)
    try object.encode(step, forKey: "step")
    try object.encode(slots, forKey: "slots")
  }
}

extension Track: Codable {
  private static let loopEnds: [(String, LoopEnd)] = [("cut", .cut), ("ringOver", .ringOver), ("wrap", .wrap)]
  private static let overlaps: [(String, NoteOverlap)] = [("retrigger", .retrigger), ("layer", .layer)]
  private static let beforeStarts: [(String, BeforeStart)] = [("silent", .silent), ("wrap", .wrap)]
  private static let loopChanges: [(String, LoopChange)] = [
    ("keepBeat", .keepBeat), ("restart", .restart), ("atNextPass", .atNextPass),
  ]
  private static let grids: [(String, GridOrigin)] = [("song", .song), ("pass", .pass)]

  /// Decodes an object with a `clip` or a `pattern`, or with the `notes` of a clip; all other members are optional.
  /// `channel` and `port` count from 1. `loop` is true, false or a length (`loopLength` stores the length of a loop
  /// that is off). `bank`, `program`, `volume`, `pan`, `reverb` and `chorus` are set at the start, as messages of the
  /// clip or pattern.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: DocumentKey.self)
    if let pattern = try object.decodeIfPresent(Pattern.self, forKey: "pattern") {
      self.init(pattern)
    } else if let clip = try object.decodeIfPresent(Clip.self, forKey: "clip") {
      self.init(clip)
    } else {
      self.init(Clip(notes: try object.value("notes", default: [])))
    }
    id = try object.value("id", default: 0)
    name = try object.value("name", default: "")
    try readLoop(object)
    overlap = try object.word("overlap", Self.overlaps, default: overlap)
    isMuted = try object.value("muted", default: false)
    isSolo = try object.value("solo", default: false)
    playsInCountIn = try object.value("countIn", default: false)
    channel = try object.number("channel", 1...16).map { $0 - 1 }
    port = try object.number("port", 1...16).map { $0 - 1 }
    transpose = try object.number("transpose", -127...127, default: 0)
    swing = try object.decodeIfPresent(Swing.self, forKey: "swing")
    groove = try object.decodeIfPresent(Groove.self, forKey: "groove")
    gridOrigin = try object.word("grid", Self.grids, default: gridOrigin)
    fileEvents = try object.value("fileEvents", default: [])
    let messages = try TrackSound(object).messages
    clip?.messages.insert(contentsOf: messages, at: 0)
    pattern?.messages.insert(contentsOf: messages, at: 0)
  }

  private mutating func readLoop(_ object: DocumentReading) throws {
    start = try object.ticks("start") ?? 0
    if let isLooped = try? object.decodeIfPresent(Bool.self, forKey: "loop") {
      self.isLooped = isLooped
    } else if let length = try object.ticks("loop") {
      guard length > 0 else { throw object.expected("true, false or a length", "loop") }
      (isLooped, loopLength) = (true, length)
    }
    if let length = try object.ticks("loopLength") { loopLength = length }
    passLimit = try object.number("passes", 0...Int.max, default: 0)
    loopEnd = try object.word("loopEnd", Self.loopEnds, default: loopEnd)
    beforeStart = try object.word("beforeStart", Self.beforeStarts, default: beforeStart)
    loopChange = try object.word("loopChange", Self.loopChanges, default: loopChange)
  }

  /// Encodes the object that ``init(from:)`` decodes.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: DocumentKey.self)
    try object.put(id, "id", unless: 0)
    try object.put(name, "name", unless: "")
    try object.put(channel.map { ($0 & 15) + 1 }, "channel")
    try object.put(port.map { ($0 & 15) + 1 }, "port")
    try object.put(start, "start", unless: 0)
    let isPattern = pattern != nil
    if let loopLength, isLooped {
      try object.encode(loopLength, forKey: "loop")
    } else {
      try object.put(isLooped, "loop", unless: isPattern)
      try object.put(loopLength, "loopLength")
    }
    try object.put(passLimit, "passes", unless: 0)
    try object.put(loopEnd, "loopEnd", Self.loopEnds, unless: isPattern ? .ringOver : .cut)
    try object.put(overlap, "overlap", Self.overlaps, unless: .retrigger)
    try object.put(beforeStart, "beforeStart", Self.beforeStarts, unless: .silent)
    try object.put(loopChange, "loopChange", Self.loopChanges, unless: .keepBeat)
    try object.put(isMuted, "muted", unless: false)
    try object.put(isSolo, "solo", unless: false)
    try object.put(playsInCountIn, "countIn", unless: false)
    try object.put(transpose, "transpose", unless: 0)
    try object.put(swing, "swing")
    try object.put(groove, "groove")
    try object.put(gridOrigin, "grid", Self.grids, unless: .song)
    switch content {
    case .clip(let clip): try object.encode(clip, forKey: "clip")
    case .pattern(let pattern): try object.encode(pattern, forKey: "pattern")
    }
    try object.put(fileEvents, "fileEvents", unless: [])
  }
}
