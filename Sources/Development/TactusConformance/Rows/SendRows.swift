import TactusFiles
import TactusMIDI

/// Effect sends, measured by the effects' output after the end of a burst, in percent of a full send.
enum SendRows {
  static let rows: [ConformanceRow] = {
    var list = RowList(.sends, "SF2.04 §8.1.2 #16", .wet(2_000..<14_000), tolerance: 0.01)
    add(&list, .reverb)
    list.source = "SF2.04 §8.1.2 #15"
    list.reading = .wet(100..<4_000)
    add(&list, .chorus)
    addDry(&list)
    return list.rows
  }()

  private enum Effect {
    case reverb, chorus
    var kind: GeneratorKind { self == .reverb ? .reverbEffectsSend : .chorusEffectsSend }
    var controller: UInt8 { self == .reverb ? 91 : 93 }
    var modulator: SoundFont.Modulator { self == .reverb ? .reverbToSend : .chorusToSend }
    var section: String { self == .reverb ? "SF2.04 §8.4.8" : "SF2.04 §8.4.9" }
  }

  /// A trial of a burst with one effect; if `controller` is nil, the channel keeps its power-on state.
  private static func trial(_ effect: Effect, send: Int16? = nil, controller: UInt8? = 0) -> Trial {
    var trial = Trial(.burst(points: 64))
    if let send { trial.layers[0].generators = [.init(effect.kind, send)] }
    if let controller { trial.before = [.controller(effect.controller, controller)] }
    trial.hasReverb = effect == .reverb
    trial.hasChorus = effect == .chorus
    trial.length = effect == .reverb ? 14_000 : 4_000
    return trial
  }

  private static func add(_ list: inout RowList, _ effect: Effect) {
    let full = trial(effect, send: 1_000)
    let generator = ConformanceRow.Subject.generator(effect.kind)
    for amount in [1, 100, 500] as [Int16] {
      list.add(
        "\(effect.kind) \(amount)", Double(amount) / 10, trial(effect, send: amount), of: generator, against: full)
    }
    list.add("\(effect.kind) 0", 0, trial(effect), against: full)
    for value in [64, 127] as [UInt8] {
      list.add(
        "CC \(effect.controller) at \(value)", 20 * Double(value) / 128, trial(effect, controller: value),
        of: .defaultModulator(effect.modulator), .messages, from: effect.section, against: full,
        instead: (20 * Double(value) / 127, ModulatorRows.topReason))
    }
    list.add(
      "\(effect.kind) 300 and CC \(effect.controller) at 127: the sum", 30 + 20 * 127.0 / 128,
      trial(effect, send: 300, controller: 127), of: generator, .messages, from: effect.section, against: full,
      instead: (50, ModulatorRows.topReason))
    list.add(
      "\(effect.kind) 1000 and CC \(effect.controller) at 127: the sum is clamped", 100,
      trial(effect, send: 1_000, controller: 127), of: generator, against: full)
    if effect == .reverb {
      list.add(
        "CC 91 at power-on (40)", 20 * 40.0 / 128, trial(effect, controller: nil),
        of: .defaultModulator(.reverbToSend), from: "GM2, GS, XG: CC 91 = 40", against: full,
        instead: (20 * 40.0 / 127, ModulatorRows.topReason))
    } else {
      list.add(
        "CC 93 at power-on (0)", 0, trial(effect, controller: nil), from: "GM2, GS, XG: CC 93 = 0", against: full)
    }
    var soft = trial(effect, send: 1_000)
    soft.layers[0].generators.append(.init(.initialAttenuation, 150))
    list.add(
      "\(effect.kind) of a sound 6 dB lower", 100 * SystemMath.power(10, -6.0 / 20), soft,
      of: .generator(.initialAttenuation), from: "sends follow the volume", against: full)
  }

  private static func addDry(_ list: inout RowList) {
    for effect in [Effect.reverb, .chorus] {
      var steady = trial(effect, send: 1_000)
      steady.layers[0].wave = .steady
      list.add(
        "\(effect.kind) 1000 leaves the dry sound whole", 1, steady, by: .amplitude(at: 20), within: 1e-4,
        from: "SF2.04 §8.1.2")
    }
  }
}
