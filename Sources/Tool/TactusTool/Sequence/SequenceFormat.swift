import ArgumentParser
import TactusFiles

/// The value of `--format` of `tactus sequence`: an audio format, `mid` or `json`.
enum SequenceFormat: ExpressibleByArgument {
  case audio(AudioFileFormat)
  /// What is played, as a MIDI file.
  case midiFile
  case document

  init?(argument: String) {
    switch argument {
    case "mid": self = .midiFile
    case "json": self = .document
    default:
      guard let format = AudioFileFormat(rawValue: argument) else { return nil }
      self = .audio(format)
    }
  }

  static var allValueStrings: [String] { AudioFileFormat.allValueStrings + ["mid", "json"] }
  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// The audio format; nil for the others.
  var audio: AudioFileFormat? {
    guard case .audio(let format) = self else { return nil }
    return format
  }
}
