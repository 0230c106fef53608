import TactusFiles

/// The two LFOs, measured by the pitch of a sine or the level of a constant.
enum LFORows {
  private static let source = "SF2.04 §8.1.2 #21–24"

  static let rows: [ConformanceRow] = {
    var list = RowList(.lfo, source, .pitchTriangle(.rate, hertz: 8.176), tolerance: 0.01)
    for lfo in [LFO.modulation, .vibrato] {
      addRates(&list, lfo)
      addDelays(&list, lfo)
      addDepths(&list, lfo)
    }
    addTremolo(&list)
    return list.rows
  }()

  private enum LFO {
    case modulation, vibrato
    var toPitch: GeneratorKind { self == .modulation ? .modLfoToPitch : .vibLfoToPitch }
    var rate: GeneratorKind { self == .modulation ? .freqModLFO : .freqVibLFO }
    var delay: GeneratorKind { self == .modulation ? .delayModLFO : .delayVibLFO }
  }

  /// A trial long enough for one and a third periods of the LFO.
  private static func trial(
    _ wave: TestWave, _ depth: (GeneratorKind, Int16), _ rate: (GeneratorKind, Int16), _ delay: (GeneratorKind, Int16)
  ) -> Trial {
    var trial = Trial(wave)
    trial.layers[0].generators = [depth, rate, delay].map { SoundFont.Generator($0.0, $0.1) }
    let period = 48_000 / SystemMath.hertz(absoluteCents: Double(rate.1))
    let start = delay.1 > -12_000 ? VolumeEnvelopeRows.frames(Double(delay.1)) : 0
    trial.length = Int(start + 1.35 * period) + 100
    return trial
  }

  private static func addRates(_ list: inout RowList, _ lfo: LFO) {
    for amount in [-2_400, 0, 1_200, 2_400, 4_500] as [Int16] {
      let hertz = SystemMath.hertz(absoluteCents: Double(amount))
      let sounding = trial(.pair, (lfo.toPitch, 600), (lfo.rate, amount), (lfo.delay, -12_000))
      let subjects: [ConformanceRow.Subject] = amount == 0 ? [] : [.generator(lfo.rate)]
      list.add(
        "\(lfo.rate) \(amount)", hertz, sounding, of: subjects, by: .pitchTriangle(.rate, hertz: hertz),
        within: hertz * 0.001)
    }
    let sounding = trial(.pair, (lfo.toPitch, 600), (lfo.rate, 0), (lfo.delay, -12_000))
    let hertz = SystemMath.hertz(absoluteCents: 0)
    list.add(
      "\(lfo.toPitch) 600: phase, first peak after a quarter", 48_000 / hertz / 4, sounding,
      of: .generator(lfo.toPitch),
      by: .pitchTriangle(.peak, hertz: hertz), within: 0.2)
  }

  private static func addDelays(_ list: inout RowList, _ lfo: LFO) {
    let hertz = SystemMath.hertz(absoluteCents: 1_200)
    for amount in [-7_200, -4_800, -2_400] as [Int16] {
      let start = VolumeEnvelopeRows.frames(Double(amount))
      list.add(
        "\(lfo.delay) \(amount): leaves 0", start,
        trial(.pair, (lfo.toPitch, 600), (lfo.rate, 1_200), (lfo.delay, amount)), of: .generator(lfo.delay),
        by: .pitchTriangle(.origin, origin: start, hertz: hertz), within: 0.2)
    }
    list.add(
      "\(lfo.delay) -12000, the default: leaves 0", VolumeEnvelopeRows.frames(-12_000),
      trial(.pair, (lfo.toPitch, 600), (lfo.rate, 1_200), (lfo.delay, -12_000)),
      by: .pitchTriangle(.origin, hertz: hertz), within: 0.2, instead: (0, "the default is no delay"))
  }

  private static func addDepths(_ list: inout RowList, _ lfo: LFO) {
    let hertz = SystemMath.hertz(absoluteCents: 0)
    for amount in [-600, -10, 10, 50, 1_200] as [Int16] {
      list.add(
        "\(lfo.toPitch) \(amount): depth", Double(amount),
        trial(.pair, (lfo.toPitch, amount), (lfo.rate, 0), (lfo.delay, -12_000)), of: .generator(lfo.toPitch),
        by: .pitchTriangle(.depth, hertz: hertz), within: max(0.02, abs(Double(amount)) * 0.0005),
        from: "SF2.04 §8.1.2 #\(lfo.toPitch.rawValue)")
    }
  }

  private static func addTremolo(_ list: inout RowList) {
    list.source = "SF2.04 §8.1.2 #13"
    let hertz = SystemMath.hertz(absoluteCents: 0)
    for amount in [-100, -20, 20, 60, 240] as [Int16] {
      let sounding = trial(.steady, (.modLfoToVolume, amount), (.freqModLFO, 0), (.delayModLFO, -12_000))
      list.add(
        "modLfoToVolume \(amount): depth", Double(amount) / 10, sounding, of: .generator(.modLfoToVolume),
        by: .levelTriangle(.depth, hertz: hertz), within: 0.01)
    }
    let sounding = trial(.steady, (.modLfoToVolume, 60), (.freqModLFO, 0), (.delayModLFO, -12_000))
    list.add(
      "modLfoToVolume 60: rate", hertz, sounding, of: .generator(.modLfoToVolume),
      by: .levelTriangle(.rate, hertz: hertz), within: 0.005)
    list.add(
      "modLfoToVolume 60: first peak after a quarter", 48_000 / hertz / 4, sounding, of: .generator(.modLfoToVolume),
      by: .levelTriangle(.peak, hertz: hertz), within: 0.2)
  }
}
