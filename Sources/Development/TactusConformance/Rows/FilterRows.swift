import TactusFiles
import TactusMIDI
import TactusSynth

/// The low-pass filter, measured by the Fourier transform of its impulse response.
enum FilterRows {
  static let rows: [ConformanceRow] = {
    var list = RowList(.filter, "SF2.04 §8.1.2 #8", .cutoff(), tolerance: 1)
    addCutoffs(&list)
    addResonance(&list)
    addMotion(&list)
    addVelocity(&list)
    return list.rows
  }()

  private static let hardware = "Audigy 2: two poles, no zero"

  /// A trial with an impulse soon after the note-on, in a sample long enough for the filter's response.
  static func trial(
    _ points: Int = 8_192, at position: Int = 8, _ generators: KeyValuePairs<GeneratorKind, Int16>,
    _ modulators: [SoundFont.Modulator] = [], edit: (inout Trial) -> Void = { _ in }
  ) -> Trial {
    var trial = Trial(.impulse(at: position, points: points), generators, modulators)
    trial.length = points
    edit(&trial)
    return trial
  }

  private static func addCutoffs(_ list: inout RowList) {
    for amount in [1_500, 2_400, 3_600, 4_800, 6_000, 6_900, 8_400, 9_600, 10_800, 12_000] as [Int16] {
      let hertz = SystemMath.hertz(absoluteCents: Double(amount))
      list.add(
        "initialFilterFc \(amount): cutoff", hertz,
        trial(amount < 4_000 ? 16_384 : 4_096, [.initialFilterFc: amount]),
        of: .generator(.initialFilterFc), by: .cutoffHertz(), within: hertz * 0.0006)
    }
    // At sample rates other than 48 kHz, the filter has a zero that corrects the response near 16 kHz; the gain at 2
    // kHz is then 0.03 dB off.
    for rate in [44_100, 96_000] {
      list.add(
        "initialFilterFc 9600 at \(rate) Hz: cutoff", SystemMath.hertz(absoluteCents: 9_600),
        trial(4_096, [.initialFilterFc: 9_600]) {
          $0.sampleRate = rate
          $0.layers[0].recording.sampleRate = rate
        }, of: .generator(.initialFilterFc), by: .cutoffHertz(), within: 7)
    }
    for amount in [10_428, 11_145, 11_922, 12_900, 13_499] as [Int16] {
      let model = HardwareLowPass(cutoff: SystemMath.hertz(absoluteCents: Double(amount)))
      for hertz in [4_000.0, 16_000] {
        list.add(
          "initialFilterFc \(amount): gain at \(Int(hertz)) Hz", SystemMath.decibels(model.gain(at: hertz)),
          trial(4_096, [.initialFilterFc: amount]), of: .generator(.initialFilterFc), by: .gain(at: hertz),
          within: 0.05, from: hardware)
      }
    }
    for (rate, amount) in [(22_050, 10_800), (44_100, 11_922), (96_000, 11_922), (192_000, 12_900)] as [(Int, Int16)] {
      let model = HardwareLowPass(cutoff: SystemMath.hertz(absoluteCents: Double(amount)))
      let hertz = min(16_000, 0.4 * Double(rate))
      list.add(
        "initialFilterFc \(amount) at \(rate) Hz: gain at \(Int(hertz)) Hz, that at 48,000 Hz",
        SystemMath.decibels(model.gain(at: hertz)),
        trial(4_096, [.initialFilterFc: amount]) {
          $0.sampleRate = rate
          $0.layers[0].recording.sampleRate = rate
        }, of: .generator(.initialFilterFc), by: .gain(at: hertz), within: 1, from: hardware)
    }
    list.add(
      "initialFilterFc 6000: fall from 1 to 2 kHz", -11.97, trial(4_096, [.initialFilterFc: 6_000]),
      of: .generator(.initialFilterFc), by: .gain(at: 2_000, over: 1_000), within: 0.1,
      from: "SF2.04 §3.1.3: 12 dB an octave")
    for hertz in [20.0, 1_000, 15_000, 20_000] {
      list.add(
        "open (13500, no resonance): gain at \(Int(hertz)) Hz", 0, trial(512, [:]), by: .gain(at: hertz), within: 0.001)
    }
    list.add(
      "initialFilterFc 8400 and preset's -1200: cutoff", 7_200,
      trial(4_096, [.initialFilterFc: 8_400]) { $0.presetGenerators = [.init(.initialFilterFc, -1_200)] },
      of: .generator(.initialFilterFc), .presetGenerator(.initialFilterFc), from: "SF2.04 §9.4")
    list.add(
      "initialFilterFc 0 is clamped to 1500: cutoff", 1_500, trial(16_384, [.initialFilterFc: 0]),
      of: .generator(.initialFilterFc), from: "SF2.04 §8.1.3")
  }

  private static func addResonance(_ list: inout RowList) {
    list.source = "SF2.04 §8.1.2 #9"
    // The ringing of a two-pole filter takes 2q / sin(2πf/rate) frames to fall to 1/e. This time is shortest at a
    // quarter of the sample rate.
    let cases: [(resonance: Int16, cutoff: Int16, points: Int)] = [
      (0, 9_600, 4_096), (15, 9_600, 4_096), (50, 9_600, 4_096), (100, 9_600, 4_096), (200, 9_600, 8_192),
      (300, 6_000, 32_768), (400, 9_600, 32_768), (600, 10_800, 32_768), (800, 12_600, 131_072),
      (960, 12_600, 786_432),
    ]
    for (resonance, cutoff, points) in cases {
      let subjects: [ConformanceRow.Subject] = resonance == 0 ? [] : [.generator(.initialFilterQ)]
      let generators: KeyValuePairs<GeneratorKind, Int16> = [.initialFilterFc: cutoff, .initialFilterQ: resonance]
      list.add(
        "initialFilterQ \(resonance): gain at 0 Hz", -Double(resonance) / 20, trial(points, generators), of: subjects,
        by: .gain(at: 0), within: 0.02)
      list.add(
        "initialFilterQ \(resonance): peak above that", Double(resonance) / 10, trial(points, generators), of: subjects,
        by: .resonance, within: 0.05)
    }
  }

  private static func addMotion(_ list: inout RowList) {
    list.source = "SF2.04 §8.1.2 #11"
    for amount in [-2_400, 1_200, 3_600] as [Int16] {
      list.add(
        "modEnvToFilterFc \(amount), at full level: cutoff", 7_200 + Double(amount),
        trial(
          8_192, at: 100,
          [
            .initialFilterFc: 7_200, .modEnvToFilterFc: amount, .attackModEnv: -32_768, .holdModEnv: 5_000,
          ]), of: .generator(.modEnvToFilterFc))
    }
    list.add(
      "modEnvToFilterFc 2400, sustainModEnv 750: cutoff", 7_800,
      trial(
        8_192, at: 100,
        [
          .initialFilterFc: 7_200, .modEnvToFilterFc: 2_400, .attackModEnv: -32_768, .sustainModEnv: 750,
        ]), of: .generator(.modEnvToFilterFc), .generator(.sustainModEnv))
    // The LFO is slow enough to stay at its first peak for the fraction of a millisecond that the impulse response
    // lasts.
    let quarter = Int(48_000 / SystemMath.hertz(absoluteCents: -4_800) / 4)
    for amount in [-1_200, 600, 1_200] as [Int16] {
      list.add(
        "modLfoToFilterFc \(amount), at the peak: cutoff", 9_600 + Double(amount),
        trial(
          quarter + 1_024, at: quarter,
          [
            .initialFilterFc: 9_600, .modLfoToFilterFc: amount, .freqModLFO: -4_800,
          ]), of: .generator(.modLfoToFilterFc), by: .cutoff(from: quarter), within: 3, from: "SF2.04 §8.1.2 #10")
    }
  }

  /// The specification's default modulator from velocity to cutoff is off by default, because the hardware and most
  /// banks omit it.
  private static func addVelocity(_ list: inout RowList) {
    for velocity in [1, 64, 127] as [UInt8] {
      let cents = -2_400 * (1 - Double(velocity) / 128)
      list.add(
        "velocity \(velocity) to cutoff", 9_600 + cents,
        trial(8_192, [.initialFilterFc: 9_600]) { $0.velocity = velocity }, of: .generator(.initialFilterFc),
        from: "SF2.04 §8.4.2", instead: (9_600, "the modulator is left out, as on hardware"))
    }
    for velocity in [1, 63, 64, 100, 127] as [UInt8] {
      addVelocity(&list, velocity, .v2_04)
      addVelocity(&list, velocity, .v2_01)
    }
    list.add(
      "a bank's own velocity to cutoff, velocity 64: cutoff", 9_600 - 2_400 * 63.0 / 127,
      trial(8_192, [.initialFilterFc: 9_600], [.velocityToFilter]) { $0.velocity = 64 }, of: .modulators,
      from: "SF2.04 §8.2")
  }

  private static func addVelocity(_ list: inout RowList, _ velocity: UInt8, _ mode: VelocityFilter) {
    let isDarker = mode == .v2_04 || velocity < 64
    let cents = isDarker ? -2_400 * (1 - Double(velocity) / 128) : 0
    let own = -2_400 * (1 - Double(velocity) / 127)
    let trial = trial(8_192, [.initialFilterFc: 9_600]) {
      $0.velocity = velocity
      $0.velocityFilter = mode
    }
    list.add(
      "velocity \(velocity) to cutoff as in \(mode.rawValue): cutoff", 9_600 + cents, trial,
      of: isDarker && velocity < 127 ? [.velocityFilter] : [], from: "SF\(mode.rawValue) §8.4.2",
      instead: isDarker ? (9_600 + own, ModulatorRows.topReason) : nil)
  }
}
