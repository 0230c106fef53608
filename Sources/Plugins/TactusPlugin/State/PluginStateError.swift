import TactusFiles

/// The reason why a plug-in cannot load a state, a bank or a document.
///
/// - Thread: any
public enum PluginStateError: Error, Hashable, Sendable {
  /// The document cannot be read.
  case document(DocumentError)
  /// The state belongs to another plug-in.
  case otherPlugin(String, expected: String)
  /// The plug-in cannot play this kind of file.
  case unknownKind(String)
  /// The file cannot be read as a bank.
  case bank(String)
  /// The bank is missing.
  case missingBank(String)
  /// The chain or the sequence cannot be run.
  case contents(String)
}

extension PluginStateError: CustomStringConvertible {
  /// The error in one sentence.
  public var description: String {
    switch self {
    case .document(let error): "\(error)"
    case .otherPlugin(let found, let expected): "this is the state of \(found), expected one of \(expected)"
    case .unknownKind(let file): "\(file): expected a SoundFont or DLS bank, a state, a chain or a sequence"
    case .bank(let sentence), .missingBank(let sentence), .contents(let sentence): sentence
    }
  }
}
