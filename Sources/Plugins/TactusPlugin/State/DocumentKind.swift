import TactusFiles

/// What kind of document a file is, as far as can be told without reading it whole as one.
enum DocumentKind {
  case state, chain, sequence, unknown

  /// The kind of a JSON document.
  init(_ file: FileBytes) {
    self = .unknown
    guard file.bytes.count <= PluginState.documentLimit else { return }
    defer { withExtendedLifetime(file) {} }
    guard let json = try? JSON(reading: file.bytes) else { return }
    switch json["format"] {
    case .string(PluginState.documentFormat): self = .state
    case .string("tactus chain"): self = .chain
    default:
      if json["functions"] != nil { self = .chain } else if json["tracks"] != nil { self = .sequence }
    }
  }
}
