import TactusFiles

/// Passes or drops messages by type, channel, key, velocity or controller.
///
/// A note-off is treated like its note-on; a note-off whose note-on has not been seen passes. System and
/// system-exclusive messages pass unless a condition names them.
///
/// - Thread: any
public struct EventFilter: Hashable, Sendable {
  /// Types of messages.
  public enum MessageType: String, CaseIterable, Sendable {
    /// Notes, on and off.
    case note
    /// Polyphonic key pressure.
    case keyPressure
    /// Control changes.
    case controller
    /// Program changes.
    case program
    /// Channel pressure.
    case channelPressure
    /// Pitch bend.
    case pitchBend = "pitchWheel"
    /// MIDI 2.0: per-note controllers, pitch bend and management.
    case perNote
    /// MIDI 2.0: registered and assignable controllers, absolute and relative.
    case parameter
    /// System common and real-time messages.
    case system
    /// System-exclusive messages.
    case systemExclusive

    var bit: UInt16 { 1 << UInt16(Self.allCases.firstIndex(of: self) ?? 0) }
  }

  /// A condition for messages; all of its members must match.
  public struct Condition: Hashable, Sendable {
    /// The types of messages that match; nil matches any channel message.
    public var types: Set<MessageType>?
    /// The channels, 0…15, that match; messages without a channel always match.
    public var channels = Set<UInt8>.allChannels
    /// The keys whose messages match; nil matches any message.
    public var keys: ClosedRange<UInt8>?
    /// The velocities, 1…127, of the note-ons that match; nil matches any message.
    public var velocities: ClosedRange<UInt8>?
    /// The controllers, 0…127, that match; nil matches any message.
    public var controllers: Set<UInt8>?

    /// Creates a condition that every channel message matches.
    public init() {}
  }

  /// What happens to matching messages.
  public enum Action: String, CaseIterable, Sendable {
    /// Only matching messages pass.
    case pass
    /// Only matching messages are dropped.
    case stop
  }

  /// What happens to matching messages.
  public var action: Action
  /// A message matches if it meets one of these conditions. Without conditions everything passes.
  public var conditions: [Condition]

  /// Creates a filter.
  public init(_ action: Action = .stop, _ conditions: [Condition] = []) {
    (self.action, self.conditions) = (action, conditions)
  }

  /// The maximum number of conditions in a document.
  static var mostConditions: Int { 64 }
}

extension EventFilter.Condition: DocumentValue {
  /// Reads an object with `types`, `channels` (1…16), `keys`, `velocities`, `controllers`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    if object.contains("types") {
      let types = (try? object.read([String].self, "types"))?.map { EventFilter.MessageType(rawValue: $0) }
      guard let types, !types.contains(nil) else {
        let words = EventFilter.MessageType.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        throw object.expected("an array of some of \(words)", "types")
      }
      self.types = Set(types.compactMap { $0 })
    }
    channels = try object.channels("channels", default: .allChannels)
    keys = try object.range("keys", within: 0...127)
    velocities = try object.range("velocities", within: 1...127)
    controllers = try object.numbers("controllers", 0...127)
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(
      types.map { types in EventFilter.MessageType.words.filter { types.contains($0.1) }.map { $0.0 } }, "types")
    object.put(channels: channels, "channels", unless: .allChannels)
    object.put(range: keys?.clamped(to: 0...127), "keys", unless: nil)
    object.put(range: velocities?.clamped(to: 1...127), "velocities", unless: nil)
    object.put(controllers?.filter { $0 < 128 }.sorted(), "controllers")
    return object.json
  }
}

extension EventFilter: DocumentValue {
  /// Reads an object with `action` ("stop" or "pass") and `conditions`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    self.init(
      try object.word("action", Action.words, default: .stop), try object.value("conditions", default: [Condition]()))
    guard conditions.count <= Self.mostConditions else {
      throw object.expected("at most \(Self.mostConditions) conditions", "conditions")
    }
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(action, "action", Action.words, unless: .stop)
    object.put(Array(conditions.prefix(Self.mostConditions)), "conditions")
    return object.json
  }
}

extension EventFilter: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { PedalMemory(settings) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    let compiled = conditions.prefix(Self.mostConditions).map { $0.compiled }
    guard let memory = memory as? PedalMemory else { preconditionFailure("the memory of another kind of effect") }
    let mapping = FilterMapping(
      conditions: tables.table(Array(compiled)), count: compiled.count, passesMatches: action == .pass,
      governed: compiled.reduce(0) { $0 | $1.types } | MessageBits.ofChannels, pedals: memory.pedals)
    return .filter(MappingStage(mapping, memory, isBypassed: isBypassed))
  }
}

extension EventFilter.Condition {
  var compiled: FilterCondition {
    var controllerBits: (UInt64, UInt64) = (.max, .max)
    if let controllers {
      controllerBits = (0, 0)
      for number in controllers where number < 64 { controllerBits.0 |= 1 << UInt64(number) }
      for number in controllers where (64..<128).contains(number) { controllerBits.1 |= 1 << UInt64(number - 64) }
    }
    let (keys, velocities) = (keys?.clamped(to: 0...127), velocities?.clamped(to: 1...127))
    return FilterCondition(
      types: types.map { $0.reduce(0) { $0 | $1.bit } } ?? MessageBits.ofChannels, channels: channels.mask,
      asksKey: keys != nil, keys: (keys?.lowerBound ?? 0, keys?.upperBound ?? 127), asksVelocity: velocities != nil,
      velocities: (velocities?.lowerBound ?? 0, velocities?.upperBound ?? 127), asksController: controllers != nil,
      controllers: controllerBits)
  }
}
