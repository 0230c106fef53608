import TactusProcessors
import TactusSequencer

// The bank, the MIDI effects and the sequence that a unit plays.

extension PluginUnit {
  /// Returns and clears the messages for the user since the last call. They are about missing banks and about samples
  /// that cannot be decoded.
  /// - Thread: control, any number of threads
  public func takeRemarks() -> [String] {
    contents.withLock { contents in
      defer { contents.remarks = [] }
      return contents.remarks
    }
  }

  /// Sets the parameters to a preset of ``PluginDescriptor/presets``. Bypass, bank, chain and sequence are unchanged.
  /// - Thread: control, any number of threads
  public func loadPreset(_ index: Int) {
    guard descriptor.presets.indices.contains(index) else { return }
    let preset = descriptor.presets[index]
    presetIndex = index
    setAll(
      zip(descriptor.parameters, values).map { parameter, value in
        parameter.isBypass ? value : parameter.clamped(preset.values[parameter.symbol] ?? parameter.defaultValue)
      })
  }

  /// The path of the bank; nil for the built-in bank.
  /// - Thread: control, any number of threads
  public var bankPath: String? { contents.withLock { $0.bank?.path } }

  /// Counts the choices of a bank: a file that is chosen again may have other contents.
  /// - Thread: control, any number of threads
  package var bankVersion: Int { contents.withLock { $0.bankVersion } }

  /// Whether the file of the chosen bank is missing or damaged, so that the built-in bank plays.
  /// - Thread: control, any number of threads
  package var isBankMissing: Bool { contents.withLock { $0.bank.map { $0.bank == nil } ?? false } }

  /// Plays the bank in a file; nil for the built-in bank. Sounding notes of the previous bank ring out.
  /// - Thread: control, any number of threads
  public func loadBank(path: String?) throws(PluginStateError) {
    var bank: PluginBank?
    if let path { bank = try contents.withLock { $0.banks }.bank(atPath: path) }
    contents.withLock { $0.play(bank) }
    markChanged()
    runMainThreadTasks()
  }

  /// Plays a preset of the bank in a file on the first part. All other parameters are unchanged.
  ///
  /// - Throws: an error if the file cannot be read or has no such preset; the unit then plays as before.
  /// - Thread: control, any number of threads
  public func loadBank(path: String, bank: Int, program: Int) throws(PluginStateError) {
    guard descriptor.kind == .instrument, let bankIndex = descriptor.index(ofParameter: "bank1"),
      let programIndex = descriptor.index(ofParameter: "program1")
    else { throw .unknownKind(path) }
    guard try BankPreset.list(path: path).contains(where: { $0.bank == bank && $0.program == program }) else {
      throw .bank("\(path): there is no preset \(program) in bank \(bank)")
    }
    try loadBank(path: path)
    setParameter(bankIndex, to: Double(bank))
    setParameter(programIndex, to: Double(program))
  }

  /// The chain of MIDI effects.
  /// - Thread: control, any number of threads
  public var chain: ProcessorChain { contents.withLock { $0.chain } }

  /// Runs another chain. The parameters take over the settings of the first MIDI effect of each kind, and control that
  /// effect from then on.
  /// - Thread: control, any number of threads
  public func publish(_ chain: ProcessorChain) throws(PluginStateError) {
    let failure = contents.withLock { contents -> ChainError? in
      do throws(ChainError) { try contents.publish(chain) } catch { return error }
      return nil
    }
    if let failure { throw .contents("\(failure)") }
    setAll(
      zip(descriptor.parameters, values).map { $0.value(in: chain) ?? $1 })
  }

  /// Plays a sequence instead of the lanes that the parameters describe; nil returns to the lanes.
  /// - Thread: control, any number of threads
  public func publish(_ sequence: MIDISequence?) throws(PluginStateError) {
    if let sequence { try Self.check(sequence) }
    contents.withLock { $0.play(sequence) }
    markChanged()
  }
}
