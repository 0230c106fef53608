import TactusFiles
import TactusMIDI

/// Maps pressure to a controller, or to the other kind of pressure.
///
/// - Thread: any
public struct PressureMap: Hashable, Sendable {
  /// The kind of pressure that is mapped.
  public enum Source: String, CaseIterable, Sendable {
    /// Channel pressure.
    case channel
    /// Key pressure.
    case keys
  }

  /// The control to which the pressure is mapped.
  public enum Target: Hashable, Sendable {
    /// A controller, 0…127.
    case controller(UInt8)
    /// Channel pressure.
    case channel
    /// The pressure of every held key.
    case keys
  }

  /// How the pressures of several keys are combined.
  public enum Combining: String, CaseIterable, Sendable {
    /// The highest pressure of the held keys.
    case highest
    /// The latest pressure.
    case latest
  }

  /// The kind of pressure that is mapped.
  public var source: Source
  /// The control to which the pressure is mapped.
  public var target: Target
  /// How the pressures of several keys are combined.
  public var combining = Combining.highest
  /// The channels, 0…15, to which the effect applies.
  public var channels = Set<UInt8>.allChannels
  /// The range of the mapped values, 0…127.
  public var range: ClosedRange<UInt8> = 0...127
  /// The curve.
  public var curve = ValueCurve.linear
  /// Whether the pressure is passed on as well, before the mapped message.
  public var keepsSource = false

  /// Creates a map from one kind of pressure to a control.
  public init(_ source: Source = .channel, to target: Target = .controller(1)) {
    (self.source, self.target) = (source, target)
  }
}

extension PressureMap: DocumentValue {
  /// Reads an object with `source`, `target` ("channel", "keys", or the number of a controller), `combine`,
  /// `channels` (1…16), `range`, `curve`, `keepSource`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    self.init(try object.word("source", Source.words, default: .channel))
    if let word = try? object.readIfPresent(String.self, "target") {
      guard word == "channel" || word == "keys" else { throw object.expected(Self.targets, "target") }
      target = word == "channel" ? .channel : .keys
    } else if object.contains("target") {
      guard let number = try? object.read(UInt8.self, "target"), number < 128 else {
        throw object.expected(Self.targets, "target")
      }
      target = .controller(number)
    }
    combining = try object.word("combine", Combining.words, default: .highest)
    channels = try object.channels("channels", default: .allChannels)
    range = try object.range("range", within: 0...127, default: 0...127)
    curve = try object.value("curve", default: .linear)
    keepsSource = try object.value("keepSource", default: false)
  }

  private static let targets = "\"channel\", \"keys\", or the number 0…127 of a controller"

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(source, "source", Source.words, unless: .channel)
    switch target {
    case .controller(let number): object.put(number & 127, "target")
    case .channel: object.put("channel", "target")
    case .keys: object.put("keys", "target")
    }
    object.put(combining, "combine", Combining.words, unless: .highest)
    object.put(channels: channels, "channels", unless: .allChannels)
    object.put(range: range.clamped(to: 0...127), "range", unless: 0...127)
    object.put(curve.simplest, "curve", unless: .linear)
    object.put(keepsSource, "keepSource", unless: false)
    return object.json
  }
}

extension PressureMap: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { KeyPressureMemory(settings) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    guard let memory = memory as? KeyPressureMemory else {
      preconditionFailure("the memory of another kind of effect")
    }
    let position: PressureTarget =
      switch target {
      case .controller(let number): .controller(number & 127)
      case .channel: .channel
      case .keys: .keys
      }
    return .pressure(
      PressureStage(
        isBypassed: isBypassed, takesKeys: source == .keys, target: position, takesHighest: combining == .highest,
        channels: channels.mask, shape: curve.shape(tables, from: range.lowerBound, to: range.upperBound),
        keepsSource: keepsSource, counts: memory.counts, pressures: memory.pressures, lines: memory.lines,
        begun: memory.begun))
  }
}

/// The storage for an effect that tracks held keys and their pressure.
///
/// - Thread: control; the memory it points to belongs to the audio thread
final class KeyPressureMemory: LineMemory<MovedPressure>, @unchecked Sendable {  // pointers only
  let counts: UnsafeMutablePointer<UInt8>
  let pressures: UnsafeMutablePointer<UInt32>

  init(_ settings: ChainSettings) {
    counts = .allocate(capacity: ChannelMessage.keyIndexCount)
    counts.initialize(repeating: 0, count: ChannelMessage.keyIndexCount)
    pressures = .allocate(capacity: ChannelMessage.keyIndexCount)
    pressures.initialize(repeating: 0, count: ChannelMessage.keyIndexCount)
    super.init(settings, MovedPressure())
  }

  deinit {
    counts.deallocate()
    pressures.deallocate()
  }
}
