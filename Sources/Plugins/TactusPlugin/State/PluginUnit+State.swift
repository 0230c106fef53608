import TactusFileAccess
import TactusFiles
import TactusProcessors
import TactusSequencer

// Saving and loading.

extension PluginUnit {
  /// Returns the complete state as a JSON document in UTF-8.
  ///
  /// - Parameter mappingPath: converts the bank's path for saving, for hosts that move projects together with their
  ///   files.
  /// - Thread: control, any number of threads
  public func state(mappingPath: (String) -> String = { $0 }) -> [UInt8] {
    let (bank, chain, sequence, unread) = contents.withLock { ($0.bank?.path, $0.chain, $0.sequence, $0.unread) }
    // outputs that the format determines are not saved
    let outputs = contents.withLock { $0.wantedOutputs }
    var parameters: [String: Double] = [:]
    for (parameter, value) in zip(descriptor.parameters, values) { parameters[parameter.symbol] = value }
    let isUsual = unread.isEmpty && chain == PluginContents.chain(descriptor.kind)
    var state = PluginState(
      plugin: descriptor.stateIdentifier, parameters: parameters, bank: bank.map(mappingPath),
      chain: isUsual ? nil : chain, sequence: sequence, outputs: outputs == descriptor.outputs ? nil : outputs)
    state.learned = savedAssignments
    state.preset = presetIndex == 0 ? nil : descriptor.presets[presetIndex].name
    return Document.bytes(of: unread.added(to: state.json))
  }

  /// Restores the state from a document that ``state(mappingPath:)`` returned.
  ///
  /// If the bank is missing or cannot be read, its path is kept and the built-in bank plays. MIDI effects that this
  /// version cannot read do not run, but are saved again at their positions. ``takeRemarks()`` reports both.
  ///
  /// - Parameters:
  ///   - document: JSON in UTF-8.
  ///   - resolvingPath: converts the saved path to a path on this machine.
  /// - Throws: ``PluginStateError``; in this case, nothing has changed.
  /// - Thread: control, any number of threads
  public func restore(
    _ document: [UInt8], resolvingPath: (String) -> String = { $0 }
  ) throws(PluginStateError) {
    try restore(FileBytes(copying: document, name: "state"), resolvingPath: resolvingPath)
  }

  private func restore(_ file: FileBytes, resolvingPath: (String) -> String) throws(PluginStateError) {
    let (state, unread): (PluginState, UnreadEffects)
    do throws(DocumentError) {
      var unknown: [String] = []
      var json = try Document.json(in: file, limit: PluginState.documentLimit)
      unread = UnreadEffects(takingFrom: &json)
      state = try Document.decode(PluginState.self, from: json, of: file, unknown: &unknown)
    } catch { throw .document(error) }
    guard state.plugin == descriptor.stateIdentifier else {
      throw .otherPlugin(state.plugin, expected: descriptor.stateIdentifier)
    }
    if let sequence = state.sequence { try Self.check(sequence) }
    let (bank, remark) = bank(state.bank.map(resolvingPath))
    let values = descriptor.parameters.map { parameter in
      let written = state.chain.flatMap { parameter.value(in: $0) }
      return parameter.clamped(state.parameters[parameter.symbol] ?? written ?? parameter.defaultValue)
    }
    let kind = descriptor.kind
    let failure = contents.withLock { contents -> ChainError? in
      let chain = state.chain ?? PluginContents.chain(kind)
      do throws(ChainError) { try contents.publish(chain, besides: unread) } catch { return error }
      if descriptor.outputs == .stereo { contents.wantedOutputs = state.outputs ?? .stereo }
      contents.play(bank)
      contents.play(state.sequence)
      contents.remarks += unread.remarks.map { $0 + ", and saved again" } + (remark.map { [$0] } ?? [])
      return nil
    }
    if let failure { throw .contents("\(failure)") }
    presetIndex = descriptor.presets.firstIndex { $0.name == state.preset } ?? 0
    setAll(values)
    restoreAssignments(state.learned)
  }

  /// Loads the bank at a path, or returns the message for the user if it is missing or damaged.
  private func bank(_ path: String?) -> (PluginBank?, remark: String?) {
    guard let path, descriptor.kind == .instrument else { return (nil, nil) }
    do throws(PluginStateError) { return (try contents.withLock { $0.banks }.bank(atPath: path), nil) } catch {
      // a damaged bank is treated like a missing one: a project must not lose its settings because of it
      return (PluginBank(path: path, bank: nil), "\(error); the built-in bank plays")
    }
  }

  static func check(_ sequence: MIDISequence) throws(PluginStateError) {
    guard sequence.tracks.count <= SequencerSettings().mostTracks else {
      throw .contents("\(sequence.tracks.count) tracks; expected at most \(SequencerSettings().mostTracks)")
    }
  }

  /// Loads a file of any supported kind: a SoundFont bank, a state, a chain of MIDI effects, or a sequence.
  /// - Thread: control, any number of threads
  public func loadDocument(path: String) throws(PluginStateError) {
    let file: FileBytes
    guard path != "-" else { throw .missingBank("-: expected the path of a file") }
    do throws(FileError) { file = try FileBytes.open(path) } catch { throw .missingBank("\(error)") }
    try load(file, path: path)
  }

  /// Loads a file that is already in memory, in the same way as ``loadDocument(path:)``.
  package func load(_ file: FileBytes, path: String) throws(PluginStateError) {
    if file.bytes.starts(with: Array("RIFF".utf8)) {
      guard descriptor.kind == .instrument else { throw .unknownKind(path) }
      return try loadBank(path: path)
    }
    var unknown: [String] = []
    switch DocumentKind(file) {
    case .state: try restore(file) { $0 }
    case .chain:
      let chain: ProcessorChain
      do throws(DocumentError) { chain = try ProcessorChain(reading: file, unknown: &unknown) } catch {
        throw .document(error)
      }
      try publish(chain)
    case .sequence where descriptor.kind == .noteGenerator:
      let sequence: MIDISequence
      do throws(DocumentError) { sequence = try MIDISequence(reading: file, unknown: &unknown) } catch {
        throw .document(error)
      }
      try publish(sequence)
    default: throw .unknownKind(path)
    }
  }
}
