import TactusFiles

/// The notation of controls in documents: "channelPressure", "keyPressure", "pitchWheel", "program", or an object with
/// a single member that contains the number, such as {"controller": 1}.
private enum ControlSpelling {
  static let numbered: [(String, UInt16)] = [
    ("controller", 127), ("controller14", 31), ("registered", 16_383), ("nonRegistered", 16_383), ("parameter", 127),
  ]

  static func read(_ name: String, in object: DocumentObject) throws(DocumentProblem) -> ControlAddress {
    if let word = try? object.read(String.self, name) {
      switch word {
      case "channelPressure": return .channelPressure
      case "keyPressure": return .keyPressure
      case "pitchWheel": return .pitchBend
      case "program": return .program
      default: break
      }
    } else if let position = try? object.node(name).object() {
      for (key, last) in numbered where position.contains(key) {
        let number = try position.number(key, 0...last) ?? 0
        switch key {
        case "controller": return .controller(UInt8(number))
        case "controller14": return .controller14(UInt8(number))
        case "registered": return .registered(number)
        case "nonRegistered": return .nonRegistered(number)
        default: return .parameter(UInt8(number))
        }
      }
    }
    throw object.expected(
      "\"channelPressure\", \"keyPressure\", \"pitchWheel\", \"program\", or {\"controller\": number}, as well as "
        + "\"controller14\", \"registered\", \"nonRegistered\", \"parameter\"", name)
  }

  static func write(_ position: ControlAddress, _ name: String, in object: inout DocumentWriter) {
    let (key, number): (String, UInt16)
    switch position {
    case .channelPressure: return object.put("channelPressure", name)
    case .keyPressure: return object.put("keyPressure", name)
    case .pitchBend: return object.put("pitchWheel", name)
    case .program: return object.put("program", name)
    case .controller(let found): (key, number) = ("controller", UInt16(found))
    case .controller14(let found): (key, number) = ("controller14", UInt16(found))
    case .registered(let found): (key, number) = ("registered", found)
    case .nonRegistered(let found): (key, number) = ("nonRegistered", found)
    case .parameter(let found): (key, number) = ("parameter", UInt16(found))
    }
    var inner = DocumentWriter()
    inner.put(number, key)
    object.put(inner, name)
  }
}

extension ControllerMap: DocumentValue {
  /// Reads an object with `source`, `target`, `channels` (1…16), `range`, `inverted`, `curve`, `mode`, `threshold`,
  /// `keepSource`, `smoothing` (milliseconds).
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    guard let source = Source(try ControlSpelling.read("source", in: object)) else {
      throw object.expected("a source other than a program or a plug-in parameter", "source")
    }
    guard let target = Target(try ControlSpelling.read("target", in: object)) else {
      throw object.expected("a target other than key pressure", "target")
    }
    self.init(source, to: target)
    channels = try object.channels("channels", default: .allChannels)
    range = try object.range("range", within: 0...127, default: 0...127)
    isInverted = try object.value("inverted", default: false)
    curve = try object.value("curve", default: .linear)
    mode = try object.word("mode", Mode.words, default: .continuous)
    threshold = try object.number("threshold", 1...127, default: 64)
    keepsSource = try object.value("keepSource", default: false)
    smoothing = try object.number("smoothing", 0...10_000, default: 0)
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    ControlSpelling.write(source.position, "source", in: &object)
    ControlSpelling.write(target.position, "target", in: &object)
    object.put(channels: channels, "channels", unless: .allChannels)
    object.put(range: range.clamped(to: 0...127), "range", unless: 0...127)
    object.put(isInverted, "inverted", unless: false)
    object.put(curve.simplest, "curve", unless: .linear)
    object.put(mode, "mode", Mode.words, unless: .continuous)
    object.put(threshold.within(1...127), "threshold", unless: 64)
    object.put(keepsSource, "keepSource", unless: false)
    object.put(smoothing.isFinite ? smoothing.within(0...10_000) : 0, "smoothing", unless: 0)
    return object.json
  }
}

extension ControllerMap.Source {
  fileprivate init?(_ position: ControlAddress) {
    switch position {
    case .controller(let number): self = .controller(number)
    case .controller14(let number): self = .controller14(number)
    case .channelPressure: self = .channelPressure
    case .keyPressure: self = .keyPressure
    case .pitchBend: self = .pitchBend
    case .registered(let number): self = .registered(number)
    case .nonRegistered(let number): self = .nonRegistered(number)
    case .program, .parameter: return nil
    }
  }
}

extension ControllerMap.Target {
  fileprivate init?(_ position: ControlAddress) {
    switch position {
    case .controller(let number): self = .controller(number)
    case .controller14(let number): self = .controller14(number)
    case .channelPressure: self = .channelPressure
    case .pitchBend: self = .pitchBend
    case .program: self = .program
    case .registered(let number): self = .registered(number)
    case .nonRegistered(let number): self = .nonRegistered(number)
    case .parameter(let number): self = .parameter(number)
    case .keyPressure: return nil
    }
  }
}
