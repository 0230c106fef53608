import TactusFiles
import TactusMIDI

/// The sources, combinations and destinations of modulators.
enum ModulatorRows {
  typealias Source = SoundFont.ModulatorSource

  static let rows: [ConformanceRow] = {
    var list = RowList(.modulators, "SF2.04 §8.4.3, §8.4.4", .cents(), tolerance: 0.05)
    addVibrato(&list)
    addSources(&list)
    addMeetings(&list)
    addLinks(&list)
    addTargets(&list)
    return list.rows
  }()

  /// The reason for deviations from the specification at a source's maximum.
  static let topReason = "sources reach 1 at 127"

  // MARK: Default modulators to vibrato

  private static func addVibrato(_ list: inout RowList) {
    let hertz = SystemMath.hertz(absoluteCents: 0)
    for (name, message, modulator) in [
      ("channel pressure", { .pressure($0) }, .pressureToVibrato),
      ("CC 1", { .controller(1, $0) }, .modulationWheelToVibrato),
    ] as [(String, (UInt8) -> ChannelMessage, SoundFont.Modulator)] {
      for value in [64, 127] as [UInt8] {
        list.add(
          "\(name) \(value): vibrato depth", 50 * Double(value) / 128,
          Trial(.pair) {
            $0.before = [message(value)]
            $0.length = 8_000
          }, of: .defaultModulator(modulator), .messages, by: .pitchTriangle(.depth, hertz: hertz),
          instead: (50 * Double(value) / 127, topReason))
      }
    }
    list.add(
      "channel pressure 127 and CC 1 127: vibrato depth", 100 * 127.0 / 128,
      Trial(.pair) {
        $0.before = [.pressure(127), .controller(1, 127)]
        $0.length = 8_000
      }, of: .defaultModulator(.pressureToVibrato), .defaultModulator(.modulationWheelToVibrato),
      by: .pitchTriangle(.depth, hertz: hertz), instead: (100, topReason))
  }

  // MARK: Sources

  /// Returns a modulator whose destination is the pitch.
  static func toPitch(
    _ source: Source, _ amount: Int16, by scale: Source = .none, transform: UInt16 = 0
  ) -> SoundFont.Modulator {
    .init(
      source: source, destination: GeneratorKind.fineTune.rawValue, amount: amount, amountSource: scale,
      transform: transform)
  }

  private static func addSources(_ list: inout RowList) {
    list.source = "SF2.04 §8.2.1"
    list.tolerance = 0.01
    list.add("no controller is 1", 300, Trial(.pair, [:], [toPitch(.none, 300)]), of: .modulators)
    list.add(
      "no controller with all its bits set is 1", 300, Trial(.pair, [:], [toPitch(Source(rawValue: 0x0F00), 300)]),
      of: .modulators)
    addLevel(&list, "velocity 64", Source(.velocity), 64, 128) { $0.velocity = 64 }
    addLevel(&list, "key 60", Source(.key), 60, 128) { _ in }
    addLevel(&list, "pressure of key 60 at 80", Source(.polyPressure), 80, 128) { $0.before = [.keyPressure(60, 80)] }
    addLevel(&list, "pressure of another key at 80", Source(.polyPressure), 0, 128) {
      $0.before = [.keyPressure(61, 80)]
    }
    addLevel(&list, "channel pressure 100", Source(.channelPressure), 100, 128) { $0.before = [.pressure(100)] }
    addLevel(&list, "CC 2 at 32", Source(controller: 2), 32, 128) { $0.before = [.controller(2, 32)] }
    list.add(
      "key after keynum 72", 1_270 * 72 / 128,
      Trial(.pair, [.keynum: 72, .scaleTuning: 0], [toPitch(Source(.key), 1_270)]),
      of: .modulators, .generator(.keynum), instead: (720, topReason))
    list.add(
      "pitch wheel 12288, bipolar", 500,
      Trial(.pair, [:], [toPitch(Source(.pitchWheel, isBipolar: true), 1_000), noBend]) {
        $0.before = [.pitchBend(12_288)]
      },
      of: .modulators, .messages)
    list.add(
      "pitch wheel 12288, unipolar", 750,
      Trial(.pair, [:], [toPitch(Source(.pitchWheel), 1_000), noBend]) { $0.before = [.pitchBend(12_288)] },
      of: .modulators, .messages)
    list.add(
      "wheel sensitivity 12 of 127", 1_200,
      Trial(.pair, [:], [toPitch(Source(.pitchWheelSensitivity), 12_700)]) {
        $0.before = ChannelMessage.registered(0, coarse: 12)
      }, of: .modulators, .messages, from: "SF2.04 §8.2.1 #16")
    for controller in [0, 6, 32, 33, 38, 63, 98, 101, 120, 127] as [UInt8] {
      list.add(
        "CC \(controller) is no source", 0,
        Trial(.pair, [:], [toPitch(Source(controller: controller, isNegative: true), 500)]))
    }
    list.add("an unknown curve is no source", 0, Trial(.pair, [:], [toPitch(Source(rawValue: 0x1100), 500)]))
  }

  /// Default modulators with an amount of 0, for trials in which another modulator uses the same source.
  private static let noBend = without(.pitchWheelToPitch)
  private static let noVibrato = without(.pressureToVibrato)

  private static func without(_ modulator: SoundFont.Modulator) -> SoundFont.Modulator {
    var modulator = modulator
    modulator.amount = 0
    return modulator
  }

  /// Adds a row for a linear source at a value, with an amount of 1,270 cents.
  private static func addLevel(
    _ list: inout RowList, _ name: String, _ source: Source, _ value: Double, _ range: Double,
    edit: (inout Trial) -> Void
  ) {
    let trial = Trial(.pair, [:], [toPitch(source, 1_270), noVibrato], edit: edit)
    if value == 0 {
      list.add("\(name), linear", 0, trial)
    } else {
      list.add(
        "\(name), linear", 1_270 * value / range, trial, of: .modulators, instead: (1_270 * value / 127, topReason))
    }
  }
}
