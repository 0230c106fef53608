import TactusFiles
import TactusMIDI

// The destinations of modulators.

extension ModulatorRows {
  static func addTargets(_ list: inout RowList) {
    list.source = "SF2.04 §8.1.3: real-time"
    func constant(_ kind: GeneratorKind, _ amount: Int16) -> [SoundFont.Modulator] { [.init(.none, to: kind, amount)] }
    list.add("to coarseTune 7", 700, Trial(.pair, [:], constant(.coarseTune, 7)), of: .modulators)
    list.add(
      "to pan 500", 0, Trial(.steady, [:], constant(.pan, 1_000)), of: .modulators, by: .rightLevel)
    list.add(
      "to sustainVolEnv 120", -12, Trial(.steady, [:], constant(.sustainVolEnv, 120)), of: .modulators, by: .level())
    list.add(
      "to attackVolEnv 2400: at full level", VolumeEnvelopeRows.frames(-3_600),
      Trial(.steady, [.attackVolEnv: -6_000], constant(.attackVolEnv, 2_400)) { $0.length = 7_000 }, of: .modulators,
      by: .frame(ofAmplitude: 1, 1_000..<5_000), within: 0.5)
    list.add(
      "to holdVolEnv 1200: decay begins", VolumeEnvelopeRows.frames(-4_800),
      Trial(.steady, [.holdVolEnv: -6_000, .decayVolEnv: -1_200, .sustainVolEnv: 900], constant(.holdVolEnv, 1_200)) {
        $0.length = 8_000
      }, of: .modulators, by: .frame(ofLevel: 0, 3_200..<7_000), within: 0.5)
    list.add(
      "to releaseVolEnv 1200: slope", -192,
      Trial(.steady, [.releaseVolEnv: -2_400], constant(.releaseVolEnv, 1_200)) { $0.noteLength = 500 },
      of: .modulators,
      by: .levelSlope(510..<4_500), within: 0.1)
    let hertz = SystemMath.hertz(absoluteCents: 1_200)
    list.add(
      "to freqVibLFO 1200", hertz,
      Trial(.pair, [.vibLfoToPitch: 600], constant(.freqVibLFO, 1_200)) { $0.length = 6_000 }, of: .modulators,
      by: .pitchTriangle(.rate, hertz: hertz), within: 0.02)
    list.add(
      "to modEnvToPitch 500", 500,
      Trial(.pair, [.attackModEnv: -32_768, .holdModEnv: 5_000], constant(.modEnvToPitch, 500)), of: .modulators)
    list.add(
      "CC 2 to initialFilterFc -2400, while it sounds: cutoff", 7_200,
      Trial(
        .impulse(at: 2_000, points: 6_000), [.initialFilterFc: 9_600],
        [
          .init(.init(controller: 2), to: .initialFilterFc, -2_400)
        ]
      ) {
        $0.length = 6_000
        $0.later = [(1_000, .controller(2, 127))]
      }, of: .modulators, .messages, by: .cutoff(from: 2_000), within: 1)
    list.add(
      "CC 2 to initialFilterQ 200, while it sounds: peak", 20,
      Trial(
        .impulse(at: 2_000, points: 10_000), [.initialFilterFc: 9_600],
        [
          .init(.init(controller: 2), to: .initialFilterQ, 200)
        ]
      ) {
        $0.length = 10_000
        $0.later = [(1_000, .controller(2, 127))]
      }, of: .modulators, .messages, by: .resonance, within: 0.05)
    list.add(
      "to a number beyond the last generator: ignored", 0,
      Trial(.pair, [:], [.init(source: .none, destination: 61, amount: 500)]))
  }
}
