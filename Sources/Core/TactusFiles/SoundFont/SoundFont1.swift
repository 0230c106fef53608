/// Converts the generators of SoundFont 1 banks (`.sbk`), which have the units of the AWE32, to those of SoundFont 2.
///
/// The format was never published. The units are those that the AWE32 driver for Linux and TiMidity++ use.
enum SoundFont1 {
  /// The sample rate of all samples.
  static let sampleRate = 44_100
  /// The size of a record of `shdr`: start, end, start of loop, end of loop.
  static let sampleRecordSize = 16

  /// Converts the generators of a zone with a target, or of a global zone.
  ///
  /// Presets add to instruments in SoundFont 2, but in SoundFont 1 replace their defaults: a value of a preset is
  /// converted to its difference from the default.
  /// - Parameter inherited: what the global zone sets; nil in a global zone.
  static func convert(
    _ generators: inout [SoundFont.Generator], from first: Int, isPreset: Bool, inherited: [GeneratorKind]?
  ) {
    var result: [SoundFont.Generator] = []
    var (root, tune) = (60, 0)
    var (setsRoot, setsTune) = (false, false)
    for generator in generators[first...] {
      let amount = Int(generator.amount)
      switch generator.kind {
      case samplePitch:
        // cents; the nearest key, and the rest as tuning
        let (key, rest) = (amount / 100, -(amount % 100))
        root += key + (rest <= -50 ? 1 : 0) - 60
        tune += rest <= -50 ? rest + 100 : rest
        (setsRoot, setsTune) = (true, true)
      case .overridingRootKey:
        root += amount - 60
        setsRoot = true
      case .fineTune:
        tune += amount
        setsTune = true
      default:
        let value = value(generator.kind, amount)
        result.append(.init(generator.kind, clamped(isPreset ? value - standard(generator.kind) : value)))
      }
    }
    if setsRoot, !isPreset { result.append(.init(.overridingRootKey, clamped(max(0, min(127, root))))) }
    if setsTune { result.append(.init(.fineTune, clamped(tune))) }
    if !isPreset, let inherited {
      for kind in [GeneratorKind.sustainVolEnv, .sustainModEnv, .freqModLFO, .freqVibLFO]
      where !inherited.contains(kind) && !result.contains(where: { $0.kind == kind }) {
        result.append(.init(kind, clamped(standard(kind))))
      }
    }
    generators.replaceSubrange(first..., with: result)
  }

  /// The pitch of the sample in cents: number 55, which SoundFont 2 reserves.
  static let samplePitch = GeneratorKind.reserved3

  private static func clamped(_ value: Int) -> Int16 { Int16(clamping: value) }

  /// The default value in the units of SoundFont 2.
  private static func standard(_ kind: GeneratorKind) -> Int {
    switch kind {
    case .sustainVolEnv, .sustainModEnv: 1_000
    case .freqModLFO: -725
    case .freqVibLFO: -15_600
    default: Int(kind.facts.standard)
    }
  }

  /// Converts the amount of a generator to the units of SoundFont 2.
  private static func value(_ kind: GeneratorKind, _ amount: Int) -> Int {
    switch kind {
    case .initialFilterFc: amount == 127 ? 13_500 : 59 * amount + 4_366
    case .initialFilterQ: amount * 3 / 2
    case .chorusEffectsSend, .reverbEffectsSend: amount * 1_000 / 256
    case .pan: amount * 1_000 / 127 - 500
    // the volume, 0 to 127
    case .initialAttenuation: amount <= 0 ? 1_000 : Int((-200 * log2(Double(amount) / 127) * log10Of2).rounded())
    case .scaleTuning: amount == 0 ? 100 : 50
    case .delayModLFO, .delayVibLFO, .delayModEnv, .attackModEnv, .holdModEnv, .decayModEnv, .releaseModEnv,
      .delayVolEnv, .attackVolEnv, .holdVolEnv, .decayVolEnv, .releaseVolEnv:
      // milliseconds
      Int((1_200 * log2(Double(max(1, Int(UInt16(truncatingIfNeeded: amount)))) / 1_000)).rounded())
    case .keynumToModEnvHold, .keynumToModEnvDecay, .keynumToVolEnvHold, .keynumToVolEnvDecay:
      Int((Double(amount) * 5.55).rounded())
    case .freqModLFO, .freqVibLFO:
      amount <= 0 ? standard(kind) : Int((1_200 * log2(Double(amount)) - 7_925).rounded())
    case .modLfoToPitch, .vibLfoToPitch, .modEnvToPitch: 1_200 * amount / 128
    case .modLfoToFilterFc: 3 * 1_200 * amount / 64
    case .modEnvToFilterFc: 6 * 1_200 * amount / 64
    case .modLfoToVolume: 120 * amount / 64
    case .sustainModEnv: amount < 96 ? 1_000 * (96 - amount) / 96 : 0
    case .sustainVolEnv: amount < 96 ? (2_000 - 21 * amount) / 2 : 0
    default: amount
    }
  }

  private static let log10Of2 = 0.301_029_995_663_981_2

  /// The binary logarithm of a positive number, the same on every machine.
  private static func log2(_ number: Double) -> Double {
    let ratio = (number.significand - 1) / (number.significand + 1)
    var (power, sum) = (ratio, 0.0)
    for order in stride(from: 1, through: 25, by: 2) {
      sum += power / Double(order)
      power *= ratio * ratio
    }
    return Double(number.exponent) + 2 * sum / 0.693_147_180_559_945_3
  }
}
