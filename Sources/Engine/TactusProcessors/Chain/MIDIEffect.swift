/// One of the MIDI effects, with what it is set to.
///
/// - Thread: any
public enum MIDIEffect: Hashable, Sendable {
  /// Keys that are held one after the other, on the beat.
  case arpeggiator(Arpeggiator)
  /// Tells which pitches are held, for naming chords; everything passes.
  case chordDetector(ChordDetector)
  /// Notes higher or lower.
  case transpose(Transpose)
  /// Messages pass or are stopped.
  case filter(EventFilter)
  /// Other velocities.
  case velocity(VelocityMap)
  /// The pitch bend fitted to another bend range.
  case bendRange(BendRange)
  /// One controller becomes another one.
  case controllerMap(ControllerMap)
  /// Other channels.
  case channelMap(ChannelMap)
  /// Splits and layers.
  case zones(Zones)
  /// Pressure as something else.
  case pressure(PressureMap)
  /// One key plays a chord.
  case chordMemory(ChordMemory)
  /// Notes that come again.
  case echo(Echo)
  /// Small random deviations.
  case humanise(Humanise)
  /// Notes on the keys of a scale.
  case quantise(Quantise)
  /// An MPE zone on one channel.
  case mpeToChannel(MPEToChannel)
  /// One channel as an MPE zone.
  case channelToMPE(ChannelToMPE)
}

extension MIDIEffect {
  /// The word by which documents name it.
  public var word: String {
    switch self {
    case .arpeggiator: "arpeggiator"
    case .chordDetector: "chordDetector"
    case .transpose: "transpose"
    case .filter: "filter"
    case .velocity: "velocity"
    case .bendRange: "bendRange"
    case .controllerMap: "controllerMap"
    case .channelMap: "channelMap"
    case .zones: "zones"
    case .pressure: "pressure"
    case .chordMemory: "chordMemory"
    case .echo: "echo"
    case .humanise: "humanise"
    case .quantise: "quantise"
    case .mpeToChannel: "mpeToChannel"
    case .channelToMPE: "channelToMPE"
    }
  }

  /// The words of all effects.
  package static let words = [
    "arpeggiator",
    "chordDetector",
    "transpose",
    "filter",
    "velocity",
    "bendRange",
    "controllerMap",
    "channelMap",
    "zones",
    "pressure",
    "chordMemory",
    "echo",
    "humanise",
    "quantise",
    "mpeToChannel",
    "channelToMPE",
  ]

  /// The effect of a word, as a document's object describes it.
  init?(word: String, from decoder: any Decoder) throws {
    switch word {
    case "arpeggiator": self = .arpeggiator(try Arpeggiator(from: decoder))
    case "chordDetector": self = .chordDetector(try ChordDetector(from: decoder))
    case "transpose": self = .transpose(try Transpose(from: decoder))
    case "filter": self = .filter(try EventFilter(from: decoder))
    case "velocity": self = .velocity(try VelocityMap(from: decoder))
    case "bendRange": self = .bendRange(try BendRange(from: decoder))
    case "controllerMap": self = .controllerMap(try ControllerMap(from: decoder))
    case "channelMap": self = .channelMap(try ChannelMap(from: decoder))
    case "zones": self = .zones(try Zones(from: decoder))
    case "pressure": self = .pressure(try PressureMap(from: decoder))
    case "chordMemory": self = .chordMemory(try ChordMemory(from: decoder))
    case "echo": self = .echo(try Echo(from: decoder))
    case "humanise": self = .humanise(try Humanise(from: decoder))
    case "quantise": self = .quantise(try Quantise(from: decoder))
    case "mpeToChannel": self = .mpeToChannel(try MPEToChannel(from: decoder))
    case "channelToMPE": self = .channelToMPE(try ChannelToMPE(from: decoder))
    default: return nil
    }
  }

  /// What it is set to.
  var settings: any EffectSettings {
    switch self {
    case .arpeggiator(let settings): settings
    case .chordDetector(let settings): settings
    case .transpose(let settings): settings
    case .filter(let settings): settings
    case .velocity(let settings): settings
    case .bendRange(let settings): settings
    case .controllerMap(let settings): settings
    case .channelMap(let settings): settings
    case .zones(let settings): settings
    case .pressure(let settings): settings
    case .chordMemory(let settings): settings
    case .echo(let settings): settings
    case .humanise(let settings): settings
    case .quantise(let settings): settings
    case .mpeToChannel(let settings): settings
    case .channelToMPE(let settings): settings
    }
  }
}

/// What an effect is set to.
protocol EffectSettings: Codable, Hashable, Sendable {
  /// Memory for an effect that begins.
  func memory(_ settings: ChainSettings) -> StageMemory
  /// The effect at work.
  ///
  /// - Parameters:
  ///   - memory: of the same kind of effect.
  ///   - tables: takes what is too long for the stage itself.
  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage
}
