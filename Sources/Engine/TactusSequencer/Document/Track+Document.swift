import TactusFiles
import TactusTime

extension Swing: DocumentValue {
  /// Reads a percentage 50…75 for sixteenths, or an object with `percent` and `step`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let percent: Double
    let step: Tick
    if let number = try? Double(from: node) {
      percent = number
      step = max(1, Tick(node.ticksPerQuarter) / 4)
    } else {
      let object = try node.object()
      percent = try object.read(Double.self, "percent")
      step = try object.stepLength("step")
    }
    guard (50...75).contains(percent) else { throw node.expected("a swing of 50…75 percent") }
    guard step > 0 else { throw node.expected("a step of at least a tick") }
    self.init(percent: percent, step: step)
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(Double(min(max(5000, hundredths), 7500)) / 100, "percent")
    object.put(min(max(1, step), TimeSettings.tickLimit), "step")
    return object.json
  }
}

extension Groove.Slot: DocumentValue {
  /// Reads an object with `shift`, `accent` and `strength`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    self.init(
      shift: try object.ticks("shift") ?? 0, accent: try object.number("accent", -127...127, default: 0),
      strength: try object.number("strength", -1000...1000, default: 100))
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(TimeSettings.clamp(tick: shift), "shift", unless: 0)
    object.put(min(max(-127, accent), 127), "accent", unless: 0)
    object.put(min(max(-1000, strength), 1000), "strength", unless: 100)
    return object.json
  }
}

extension Groove: DocumentValue {
  /// Reads an object with `step` and `slots`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    self.init(step: try object.stepLength("step"), try object.value("slots", default: []))
    if !object.contains("step") { step = max(2, step) }
    guard step >= 2 else { throw object.expected("at least two ticks", "step") }
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(Self.clamp(step: step), "step")
    object.put(slots, "slots")
    return object.json
  }
}

extension Track: DocumentValue {
  private static let loopEnds: [(String, LoopEnd)] = [("cut", .cut), ("ringOver", .ringOver), ("wrap", .wrap)]
  private static let overlaps: [(String, NoteOverlap)] = [("retrigger", .retrigger), ("layer", .layer)]
  private static let beforeStarts: [(String, BeforeStart)] = [("silent", .silent), ("wrap", .wrap)]
  private static let loopChanges: [(String, LoopChange)] = [
    ("keepBeat", .keepBeat), ("restart", .restart), ("atNextPass", .atNextPass),
  ]
  private static let grids: [(String, GridOrigin)] = [("song", .song), ("pass", .pass)]

  /// Reads an object with a `clip` or a `pattern`, or with the `notes` of a clip; all other members are optional.
  /// `channel` and `port` count from 1. `loop` is true, false or a length (`loopLength` stores the length of a loop
  /// that is off). `bank`, `program`, `volume`, `pan`, `reverb` and `chorus` are set at the start, as messages of the
  /// clip or pattern.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    if let pattern = try object.readIfPresent(Pattern.self, "pattern") {
      self.init(pattern)
    } else if let clip = try object.readIfPresent(Clip.self, "clip") {
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
    swing = try object.readIfPresent(Swing.self, "swing")
    groove = try object.readIfPresent(Groove.self, "groove")
    gridOrigin = try object.word("grid", Self.grids, default: gridOrigin)
    fileEvents = try object.value("fileEvents", default: [])
    let messages = try TrackSound(object).messages
    clip?.messages.insert(contentsOf: messages, at: 0)
    pattern?.messages.insert(contentsOf: messages, at: 0)
  }

  private mutating func readLoop(_ object: DocumentObject) throws(DocumentProblem) {
    start = try object.ticks("start") ?? 0
    if let isLooped = try? object.readIfPresent(Bool.self, "loop") {
      self.isLooped = isLooped
    } else if let length = try object.ticks("loop") {
      guard length > 0 else { throw object.expected("true, false or a length", "loop") }
      (isLooped, loopLength) = (true, length)
    }
    if let length = try object.ticks("loopLength") { loopLength = max(1, length) }
    passLimit = try object.number("passes", 0...Int.max, default: 0)
    loopEnd = try object.word("loopEnd", Self.loopEnds, default: loopEnd)
    beforeStart = try object.word("beforeStart", Self.beforeStarts, default: beforeStart)
    loopChange = try object.word("loopChange", Self.loopChanges, default: loopChange)
  }

  /// The object that ``init(from:)`` reads; numbers out of range are written as they are played.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(id, "id", unless: 0)
    object.put(name, "name", unless: "")
    object.put(channel.map { ($0 & 15) + 1 }, "channel")
    object.put(port.map { ($0 & 15) + 1 }, "port")
    object.put(clampedStart, "start", unless: 0)
    let isPattern = pattern != nil
    let loopLength = loopLength.map { min(max(1, $0), TimeSettings.tickLimit) }
    if let loopLength, isLooped {
      object.put(loopLength, "loop")
    } else {
      object.put(isLooped, "loop", unless: isPattern)
      object.put(loopLength, "loopLength")
    }
    object.put(max(0, passLimit), "passes", unless: 0)
    object.put(loopEnd, "loopEnd", Self.loopEnds, unless: isPattern ? .ringOver : .cut)
    object.put(overlap, "overlap", Self.overlaps, unless: .retrigger)
    object.put(beforeStart, "beforeStart", Self.beforeStarts, unless: .silent)
    object.put(loopChange, "loopChange", Self.loopChanges, unless: .keepBeat)
    object.put(isMuted, "muted", unless: false)
    object.put(isSolo, "solo", unless: false)
    object.put(playsInCountIn, "countIn", unless: false)
    object.put(min(max(-127, transpose), 127), "transpose", unless: 0)
    object.put(swing, "swing")
    object.put(groove, "groove")
    object.put(gridOrigin, "grid", Self.grids, unless: .song)
    switch content {
    case .clip(let clip): object.put(clip, "clip")
    case .pattern(let pattern): object.put(pattern, "pattern")
    }
    object.put(fileEvents, "fileEvents", unless: [])
    return object.json
  }
}
