extension Golden {
  /// The functional generators of SF2.04 §8.1.2 that a voice needs, by number.
  package enum Generator: Int, CaseIterable, Sendable {
    case startOffset = 0
    case endOffset = 1
    case loopStartOffset = 2
    case loopEndOffset = 3
    case startCoarseOffset = 4
    case modLFOToPitch = 5
    case vibLFOToPitch = 6
    case modEnvToPitch = 7
    case filterCutoff = 8
    case filterQ = 9
    case modLFOToFilter = 10
    case modEnvToFilter = 11
    case endCoarseOffset = 12
    case modLFOToVolume = 13
    case chorusSend = 15
    case reverbSend = 16
    case pan = 17
    case modLFODelay = 21
    case modLFOFrequency = 22
    case vibLFODelay = 23
    case vibLFOFrequency = 24
    case modEnvDelay = 25
    case modEnvAttack = 26
    case modEnvHold = 27
    case modEnvDecay = 28
    case modEnvSustain = 29
    case modEnvRelease = 30
    case keyToModEnvHold = 31
    case keyToModEnvDecay = 32
    case volEnvDelay = 33
    case volEnvAttack = 34
    case volEnvHold = 35
    case volEnvDecay = 36
    case volEnvSustain = 37
    case volEnvRelease = 38
    case keyToVolEnvHold = 39
    case keyToVolEnvDecay = 40
    case loopStartCoarseOffset = 45
    case key = 46
    case velocity = 47
    case attenuation = 48
    case loopEndCoarseOffset = 50
    case coarseTune = 51
    case fineTune = 52
    case sampleModes = 54
    case scaleTuning = 56
    case exclusiveClass = 57
    case rootKey = 58

    /// The value for a zone that does not set it.
    package var defaultAmount: Int {
      switch self {
      case .filterCutoff: 13_500
      case .modLFODelay, .vibLFODelay: -12_000
      case .modEnvDelay, .modEnvAttack, .modEnvHold, .modEnvDecay, .modEnvRelease: -12_000
      case .volEnvDelay, .volEnvAttack, .volEnvHold, .volEnvDecay, .volEnvRelease: -12_000
      case .scaleTuning: 100
      case .key, .velocity, .rootKey: -1
      default: 0
      }
    }

    /// The range to which sums are clamped.
    package var range: ClosedRange<Int> {
      switch self {
      case .startOffset, .endOffset, .loopStartOffset, .loopEndOffset: -32_768...32_767
      case .startCoarseOffset, .endCoarseOffset, .loopStartCoarseOffset, .loopEndCoarseOffset: -32_768...32_767
      case .modLFOToPitch, .vibLFOToPitch, .modEnvToPitch, .modLFOToFilter, .modEnvToFilter: -12_000...12_000
      case .filterCutoff: 1_500...13_500
      case .filterQ: 0...960
      case .modLFOToVolume: -960...960
      case .chorusSend, .reverbSend, .modEnvSustain: 0...1_000
      case .pan: -500...500
      case .modLFOFrequency, .vibLFOFrequency: -16_000...4_500
      case .modLFODelay, .vibLFODelay, .modEnvDelay, .modEnvHold, .volEnvDelay, .volEnvHold: -12_000...5_000
      case .modEnvAttack, .modEnvDecay, .modEnvRelease: -12_000...8_000
      case .volEnvAttack, .volEnvDecay, .volEnvRelease: -12_000...8_000
      case .volEnvSustain: 0...1_440
      // Only the sum, including the modulators' contribution, is clipped at full level.
      case .attenuation: -1_440...1_440
      case .keyToModEnvHold, .keyToModEnvDecay, .keyToVolEnvHold, .keyToVolEnvDecay: -1_200...1_200
      case .key, .velocity, .rootKey: -1...127
      case .coarseTune: -120...120
      case .fineTune: -99...99
      case .sampleModes: 0...3
      case .scaleTuning: 0...1_200
      case .exclusiveClass: 0...127
      }
    }

    /// True for delay, attack and hold times, where −32768 means "none at all" instead of a millisecond.
    var canBeInstant: Bool {
      switch self {
      case .modLFODelay, .vibLFODelay, .modEnvDelay, .modEnvAttack, .modEnvHold: true
      case .volEnvDelay, .volEnvAttack, .volEnvHold: true
      default: false
      }
    }

    /// Whether it is a valid destination of modulators (SF2.04 §8.2.2: value generators only; among the tunings, not
    /// the scale).
    var isRealTime: Bool {
      switch self {
      case .startOffset, .endOffset, .loopStartOffset, .loopEndOffset: false
      case .startCoarseOffset, .endCoarseOffset, .loopStartCoarseOffset, .loopEndCoarseOffset: false
      case .key, .velocity, .sampleModes, .scaleTuning, .exclusiveClass, .rootKey: false
      default: true
      }
    }

    func clamp(_ amount: Double) -> Double {
      if canBeInstant && amount <= -32_768 { return -32_768 }
      return min(max(amount, Double(range.lowerBound)), Double(range.upperBound))
    }
  }
}
