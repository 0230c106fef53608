import TactusFiles

/// The settings of an effect.
protocol EffectSettings: DocumentValue, Hashable, Sendable {
  /// Creates the memory for a new effect.
  func memory(_ settings: ChainSettings) -> StageMemory
  /// Creates the stage that runs the effect.
  ///
  /// - Parameters:
  ///   - memory: memory that was created for an effect of this kind.
  ///   - tables: stores data that is too long for the stage itself.
  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage
}

extension MIDIEffect {
  /// Creates the memory for the effect.
  func memory(_ settings: ChainSettings) -> StageMemory {
    switch self {
    case .arpeggiator(let effect): effect.memory(settings)
    case .chordDetector(let effect): effect.memory(settings)
    case .transpose(let effect): effect.memory(settings)
    case .filter(let effect): effect.memory(settings)
    case .velocity(let effect): effect.memory(settings)
    case .bendRange(let effect): effect.memory(settings)
    case .controllerMap(let effect): effect.memory(settings)
    case .channelMap(let effect): effect.memory(settings)
    case .zones(let effect): effect.memory(settings)
    case .pressure(let effect): effect.memory(settings)
    case .chordMemory(let effect): effect.memory(settings)
    case .echo(let effect): effect.memory(settings)
    case .humanise(let effect): effect.memory(settings)
    case .quantise(let effect): effect.memory(settings)
    case .mpeToChannel(let effect): effect.memory(settings)
    case .channelToMPE(let effect): effect.memory(settings)
    }
  }

  /// Creates the stage that runs the effect; see ``EffectSettings/stage(_:_:sampleRate:isBypassed:)``.
  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate rate: Int, isBypassed: Bool) -> Stage {
    switch self {
    case .arpeggiator(let effect): effect.stage(memory, tables, sampleRate: rate, isBypassed: isBypassed)
    case .chordDetector(let effect): effect.stage(memory, tables, sampleRate: rate, isBypassed: isBypassed)
    case .transpose(let effect): effect.stage(memory, tables, sampleRate: rate, isBypassed: isBypassed)
    case .filter(let effect): effect.stage(memory, tables, sampleRate: rate, isBypassed: isBypassed)
    case .velocity(let effect): effect.stage(memory, tables, sampleRate: rate, isBypassed: isBypassed)
    case .bendRange(let effect): effect.stage(memory, tables, sampleRate: rate, isBypassed: isBypassed)
    case .controllerMap(let effect): effect.stage(memory, tables, sampleRate: rate, isBypassed: isBypassed)
    case .channelMap(let effect): effect.stage(memory, tables, sampleRate: rate, isBypassed: isBypassed)
    case .zones(let effect): effect.stage(memory, tables, sampleRate: rate, isBypassed: isBypassed)
    case .pressure(let effect): effect.stage(memory, tables, sampleRate: rate, isBypassed: isBypassed)
    case .chordMemory(let effect): effect.stage(memory, tables, sampleRate: rate, isBypassed: isBypassed)
    case .echo(let effect): effect.stage(memory, tables, sampleRate: rate, isBypassed: isBypassed)
    case .humanise(let effect): effect.stage(memory, tables, sampleRate: rate, isBypassed: isBypassed)
    case .quantise(let effect): effect.stage(memory, tables, sampleRate: rate, isBypassed: isBypassed)
    case .mpeToChannel(let effect): effect.stage(memory, tables, sampleRate: rate, isBypassed: isBypassed)
    case .channelToMPE(let effect): effect.stage(memory, tables, sampleRate: rate, isBypassed: isBypassed)
    }
  }
}
