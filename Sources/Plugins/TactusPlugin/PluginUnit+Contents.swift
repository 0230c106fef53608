import TactusProcessors
import TactusSequencer

// The bank, the functions and the sequence that it runs.

extension PluginUnit {
  /// What the user should hear of since the last call: banks that are not there, samples that cannot be decoded.
  /// - Thread: control, any number of threads
  public func takeRemarks() -> [String] {
    contents.withLock { contents in
      defer { contents.remarks = [] }
      return contents.remarks
    }
  }

  /// Sets the parameters as one of ``PluginDescriptor/presets`` does; bypass, bank, chain and sequence stay.
  /// - Thread: control, any number of threads
  public func loadPreset(_ index: Int) {
    guard descriptor.presets.indices.contains(index) else { return }
    let preset = descriptor.presets[index]
    setAll(
      zip(descriptor.parameters, values).map { parameter, value in
        parameter.isBypass ? value : parameter.clamped(preset.values[parameter.symbol] ?? parameter.defaultValue)
      })
  }

  /// Where the bank is from; nil for the built-in one.
  /// - Thread: control, any number of threads
  public var bankPath: String? { contents.withLock { $0.bank?.path } }

  /// Plays the bank of a file, or the built-in one. Notes of the former bank ring out.
  /// - Thread: control, any number of threads
  public func loadBank(path: String?) throws(PluginStateError) {
    var bank: PluginBank?
    if let path { bank = try contents.withLock { $0.banks }.bank(atPath: path) }
    contents.withLock { $0.play(bank) }
    touch()
    attend()
  }

  /// The functions.
  /// - Thread: control, any number of threads
  public var chain: ProcessorChain { contents.withLock { $0.chain } }

  /// Runs other functions. The parameters follow what is said of the first of each kind, and set it from then on.
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

  /// Plays a sequence instead of the lanes that the parameters describe; nil: the lanes.
  /// - Thread: control, any number of threads
  public func publish(_ sequence: MIDISequence?) throws(PluginStateError) {
    if let sequence { try Self.check(sequence) }
    contents.withLock { $0.play(sequence, values: values) }
    touch()
  }
}
