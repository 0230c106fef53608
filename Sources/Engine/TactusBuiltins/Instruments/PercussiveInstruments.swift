import TactusDSP

extension BankMaker {
  /// Programs 112–119: percussion on the keyboard.
  func addPercussiveInstruments() {
    program(112, [mallet(tinkleBell(), release: 1.2, cutoff: 14000, velocity: 2400)])
    program(113, [drumOnKeys(sound("Agogo", Metals.agogo), root: 68)])
    program(114, [mallet(steelDrum(), release: 0.5, cutoff: 9000, velocity: 2400)])
    program(
      115, drumOnKeys(sound("Wood Block", HandPercussion.woodBlock), root: 70).reinforced(-6.5, program: 115))
    program(116, [drumOnKeys(sound("Taiko", Self.taiko), root: 48).with { $0.reverb = 0.15 }])
    program(117, [drumOnKeys(lowTom(), root: 45)])
    program(118, [drumOnKeys(sound("Electronic Tom", Skins.electronicTom), root: 45)])
    program(119, reverseCymbal())
  }

  /// A drum's sample played at the pitch of the key; `root` is the key whose pitch the sample has.
  private func drumOnKeys(_ set: SampleSet, root: Int) -> Layer {
    Layer(set) {
      $0.transpose = 60 - root
      $0.release = 4
      $0.cutoff = 13000
      $0.velocityToCutoff = 1500
    }
  }

  func lowTom() -> SampleSet { sound("Low Tom") { Skins.tom(110, seconds: 0.9, seed: 45) } }

  private static func taiko() -> Wave {
    var s = Strike(seconds: 1.3, seed: 116)
    let f = Wave.frequency(48)
    s.drop(1, from: f * 1.25, to: f, within: 0.05, ring: 1.5, attack: 0.006)
    s.modes([Mode(f * 0.5, 0.5, 0.9), Mode(f * 1.52, 0.5, 0.7), Mode(f * 2.1, 0.25, 0.5), Mode(f * 2.6, 0.16, 0.4)])
    s.burst(0.5, hertz: 900, q: 0.5, ring: 0.05)
    s.burst(0.3, hertz: 2800, q: 0.6, ring: 0.02)
    s.through { $0.driven(1.5) }
    s.wash(-52, corner: 500, treble: -30, seconds: 1.0)
    return s.wave(fade: 0.2)
  }

  private func tinkleBell() -> SampleSet {
    set("Tinkle Bell", [66, 84]) { key in
      var wave = Modal.tuned(
        [
          Mode(1, 1, 2.4), Mode(1.003, 0.4, 2), Mode(2.71, 0.6, 1.4), Mode(5.15, 0.5, 0.8), Mode(8.2, 0.3, 0.4),
          Mode(2.0, 0.15, 1.6),
        ], key: key, rate: 44100, length: 1.0, loop: 0.1, seed: 112,
        attack: AttackNoise(-36, corner: 8000, treble: -6, seconds: 0.6))
      wave.addTouch(0.2, hertz: 7000, q: 0.8, seconds: 0.008, seed: 112)
      return wave
    }
  }

  private func steelDrum() -> SampleSet {
    set("Steel Drum", [48, 66]) { key in
      var wave = Modal.tuned(
        [
          Mode(1, 0.8, 1.6), Mode(2.0, 1, 1.3), Mode(3.01, 0.45, 0.8), Mode(4.02, 0.5, 0.6), Mode(5.1, 0.2, 0.4),
          Mode(6.1, 0.2, 0.3), Mode(8.3, 0.2, 0.3), Mode(1.98, 0.25, 0.6), Mode(1.006, 0.25, 1.4), Mode(3.03, 0.2, 0.7),
        ], key: key, rate: 44100, length: 0.9, loop: 0.1, rise: 0.003, seed: 114,
        attack: AttackNoise(-38, corner: 1500, treble: -16, seconds: 0.6))
      wave.addTouch(0.25, hertz: 1500, q: 0.6, seconds: 0.02, seed: 114)
      return wave
    }
  }

  /// A reverse cymbal: the ringing part of a crash, which swells and brightens until it breaks off.
  func reverseCymbal() -> [Layer] {
    Layer(sound("Crash", Metals.crash)) {
      $0.start = 0.2
      $0.scale = 30
      $0.attack = 1.6
      $0.decay = 0.14
      $0.sustain = 100
      $0.release = 0.1
      $0.cutoff = 900
      $0.sweepToCutoff = 4800
      $0.sweepAttack = 1.6
      $0.sweepDecay = 0.1
    }.widened(0.5)
  }
}
