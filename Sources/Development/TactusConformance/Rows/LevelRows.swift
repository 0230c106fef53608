import TactusFiles
import TactusMIDI

/// Levels of a constant signal, in decibels relative to a voice at full level.
enum LevelRows {
  static let rows: [ConformanceRow] = {
    var list = RowList(.level, "EMU 8000: 0.4 dB a step", .level(), tolerance: 0.01)
    addAttenuation(&list)
    addSquares(&list)
    return list.rows
  }()

  private static func addAttenuation(_ list: inout RowList) {
    let attenuation = ConformanceRow.Subject.generator(.initialAttenuation)
    for step in 1...10 as ClosedRange<Int16> {
      list.add(
        "initialAttenuation \(50 * step): steps of 2 dB", -2 * Double(step),
        Trial(.steady, [.initialAttenuation: 50 * step]), of: attenuation)
    }
    list.add("initialAttenuation 1", -0.04, Trial(.steady, [.initialAttenuation: 1]), of: attenuation)
    list.add(
      "initialAttenuation 1440", -57.6, Trial(.steady, [.initialAttenuation: 1_440]), of: attenuation)
    list.add(
      "initialAttenuation 200, preset's -100", -4,
      Trial(.steady, [.initialAttenuation: 200]) { $0.presetGenerators = [.init(.initialAttenuation, -100)] },
      of: attenuation, .presetGenerator(.initialAttenuation))
    list.add(
      "initialAttenuation 100, preset's -300: never above full level", 0,
      Trial(.steady, [.initialAttenuation: 100]) { $0.presetGenerators = [.init(.initialAttenuation, -300)] },
      of: .presetGenerator(.initialAttenuation))
    list.add(
      "a modulator's 100 cB count in full", -10,
      Trial(.steady, [:], [.init(.none, to: .initialAttenuation, 100)]), of: .modulators, from: "SF2.04 §8.1.3")
  }

  /// Velocity, volume and expression: the gain is the square of each, an attenuation of 40 · log10(127/v) dB.
  private static func addSquares(_ list: inout RowList) {
    list.source = "SF2.04 §8.4.1, §9.5.3; EMU: −2.34 dB at 111"
    for value in [1, 16, 32, 64, 80, 100, 111, 126] as [UInt8] {
      list.add(
        "velocity \(value)", square(value), Trial(.steady) { $0.velocity = value },
        of: .defaultModulator(.velocityToAttenuation))
    }
    list.add("velocity 127", 0, Trial(.steady))
    list.add(
      "generator velocity 64, played 127", square(64), Trial(.steady, [.velocity: 64]), of: .generator(.velocity),
      from: "SF2.04 §8.1.2 #47")
    for (controller, name, source, modulator) in [
      (7, "volume", "SF2.04 §8.4.5", .volumeToAttenuation),
      (11, "expression", "SF2.04 §8.4.7", .expressionToAttenuation),
    ] as [(UInt8, String, String, SoundFont.Modulator)] {
      for value in [1, 32, 64, 100, 111, 126] as [UInt8] {
        list.add(
          "\(name) \(value)", square(value), Trial(.steady) { $0.before = [.controller(controller, value)] },
          of: .defaultModulator(modulator), .messages, from: source)
      }
      list.add(
        "\(name) 0 is silence", 0, Trial(.steady) { $0.before = [.controller(controller, 0)] },
        of: .defaultModulator(modulator), .messages, by: .amplitude(), within: 1e-5, from: source)
    }
    list.add(
      "velocity 64, volume 64, expression 100", 2 * square(64) + square(100),
      Trial(.steady) {
        $0.velocity = 64
        $0.before = [.controller(7, 64), .controller(11, 100)]
      }, of: .messages, .defaultModulator(.velocityToAttenuation), from: "SF2.04 §9.5.1: centibels add")
  }

  private static func square(_ value: UInt8) -> Double { 40 * SystemMath.log10(Double(value) / 127) }
}
