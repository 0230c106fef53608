/// One of the MIDI functions, with what it is set to.
///
/// - Thread: any
public enum MIDIFunction: Hashable, Sendable {
  /// Keys that are held one after the other, on the beat.
  case arpeggiator(Arpeggiator)
  /// Tells which pitches are held, for naming chords; everything passes.
  case chordDetector(ChordDetector)
  /// Notes higher or lower.
  case transpose(Transpose)
}

extension MIDIFunction {
  /// The word by which documents name it.
  public var word: String {
    switch self {
    case .arpeggiator: "arpeggiator"
    case .chordDetector: "chordDetector"
    case .transpose: "transpose"
    }
  }

  /// The words of all functions.
  static let words = [
    "arpeggiator",
    "chordDetector",
    "transpose",
  ]

  /// The function of a word, as a document's object describes it.
  init?(word: String, from decoder: any Decoder) throws {
    switch word {
    case "arpeggiator": self = .arpeggiator(try Arpeggiator(from: decoder))
    case "chordDetector": self = .chordDetector(try ChordDetector(from: decoder))
    case "transpose": self = .transpose(try Transpose(from: decoder))
    default: return nil
    }
  }

  /// What it is set to.
  var settings: any FunctionSettings {
    switch self {
    case .arpeggiator(let settings): settings
    case .chordDetector(let settings): settings
    case .transpose(let settings): settings
    }
  }
}

/// What a function is set to.
protocol FunctionSettings: Codable, Hashable, Sendable {
  /// Memory for a function that begins.
  func memory(_ settings: ChainSettings) -> StageMemory
  /// The function at work.
  ///
  /// - Parameters:
  ///   - memory: of the same kind of function.
  ///   - tables: takes what is too long for the stage itself.
  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage
}
