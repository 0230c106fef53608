/// The kinds of SoundFont generators, with the numbers of SoundFont 2.04 §8.1.2.
///
/// - Thread: any
public enum GeneratorKind: UInt16, CaseIterable, Hashable, Sendable {
  case startAddrsOffset = 0
  case endAddrsOffset = 1
  case startloopAddrsOffset = 2
  case endloopAddrsOffset = 3
  case startAddrsCoarseOffset = 4
  case modLfoToPitch = 5
  case vibLfoToPitch = 6
  case modEnvToPitch = 7
  case initialFilterFc = 8
  case initialFilterQ = 9
  case modLfoToFilterFc = 10
  case modEnvToFilterFc = 11
  case endAddrsCoarseOffset = 12
  case modLfoToVolume = 13
  case unused1 = 14
  case chorusEffectsSend = 15
  case reverbEffectsSend = 16
  case pan = 17
  case unused2 = 18
  case unused3 = 19
  case unused4 = 20
  case delayModLFO = 21
  case freqModLFO = 22
  case delayVibLFO = 23
  case freqVibLFO = 24
  case delayModEnv = 25
  case attackModEnv = 26
  case holdModEnv = 27
  case decayModEnv = 28
  case sustainModEnv = 29
  case releaseModEnv = 30
  case keynumToModEnvHold = 31
  case keynumToModEnvDecay = 32
  case delayVolEnv = 33
  case attackVolEnv = 34
  case holdVolEnv = 35
  case decayVolEnv = 36
  case sustainVolEnv = 37
  case releaseVolEnv = 38
  case keynumToVolEnvHold = 39
  case keynumToVolEnvDecay = 40
  case instrument = 41
  case reserved1 = 42
  case keyRange = 43
  case velRange = 44
  case startloopAddrsCoarseOffset = 45
  case keynum = 46
  case velocity = 47
  case initialAttenuation = 48
  case reserved2 = 49
  case endloopAddrsCoarseOffset = 50
  case coarseTune = 51
  case fineTune = 52
  case sampleID = 53
  case sampleModes = 54
  case reserved3 = 55
  case scaleTuning = 56
  case exclusiveClass = 57
  case overridingRootKey = 58
  case unused5 = 59
  case endOper = 60
}

extension GeneratorKind: CustomStringConvertible {
  /// The name in the specification, such as `initialFilterFc`.
  public var description: String { Self.names[Int(rawValue)] }

  private static let names = [
    "startAddrsOffset", "endAddrsOffset", "startloopAddrsOffset", "endloopAddrsOffset", "startAddrsCoarseOffset",
    "modLfoToPitch", "vibLfoToPitch", "modEnvToPitch", "initialFilterFc", "initialFilterQ", "modLfoToFilterFc",
    "modEnvToFilterFc", "endAddrsCoarseOffset", "modLfoToVolume", "unused1", "chorusEffectsSend",
    "reverbEffectsSend", "pan", "unused2", "unused3", "unused4", "delayModLFO", "freqModLFO", "delayVibLFO",
    "freqVibLFO", "delayModEnv", "attackModEnv", "holdModEnv", "decayModEnv", "sustainModEnv", "releaseModEnv",
    "keynumToModEnvHold", "keynumToModEnvDecay", "delayVolEnv", "attackVolEnv", "holdVolEnv", "decayVolEnv",
    "sustainVolEnv", "releaseVolEnv", "keynumToVolEnvHold", "keynumToVolEnvDecay", "instrument", "reserved1",
    "keyRange", "velRange", "startloopAddrsCoarseOffset", "keynum", "velocity", "initialAttenuation", "reserved2",
    "endloopAddrsCoarseOffset", "coarseTune", "fineTune", "sampleID", "sampleModes", "reserved3", "scaleTuning",
    "exclusiveClass", "overridingRootKey", "unused5", "endOper",
  ]
}
