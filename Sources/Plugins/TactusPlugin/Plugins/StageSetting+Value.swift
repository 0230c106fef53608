import TactusProcessors

extension StageSetting {
  /// Returns the chain's setting as a parameter value; nil if no MIDI effect in the chain has this setting.
  func value(in chain: ProcessorChain) -> Double? {
    for link in chain.links {
      if let value = value(of: link.effect, isOn: !link.isBypassed) { return value }
    }
    return nil
  }

  private func value(of effect: MIDIEffect, isOn: Bool) -> Double? {
    let on = isOn ? 1.0 : 0
    switch effect {
    case .arpeggiator(let arpeggiator): return self == .arpeggiatorOn ? on : value(of: arpeggiator)
    case .transpose:
      return self == .transposeOn ? on : self == .transposeSemitones ? 0 : nil
    case .quantise(let quantise):
      switch self {
      case .quantiseOn: return on
      case .quantiseRoot: return Double(quantise.scale.root)
      case .quantiseScale:
        let index =
          quantise.direction == .nearest
          ? Scale.named.firstIndex { $0.intervals == quantise.scale.intervals } : nil
        return Double(index ?? Scale.named.count)
      default: return nil
      }
    case .chordMemory: return self == .chordOn ? on : self == .chordKind ? Double(ChordChoice.count) : nil
    case .echo(let echo): return self == .echoOn ? on : value(of: echo)
    case .velocity: return self == .velocityOn ? on : self == .velocityScale ? 100 : nil
    case .humanise(let humanise):
      switch self {
      case .humaniseOn: return on
      case .humaniseTiming: return humanise.timing
      case .humaniseVelocity: return Double(humanise.velocity)
      case .humaniseLength: return humanise.length
      default: return nil
      }
    default: return nil
    }
  }

  private func value(of arpeggiator: Arpeggiator) -> Double? {
    switch self {
    case .arpeggiatorOrder: return Arpeggiator.Order.allCases.firstIndex(of: arpeggiator.order).map { Double($0) }
    case .arpeggiatorOctaves: return Double(arpeggiator.octaves)
    case .arpeggiatorRate: return Self.choice(ofBeats: arpeggiator.rate.beats)
    case .arpeggiatorGate: return arpeggiator.gate
    case .arpeggiatorSwing: return arpeggiator.swing
    case .arpeggiatorLatch: return arpeggiator.isLatched ? 1 : 0
    case .arpeggiatorPedal: return arpeggiator.pedalHolds ? 1 : 0
    case .arpeggiatorWhenStopped: return arpeggiator.playsWhenStopped ? 1 : 0
    case .arpeggiatorRestart:
      switch arpeggiator.restart {
      case .position: return 0
      case .firstKey: return 1
      case .everyKey: return 2
      case .beats(let beats): return Double(beats + 2)
      }
    case .arpeggiatorVelocity:
      switch arpeggiator.velocity {
      case .latest: return -1
      case .played: return 0
      case .fixed(let velocity): return Double(velocity)
      }
    default: return nil
    }
  }

  private func value(of echo: Echo) -> Double? {
    switch self {
    case .echoRate:
      guard case .beats(let beats) = echo.time else { return Double(StepChoice.count) }
      return Self.choice(ofBeats: beats)
    case .echoRepeats: return Double(echo.repeats)
    case .echoFeedback: return echo.feedback * 100
    case .echoTranspose: return Double(echo.transpose)
    default: return nil
    }
  }

  /// Returns the index of a length in ``StepChoice``, or the index after the last element for any other length.
  private static func choice(ofBeats beats: Double) -> Double {
    Double((0..<StepChoice.count).first { StepChoice.beats($0) == beats } ?? StepChoice.count)
  }
}

extension ParameterDescriptor {
  /// Returns the parameter value that matches the chain; nil if the chain has no MIDI effect for the parameter.
  func value(in chain: ProcessorChain) -> Double? {
    guard case .stage(let setting) = target else { return nil }
    return setting.value(in: chain)
  }
}

extension PluginDescriptor {
  /// Returns the chain after applying the parameter values that affect its latency.
  func applying(_ values: [Double], to chain: ProcessorChain) -> ProcessorChain {
    var chain = chain
    let index = chain.links.firstIndex { if case .humanise = $0.effect { true } else { false } }
    guard let index, case .humanise(var humanise) = chain.links[index].effect else { return chain }
    for (parameter, value) in zip(parameters, values) {
      switch parameter.target {
      case .stage(.humaniseOn): chain.links[index].isBypassed = value < 0.5
      case .stage(.humaniseTiming): humanise.timing = value
      default: break
      }
    }
    chain.links[index].effect = .humanise(humanise)
    return chain
  }
}
