import TactusFiles

/// The volume envelope, measured on a constant signal: breakpoints from lines fitted to the segments, in frames at 48
/// kHz.
enum VolumeEnvelopeRows {
  static let rows: [ConformanceRow] = {
    var list = RowList(.volumeEnvelope, "SF2.04 §8.1.2 #33", .firstFrame, tolerance: 0.5)
    addBeginning(&list)
    addDecay(&list)
    addSustain(&list)
    addRelease(&list)
    addKeyScaling(&list)
    return list.rows
  }()

  /// Converts timecents to frames.
  static func frames(_ timecents: Double) -> Double { 48_000 * SystemMath.seconds(timecents: timecents) }

  private static func addBeginning(_ list: inout RowList) {
    for amount in [-7_973, -6_000, -4_800, -3_600] as [Int16] {
      list.add(
        "delayVolEnv \(amount): first frame", frames(Double(amount)).rounded(.up),
        Trial(.steady, [.delayVolEnv: amount]) { $0.length = 8_000 }, of: .generator(.delayVolEnv))
    }
    list.add(
      "delayVolEnv -12000, the default: first frame", frames(-12_000).rounded(.up),
      Trial(.steady, [.delayVolEnv: -12_000]), instead: (0, "the default is no delay"))
    list.source = "SF2.04 §8.1.2 #34"
    list.tolerance = 0.1
    for amount in [-8_400, -6_000, -3_600, -2_400] as [Int16] {
      let length = frames(Double(amount))
      let trial = Trial(.steady, [.attackVolEnv: amount]) { $0.length = Int(length) + 100 }
      let middle = Int(length * 0.2)..<Int(length * 0.8)
      let attack = ConformanceRow.Subject.generator(.attackVolEnv)
      list.add("attackVolEnv \(amount): begins", 0, trial, of: attack, by: .frame(ofAmplitude: 0, middle))
      list.add("attackVolEnv \(amount): at full level", length, trial, of: attack, by: .frame(ofAmplitude: 1, middle))
    }
    list.add(
      "attackVolEnv -2400: half the amplitude at half the time", 0.5,
      Trial(.steady, [.attackVolEnv: -2_400]) { $0.length = 12_000 }, of: .generator(.attackVolEnv),
      by: .amplitude(at: 6_000), within: 1e-4)
    list.add(
      "delayVolEnv -3600, attackVolEnv -3600: at full level", 2 * frames(-3_600),
      Trial(.steady, [.delayVolEnv: -3_600, .attackVolEnv: -3_600]) { $0.length = 13_000 },
      of: .generator(.delayVolEnv),
      .generator(.attackVolEnv), by: .frame(ofAmplitude: 1, 8_000..<11_000))
    list.add(
      "attackVolEnv -12000 and preset's 2400: at full level", frames(-9_600),
      Trial(.steady, [.attackVolEnv: -12_000]) { $0.presetGenerators = [.init(.attackVolEnv, 2_400)] },
      of: .presetGenerator(.attackVolEnv), by: .frame(ofAmplitude: 1, 30..<150), from: "SF2.04 §8.5")
  }

  private static func addDecay(_ list: inout RowList) {
    list.source = "SF2.04 §8.1.2 #35"
    for amount in [-6_000, -4_800, -3_600] as [Int16] {
      let hold = frames(Double(amount))
      list.add(
        "holdVolEnv \(amount): decay begins", hold,
        Trial(.steady, [.holdVolEnv: amount, .decayVolEnv: -1_200, .sustainVolEnv: 900]) { $0.length = 12_000 },
        of: .generator(.holdVolEnv), by: .frame(ofLevel: 0, Int(hold) + 100..<Int(hold) + 5_000))
    }
    list.source = "SF2.04 §8.1.2 #36; EMU 8000: 96 dB"
    for (amount, slope) in [(-3_600, -768), (-2_400, -384), (-1_200, -192), (0, -96), (1_200, -48)] as [(Int16, Double)]
    {
      list.add(
        "decayVolEnv \(amount): slope", slope,
        Trial(.steady, [.decayVolEnv: amount, .sustainVolEnv: 1_000]) { $0.length = 4_800 },
        of: .generator(.decayVolEnv), by: .levelSlope(100..<4_700), within: 0.1)
    }
    for (amount, sustain) in [(-1_200, 120), (0, 60), (0, 300)] as [(Int16, Int16)] {
      let time = frames(Double(amount))
      let hold = frames(-12_000)
      let end = hold + time * Double(sustain) / 960
      list.add(
        "decayVolEnv \(amount) to sustainVolEnv \(sustain): decay ends", end,
        Trial(.steady, [.decayVolEnv: amount, .sustainVolEnv: sustain]) { $0.length = Int(end) + 200 },
        of: .generator(.decayVolEnv), by: .frame(ofLevel: -Double(sustain) / 10, 100..<Int(end) - 50))
    }
  }

  private static func addSustain(_ list: inout RowList) {
    list.source = "SF2.04 §8.1.2 #37"
    list.tolerance = 0.01
    for amount in [1, 60, 120, 500, 900] as [Int16] {
      list.add(
        "sustainVolEnv \(amount)", -Double(amount) / 10, Trial(.steady, [.sustainVolEnv: amount]),
        of: .generator(.sustainVolEnv), by: .level())
    }
    list.add(
      "sustainVolEnv 1000 is silence", 0, Trial(.steady, [.sustainVolEnv: 1_000]), of: .generator(.sustainVolEnv),
      by: .amplitude(2_000..<4_000), within: 1e-5)
  }

  private static func addRelease(_ list: inout RowList) {
    list.source = "SF2.04 §8.1.2 #38; EMU 8000: 96 dB"
    let release = ConformanceRow.Subject.generator(.releaseVolEnv)
    for (amount, slope) in [(-3_600, -768), (-2_400, -384), (-1_200, -192), (0, -96)] as [(Int16, Double)] {
      let trial = Trial(.steady, [.releaseVolEnv: amount]) {
        $0.noteLength = 1_000
        $0.length = 6_000
      }
      list.add(
        "releaseVolEnv \(amount): slope", slope, trial, of: release, by: .levelSlope(1_010..<5_500), within: 0.1)
      list.add(
        "releaseVolEnv \(amount): begins", 1_000, trial, of: release, by: .frame(ofLevel: 0, 1_010..<5_500),
        within: 0.5)
    }
    let sustained = Trial(.steady, [.sustainVolEnv: 200, .releaseVolEnv: -1_200]) {
      $0.noteLength = 1_003
      $0.length = 6_000
    }
    list.add(
      "release from sustain: leaves -20 dB", 1_003, sustained, of: release, .generator(.sustainVolEnv),
      by: .frame(ofLevel: -20, 1_100..<5_500), within: 0.5)
    list.add(
      "release from sustain: as steep as from full level", -192, sustained, of: release,
      by: .levelSlope(1_100..<5_500), within: 0.1)
    list.add(
      "release within the attack: leaves the level that is heard", 20 * SystemMath.log10(0.25),
      Trial(.steady, [.attackVolEnv: -2_400, .releaseVolEnv: -1_200]) {
        $0.noteLength = 3_000
        $0.length = 6_000
      }, of: .generator(.attackVolEnv), release, by: .levelAt(3_000, 3_010..<5_500), within: 0.01)
    list.add(
      "release ends 96 dB below full level: last frame", 1_000 + frames(-2_400),
      Trial(.steady, [.releaseVolEnv: -2_400]) {
        $0.noteLength = 1_000
        $0.length = 16_000
      }, of: release, by: .lastFrame, within: 64)
    list.add(
      "releaseVolEnv -7200, preset's 2400: slope", -384 * 4,
      Trial(.steady, [.releaseVolEnv: -7_200]) {
        $0.presetGenerators = [.init(.releaseVolEnv, 2_400)]
        $0.noteLength = 1_000
      }, of: release, .presetGenerator(.releaseVolEnv), by: .levelSlope(1_010..<3_000), within: 0.1)
  }

  private static func addKeyScaling(_ list: inout RowList) {
    for (amount, key) in [(100, 72), (100, 48), (-50, 84), (50, 54)] as [(Int16, UInt8)] {
      let shift = Double(amount) * (60 - Double(key))
      let hold = frames(-4_800 + shift)
      list.add(
        "keynumToVolEnvHold \(amount), key \(key): decay begins", hold,
        Trial(.steady, [.holdVolEnv: -4_800, .keynumToVolEnvHold: amount, .decayVolEnv: -1_200, .sustainVolEnv: 900]) {
          $0.key = key
          $0.length = Int(hold) + 5_000
        }, of: .generator(.keynumToVolEnvHold), by: .frame(ofLevel: 0, Int(hold) + 100..<Int(hold) + 4_000),
        within: 0.5, from: "SF2.04 §8.1.2 #39")
      list.add(
        "keynumToVolEnvDecay \(amount), key \(key): slope", -96 * 48_000 / frames(-1_200 + shift),
        Trial(.steady, [.decayVolEnv: -1_200, .keynumToVolEnvDecay: amount, .sustainVolEnv: 900]) { $0.key = key },
        of: .generator(.keynumToVolEnvDecay), by: .levelSlope(100..<4_700), within: 0.1, from: "SF2.04 §8.1.2 #40")
    }
    list.add(
      "keynumToVolEnvDecay 100, key 60, keynum 72: slope", -384,
      Trial(.steady, [.decayVolEnv: -1_200, .keynumToVolEnvDecay: 100, .sustainVolEnv: 900, .keynum: 72]),
      of: .generator(.keynumToVolEnvDecay), .generator(.keynum), by: .levelSlope(100..<4_700), within: 0.1,
      from: "SF2.04 §8.1.2 #40, #46")
  }
}
