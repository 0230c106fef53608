import TactusFiles

/// A MIDI effect with its settings.
///
/// - Thread: any
public enum MIDIEffect: Hashable, Sendable {
  /// Plays the held keys one after the other, in time with the beat.
  case arpeggiator(Arpeggiator)
  /// Reports the held pitches, for naming chords; passes everything.
  case chordDetector(ChordDetector)
  /// Transposes notes.
  case transpose(Transpose)
  /// Passes or drops messages.
  case filter(EventFilter)
  /// Maps velocities.
  case velocity(VelocityMap)
  /// Converts pitch bend to another bend range.
  case bendRange(BendRange)
  /// Maps a controller, pressure, pitch bend or parameter to another control.
  case controllerMap(ControllerMap)
  /// Maps channels.
  case channelMap(ChannelMap)
  /// Splits and layers the keyboard.
  case zones(Zones)
  /// Maps pressure.
  case pressure(PressureMap)
  /// Plays a chord for each key.
  case chordMemory(ChordMemory)
  /// Repeats notes.
  case echo(Echo)
  /// Adds small random deviations.
  case humanise(Humanise)
  /// Moves notes to the keys of a scale.
  case quantise(Quantise)
  /// Converts an MPE zone to one channel.
  case mpeToChannel(MPEToChannel)
  /// Converts one channel to an MPE zone.
  case channelToMPE(ChannelToMPE)
}

extension MIDIEffect {
  /// The name of the effect in chain documents.
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

  /// The names of all effects.
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

  /// Reads the effect with a given name from a document's object; nil if the name is unknown.
  init?(word: String, from node: DocumentNode) throws(DocumentProblem) {
    switch word {
    case "arpeggiator": self = .arpeggiator(try Arpeggiator(from: node))
    case "chordDetector": self = .chordDetector(try ChordDetector(from: node))
    case "transpose": self = .transpose(try Transpose(from: node))
    case "filter": self = .filter(try EventFilter(from: node))
    case "velocity": self = .velocity(try VelocityMap(from: node))
    case "bendRange": self = .bendRange(try BendRange(from: node))
    case "controllerMap": self = .controllerMap(try ControllerMap(from: node))
    case "channelMap": self = .channelMap(try ChannelMap(from: node))
    case "zones": self = .zones(try Zones(from: node))
    case "pressure": self = .pressure(try PressureMap(from: node))
    case "chordMemory": self = .chordMemory(try ChordMemory(from: node))
    case "echo": self = .echo(try Echo(from: node))
    case "humanise": self = .humanise(try Humanise(from: node))
    case "quantise": self = .quantise(try Quantise(from: node))
    case "mpeToChannel": self = .mpeToChannel(try MPEToChannel(from: node))
    case "channelToMPE": self = .channelToMPE(try ChannelToMPE(from: node))
    default: return nil
    }
  }

  /// The settings as the JSON object that chain documents contain.
  var json: JSON {
    switch self {
    case .arpeggiator(let settings): settings.json
    case .chordDetector(let settings): settings.json
    case .transpose(let settings): settings.json
    case .filter(let settings): settings.json
    case .velocity(let settings): settings.json
    case .bendRange(let settings): settings.json
    case .controllerMap(let settings): settings.json
    case .channelMap(let settings): settings.json
    case .zones(let settings): settings.json
    case .pressure(let settings): settings.json
    case .chordMemory(let settings): settings.json
    case .echo(let settings): settings.json
    case .humanise(let settings): settings.json
    case .quantise(let settings): settings.json
    case .mpeToChannel(let settings): settings.json
    case .channelToMPE(let settings): settings.json
    }
  }
}
