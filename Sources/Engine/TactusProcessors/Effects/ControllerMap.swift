import TactusFiles
import TactusMIDI

/// Makes one controller, pressure, pitch bend or parameter another one.
///
/// - Thread: any
public struct ControllerMap: Hashable, Sendable {
  /// What is moved.
  public enum Source: Hashable, Sendable {
    /// A controller, 0…127.
    case controller(UInt8)
    /// A controller of 14 bits: this one, 0…31, and the one 32 above it.
    case controller14(UInt8)
    /// Channel pressure.
    case channelPressure
    /// Key pressure, of any key.
    case keyPressure
    /// The pitch bend.
    case pitchBend
    /// A registered parameter, 0…16,383.
    case registered(UInt16)
    /// A non-registered parameter, 0…16,383.
    case nonRegistered(UInt16)
  }

  /// What it becomes.
  public enum Target: Hashable, Sendable {
    /// A controller, 0…127.
    case controller(UInt8)
    /// A controller of 14 bits: this one, 0…31, and the one 32 above it.
    case controller14(UInt8)
    /// Channel pressure.
    case channelPressure
    /// The pitch bend.
    case pitchBend
    /// A program change.
    case program
    /// A registered parameter, 0…16,383.
    case registered(UInt16)
    /// A non-registered parameter, 0…16,383.
    case nonRegistered(UInt16)
    /// A parameter of the unit itself, 0…127: see ``ChainProcessor/parameter(_:)``.
    case parameter(UInt8)
  }

  /// How the movement is taken.
  public enum Mode: String, CaseIterable, Codable, Sendable {
    /// Each value becomes a value.
    case continuous
    /// Each time it comes to the threshold it changes between the ends of the range.
    case toggle
    /// The upper end of the range from the threshold on, below it the lower one.
    case momentary
  }

  /// What is moved.
  public var source: Source
  /// What it becomes.
  public var target: Target
  /// The channels, 0…15, that are meant.
  public var channels = Set<UInt8>.allChannels
  /// Between which values it is spread, 0…127, where the target has more bits by their scaling.
  public var range: ClosedRange<UInt8> = 0...127
  /// Whether a high value becomes a low one.
  public var isInverted = false
  /// The curve.
  public var curve = ValueCurve.linear
  /// How the movement is taken.
  public var mode = Mode.continuous
  /// From which value on it counts as on, 1…127.
  public var threshold: UInt8 = 64
  /// Whether what is moved goes out as well, before what it becomes.
  public var keepsSource = false
  /// How many milliseconds a new value is glided to in a straight line, 0…10,000 (clamped); 0: it is there at once, as is
  /// the first value of each channel, and every program.
  public var smoothing = 0.0

  /// A map from one to the other.
  public init(_ source: Source, to target: Target) { (self.source, self.target) = (source, target) }
}

/// A controller, pressure or pitch bend that has been moved: for learning by moving it.
///
/// - Thread: any
public struct MovedController: Hashable, Sendable {
  /// What it is.
  public var source: ControllerMap.Source
  /// Its channel, 0…15.
  public var channel: UInt8
  /// Its port, 0…15.
  public var port: UInt8

  init?(word: UInt32) {
    let message = ChannelMessage(word0: word, word1: 0)
    switch message.status & 0xF0 {
    case 0xA0: source = .keyPressure
    case 0xB0: source = .controller(message.data1)
    case 0xD0: source = .channelPressure
    case 0xE0: source = .pitchBend
    default: return nil
    }
    (channel, port) = (message.channel, message.port)
  }
}

extension ControllerMap: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { ControlMemory(settings, ControlLine()) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    let lines = memory.ofControls
    let milliseconds = target == .program || smoothing.isNaN ? 0 : min(max(smoothing, 0), 10_000)
    let ends = isInverted ? (range.upperBound, range.lowerBound) : (range.lowerBound, range.upperBound)
    return .controllerMap(
      ControllerMapStage(
        isBypassed: isBypassed, source: source.position, target: target.position, channels: channels.mask,
        shape: curve.shape(tables, from: ends.0, to: ends.1), low: ValueScaling.up32(min(127, ends.0)),
        high: ValueScaling.up32(min(127, ends.1)), isToggle: mode == .toggle, isSwitch: mode != .continuous,
        threshold: ValueScaling.up32(threshold.within(1...127)), keepsSource: keepsSource,
        smoothing: Int64(milliseconds * Double(sampleRate) / 1_000), grid: Int64(max(1, sampleRate / 1_000)),
        lines: lines.lines, begun: lines.begun, glides: lines.glides))
  }
}

extension ControllerMap.Source {
  var position: ControlAddress {
    switch self {
    case .controller(let number): .controller(number & 127)
    case .controller14(let number): .controller14(number & 31)
    case .channelPressure: .channelPressure
    case .keyPressure: .keyPressure
    case .pitchBend: .pitchBend
    case .registered(let number): .registered(number & 16_383)
    case .nonRegistered(let number): .nonRegistered(number & 16_383)
    }
  }
}

extension ControllerMap.Target {
  var position: ControlAddress {
    switch self {
    case .controller(let number): .controller(number & 127)
    case .controller14(let number): .controller14(number & 31)
    case .channelPressure: .channelPressure
    case .pitchBend: .pitchBend
    case .program: .program
    case .registered(let number): .registered(number & 16_383)
    case .nonRegistered(let number): .nonRegistered(number & 16_383)
    case .parameter(let number): .parameter(number & 127)
    }
  }
}
