import TactusFiles

/// The modulation envelope, measured by the pitch of a sine, with a depth of 1,200 cents.
enum ModulationEnvelopeRows {
  static let rows: [ConformanceRow] = {
    var list = RowList(.modulationEnvelope, "SF2.04 §8.1.2 #7", .cents(), tolerance: 0.02)
    addDepths(&list)
    addBeginning(&list)
    addDecayAndRelease(&list)
    addKeyScaling(&list)
    return list.rows
  }()

  private static func frames(_ timecents: Double) -> Double { VolumeEnvelopeRows.frames(timecents) }

  private static func addDepths(_ list: inout RowList) {
    for amount in [-1_200, -50, 50, 700, 2_400] as [Int16] {
      list.add(
        "modEnvToPitch \(amount), at full level", Double(amount),
        Trial(.pair, [.modEnvToPitch: amount, .attackModEnv: -32_768, .holdModEnv: 5_000]),
        of: .generator(.modEnvToPitch))
    }
  }

  private static func addBeginning(_ list: inout RowList) {
    list.source = "SF2.04 §8.1.2 #25"
    list.tolerance = 0.5
    for amount in [-6_000, -4_800, -3_600] as [Int16] {
      let delay = frames(Double(amount))
      let attack = frames(-3_600)
      list.add(
        "delayModEnv \(amount): attack begins", delay,
        Trial(.pair, [.modEnvToPitch: 1_200, .delayModEnv: amount, .attackModEnv: -3_600, .holdModEnv: 5_000]) {
          $0.length = 13_000
        }, of: .generator(.delayModEnv),
        by: .frame(ofConvex: 0, to: 1_200, Int(delay + attack * 0.2)..<Int(delay + attack * 0.9)), within: 0.5)
    }
    list.source = "SF2.04 §8.1.2 #26: convex"
    for amount in [-6_000, -3_600, -2_400] as [Int16] {
      let attack = frames(Double(amount))
      let trial = Trial(.pair, [.modEnvToPitch: 1_200, .attackModEnv: amount, .holdModEnv: 5_000]) {
        $0.length = Int(attack) + 1_000
      }
      list.add(
        "attackModEnv \(amount): at full level", attack, trial, of: .generator(.attackModEnv),
        by: .frame(ofConvex: 1, to: 1_200, Int(attack * 0.2)..<Int(attack * 0.9)), within: 0.5)
      for (part, level) in [(0.1, 1 - 40.0 / 96), (0.5, 1 + 40.0 / 96 * SystemMath.log10(0.5))] {
        list.add(
          "attackModEnv \(amount): after \(Int(part * 100)) % of it", 1_200 * level, trial,
          of: .generator(.attackModEnv),
          by: .cents(at: Int((attack * part).rounded())), within: amount == -6_000 ? 4 : 1)
      }
    }
  }

  private static func addDecayAndRelease(_ list: inout RowList) {
    list.source = "SF2.04 §8.1.2 #27"
    for amount in [-6_000, -3_600] as [Int16] {
      let hold = frames(Double(amount))
      list.add(
        "holdModEnv \(amount): decay begins", hold,
        Trial(
          .pair,
          [
            .modEnvToPitch: 1_200, .attackModEnv: -32_768, .holdModEnv: amount, .decayModEnv: -1_200,
            .sustainModEnv: 1_000,
          ]
        ) { $0.length = 12_000 }, of: .generator(.holdModEnv),
        by: .frame(ofCents: 1_200, Int(hold) + 100..<Int(hold) + 5_000))
    }
    list.source = "SF2.04 §8.1.2 #28"
    for (amount, slope) in [(-2_400, -4_800), (-1_200, -2_400), (0, -1_200)] as [(Int16, Double)] {
      list.add(
        "decayModEnv \(amount): slope", slope,
        Trial(
          .pair, [.modEnvToPitch: 1_200, .attackModEnv: -32_768, .decayModEnv: amount, .sustainModEnv: 1_000]
        ), of: .generator(.decayModEnv), by: .centsSlope(100..<4_700), within: 0.5)
    }
    list.source = "SF2.04 §8.1.2 #29"
    for amount in [100, 500, 1_000] as [Int16] {
      list.add(
        "sustainModEnv \(amount)", 1_200 * (1 - Double(amount) / 1_000),
        Trial(.pair, [.modEnvToPitch: 1_200, .attackModEnv: -32_768, .sustainModEnv: amount]),
        of: .generator(.sustainModEnv), within: 0.02)
    }
    list.source = "SF2.04 §8.1.2 #30"
    for (amount, slope) in [(-2_400, -4_800), (-1_200, -2_400)] as [(Int16, Double)] {
      let trial = Trial(
        .pair,
        [
          .modEnvToPitch: 1_200, .attackModEnv: -32_768, .sustainModEnv: 250, .releaseModEnv: amount,
          .releaseVolEnv: 1_200,
        ]
      ) {
        $0.noteLength = 1_000
        $0.length = 10_000
      }
      list.add(
        "releaseModEnv \(amount) from 75 %: slope", slope, trial, of: .generator(.releaseModEnv),
        by: .centsSlope(1_100..<8_000), within: 0.5)
      list.add(
        "releaseModEnv \(amount) from 75 %: at 0", 1_000 + frames(Double(amount)) * 0.75, trial,
        of: .generator(.releaseModEnv), .generator(.sustainModEnv), by: .frame(ofCents: 0, 1_100..<8_000))
    }
  }

  private static func addKeyScaling(_ list: inout RowList) {
    for (amount, key) in [(100, 72), (100, 54), (-50, 84)] as [(Int16, UInt8)] {
      let shift = Double(amount) * (60 - Double(key))
      let hold = frames(-4_800 + shift)
      let pitch = 100 * (Double(key) - 60)
      list.add(
        "keynumToModEnvHold \(amount), key \(key): decay begins", hold,
        Trial(
          .pair,
          [
            .modEnvToPitch: 1_200, .attackModEnv: -32_768, .holdModEnv: -4_800, .decayModEnv: -1_200,
            .sustainModEnv: 1_000, .keynumToModEnvHold: amount,
          ]
        ) {
          $0.key = key
          $0.length = Int(hold) + 6_000
        }, of: .generator(.keynumToModEnvHold),
        by: .frame(ofCents: 1_200 + pitch, Int(hold) + 100..<Int(hold) + 5_000), from: "SF2.04 §8.1.2 #31")
      list.add(
        "keynumToModEnvDecay \(amount), key \(key): slope", -1_200 * 48_000 / frames(-1_200 + shift),
        Trial(
          .pair,
          [
            .modEnvToPitch: 1_200, .attackModEnv: -32_768, .decayModEnv: -1_200, .sustainModEnv: 1_000,
            .keynumToModEnvDecay: amount,
          ]
        ) { $0.key = key }, of: .generator(.keynumToModEnvDecay), by: .centsSlope(100..<4_700), within: 0.5,
        from: "SF2.04 §8.1.2 #32")
    }
  }
}
