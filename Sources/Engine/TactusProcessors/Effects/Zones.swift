import TactusFiles
import TactusMIDI

/// Splits and layers the keyboard: each zone is a range of keys and velocities with its own channel and port.
///
/// A note goes to every zone that contains it, and is dropped if there is none. Channel messages, such as pedals and
/// pitch bend, go to the zones that accept them.
///
/// - Thread: any
public struct Zones: Hashable, Sendable {
  /// A zone.
  public struct Zone: Hashable, Sendable {
    /// The channels, 0…15, whose notes the zone accepts.
    public var from = Set<UInt8>.allChannels
    /// The range of keys, 0…127.
    public var keys: ClosedRange<UInt8> = 0...127
    /// The range of velocities, 1…127.
    public var velocities: ClosedRange<UInt8> = 1...127
    /// The output channel, 0…15; nil keeps the channel.
    public var channel: UInt8?
    /// The output port, 0…15; nil keeps the port.
    public var port: UInt8?
    /// The transposition in semitones, −127…127; notes that it moves outside 0…127 are dropped.
    public var transpose = 0
    /// The range to which ``velocities`` is scaled; nil keeps velocities.
    public var velocityRange: ClosedRange<UInt8>?
    /// Whether the zone accepts controllers, programs, pressure and pitch bend from its channels.
    public var takesControllers = true

    /// Creates a zone that accepts everything.
    public init() {}
  }

  /// The zones, at most 16; any others are ignored.
  public var zones: [Zone]

  /// Creates zones.
  public init(_ zones: [Zone] = []) { self.zones = zones }
}

extension Zones.Zone: DocumentValue {
  /// Reads an object with `from` (1…16 in brackets), `keys`, `velocities`, `channel`, `port` (1…16), `transpose`,
  /// `velocityRange`, `controllers`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    from = try object.channels("from", default: .allChannels)
    keys = try object.range("keys", within: 0...127, default: 0...127)
    velocities = try object.range("velocities", within: 1...127, default: 1...127)
    channel = try object.channel("channel")
    port = try object.channel("port")
    transpose = try object.number("transpose", -127...127, default: 0)
    velocityRange = try object.range("velocityRange", within: 1...127)
    takesControllers = try object.value("controllers", default: true)
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(channels: from, "from", unless: .allChannels)
    object.put(range: keys.clamped(to: 0...127), "keys", unless: 0...127)
    object.put(range: velocities.clamped(to: 1...127), "velocities", unless: 1...127)
    object.put(channel: channel, "channel")
    object.put(channel: port, "port")
    object.put(transpose.within(-127...127), "transpose", unless: 0)
    object.put(range: velocityRange?.clamped(to: 1...127), "velocityRange", unless: nil)
    object.put(takesControllers, "controllers", unless: true)
    return object.json
  }
}

extension Zones: DocumentValue {
  /// Reads an object with `zones`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    self.init(try object.value("zones", default: []))
    guard zones.count <= NoteTargets.limit else {
      throw object.expected("at most \(NoteTargets.limit) zones", "zones")
    }
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(Array(zones.prefix(NoteTargets.limit)), "zones")
    return object.json
  }
}

extension Zones: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { PedalMemory(settings) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    guard let memory = memory as? PedalMemory else { preconditionFailure("the memory of another kind of effect") }
    let compiled = zones.prefix(NoteTargets.limit).map { $0.compiled }
    let mapping = ZoneMapping(zones: tables.table(Array(compiled)), count: compiled.count, pedals: memory.pedals)
    return .zones(MappingStage(mapping, memory, isBypassed: isBypassed))
  }
}

extension Zones.Zone {
  var compiled: CompiledZone {
    let (keys, velocities) = (keys.clamped(to: 0...127), velocities.clamped(to: 1...127))
    let spread = velocityRange?.clamped(to: 1...127).ends16
    return CompiledZone(
      from: from.mask, keys: (keys.lowerBound, keys.upperBound),
      velocities: (velocities.lowerBound, velocities.upperBound),
      channel: channel.map { Int8($0 & 15) } ?? -1, port: port.map { Int8($0 & 15) } ?? -1,
      transpose: Int16(transpose.within(-127...127)), spreads: spread != nil, spread: spread ?? (0, 0),
      takesControllers: takesControllers)
  }
}

extension ClosedRange<UInt8> {
  /// The bounds as 16-bit velocities.
  fileprivate var ends16: (UInt16, UInt16) { (ValueScaling.up16(lowerBound), ValueScaling.up16(upperBound)) }
}
