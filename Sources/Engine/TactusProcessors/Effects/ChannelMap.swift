import TactusFiles

/// Maps channels to other channels and ports. Notes end on the channels on which they started, and pedals are released
/// on the channels on which they were pressed, even if the map changes in between.
///
/// - Thread: any
public struct ChannelMap: Hashable, Sendable {
  /// The destination of some channels.
  public struct Route: Hashable, Sendable {
    /// The channels, 0…15, to which the route applies.
    public var from: Set<UInt8>
    /// The destination channel, 0…15; nil keeps the channel. It has no effect if ``isMuted`` is true.
    public var channel: UInt8?
    /// The destination port, 0…15; nil keeps the port.
    public var port: UInt8?
    /// Whether the channels' messages are dropped.
    public var isMuted: Bool

    /// Creates a route.
    public init(from: Set<UInt8>, to channel: UInt8? = nil, port: UInt8? = nil, isMuted: Bool = false) {
      (self.from, self.channel, self.port, self.isMuted) = (from, channel, port, isMuted)
    }
  }

  /// The routes; if several apply to a channel, the last one wins.
  public var routes: [Route]
  /// Whether the messages of channels without a route are dropped.
  public var mutesOthers = false

  /// Creates a channel map.
  public init(_ routes: [Route] = []) { self.routes = routes }

  /// Returns the port and channel to which a channel's messages go, and whether they are passed at all.
  func target(of channel: UInt8) -> ChannelTarget {
    guard let route = routes.last(where: { $0.from.contains(channel) }) else {
      return ChannelTarget(isHeard: !mutesOthers, port: -1, channel: channel)
    }
    return ChannelTarget(
      isHeard: !route.isMuted, port: route.port.map { Int8($0 & 15) } ?? -1, channel: (route.channel ?? channel) & 15)
  }
}

extension ChannelMap.Route: DocumentValue {
  /// Reads an object with `from` (1…16 in brackets), `to` (1…16) or `muted`, and `port` (1…16).
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    self.init(
      from: try object.channels("from", default: .allChannels), to: try object.channel("to"),
      port: try object.channel("port"), isMuted: try object.value("muted", default: false))
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(channels: from, "from", unless: .allChannels)
    object.put(channel: channel, "to")
    object.put(channel: port, "port")
    object.put(isMuted, "muted", unless: false)
    return object.json
  }
}

extension ChannelMap: DocumentValue {
  /// Reads an object with `routes` and `muteOthers`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    self.init(try object.value("routes", default: []))
    mutesOthers = try object.value("muteOthers", default: false)
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(routes, "routes")
    object.put(mutesOthers, "muteOthers", unless: false)
    return object.json
  }
}

extension ChannelMap: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { PedalMemory(settings) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    guard let memory = memory as? PedalMemory else { preconditionFailure("the memory of another kind of effect") }
    let targets = tables.table((0..<16).map { target(of: UInt8($0)) })
    return .channelMap(
      MappingStage(ChannelMapping(targets: targets, pedals: memory.pedals), memory, isBypassed: isBypassed))
  }
}
