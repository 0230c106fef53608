import TactusFiles

/// The kind of document in a file, determined without decoding its contents.
enum DocumentKind {
  case state, chain, sequence, unknown

  /// Determines the kind of a JSON document.
  init(_ file: FileBytes) {
    self = .unknown
    guard file.bytes.count <= PluginState.documentLimit else { return }
    defer { withExtendedLifetime(file) {} }
    guard let json = try? JSON(reading: file.bytes) else { return }
    switch json["format"] {
    case .string(PluginState.documentFormat): self = .state
    case .string("tactus chain"): self = .chain
    default:
      if json["effects"] != nil || json["functions"] != nil {
        self = .chain
      } else if json["tracks"] != nil {
        self = .sequence
      }
    }
  }
}
