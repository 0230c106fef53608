import TactusFiles
import TactusMIDI

/// Maps a controller, pressure, pitch bend or parameter to another control.
///
/// - Thread: any
public struct ControllerMap: Hashable, Sendable {
  /// The control that is mapped.
  public enum Source: Hashable, Sendable {
    /// A controller, 0…127.
    case controller(UInt8)
    /// A 14-bit controller, by the number of its MSB, 0…31; the number of its LSB is 32 higher.
    case controller14(UInt8)
    /// Channel pressure.
    case channelPressure
    /// Key pressure, of any key.
    case keyPressure
    /// Pitch bend.
    case pitchBend
    /// A registered parameter, 0…16,383.
    case registered(UInt16)
    /// A non-registered parameter, 0…16,383.
    case nonRegistered(UInt16)
  }

  /// The control to which the source is mapped.
  public enum Target: Hashable, Sendable {
    /// A controller, 0…127.
    case controller(UInt8)
    /// A 14-bit controller, by the number of its MSB, 0…31; the number of its LSB is 32 higher.
    case controller14(UInt8)
    /// Channel pressure.
    case channelPressure
    /// Pitch bend.
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

  /// How values are mapped.
  public enum Mode: String, CaseIterable, Sendable {
    /// Each source value is mapped to a target value.
    case continuous
    /// Each time the source rises to the threshold, the target switches to the other end of the range.
    case toggle
    /// Maps values at or above the threshold to the upper end of the range, and lower values to its lower end.
    case momentary
  }

  /// The control that is mapped.
  public var source: Source
  /// The control to which the source is mapped.
  public var target: Target
  /// The channels, 0…15, to which the effect applies.
  public var channels = Set<UInt8>.allChannels
  /// The range of the mapped values, 0…127, scaled up for targets with more bits.
  public var range: ClosedRange<UInt8> = 0...127
  /// Whether values are inverted, so that high values become low values.
  public var isInverted = false
  /// The curve.
  public var curve = ValueCurve.linear
  /// How values are mapped.
  public var mode = Mode.continuous
  /// The lowest source value that counts as on, 1…127.
  public var threshold: UInt8 = 64
  /// Whether the source is passed on as well, before the mapped message.
  public var keepsSource = false
  /// The duration of a linear ramp to a new value in milliseconds, 0…10,000 (clamped). If it is 0, values change at
  /// once. The first value of each channel and all program changes are never smoothed.
  public var smoothing = 0.0

  /// Creates a map from one control to another.
  public init(_ source: Source, to target: Target) { (self.source, self.target) = (source, target) }
}

/// A controller, pressure or pitch bend that has been moved, for MIDI learn.
///
/// - Thread: any
public struct MovedController: Hashable, Sendable {
  /// The control.
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
