import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// One note at a time: mono mode and the legato pedal.
@Suite struct MonophonyTests {
  private let full = Stage.unit * 32_000 / 32_768

  /// Cents above key 60 of what sounds after these messages, which is one voice; nil for silence.
  private func pitch(_ stage: Stage, _ messages: ChannelMessage..., voices: Int = 1) -> Double? {
    for message in messages { stage.send(message) }
    stage.render(1_200)
    #expect(stage.synth.voiceCount == voices)
    return voices == 0 ? nil : cents(of: stage.render(4_800)).rounded()
  }

  @Test(arguments: [false, true])
  func lastKeySounds(isLegato: Bool) throws {
    let stage = try Stage(.sine())
    stage.send(.controller(126, 1), .controller(68, isLegato ? 127 : 0))
    #expect(pitch(stage, .noteOn(60)) == 0)
    #expect(pitch(stage, .noteOn(64)) == 400)
    #expect(pitch(stage, .noteOn(67)) == 700)
    #expect(pitch(stage, .noteOff(64)) == 700)
    #expect(pitch(stage, .noteOff(67)) == 0)
    #expect(pitch(stage, .noteOn(72)) == 1_200)
    #expect(pitch(stage, .noteOff(72)) == 0)
    #expect(pitch(stage, .noteOff(60), voices: 0) == nil)
    #expect(stage.synth.counters.voicesStarted == (isLegato ? 1 : 6))
    #expect(stage.left.steepest < full * 0.2)
  }

  /// A legato step without portamento ends an interrupted glide: the pitch is the key's at once, without a click.
  @Test func legatoInterruptsGlides() throws {
    let stage = try Stage(.sine())
    stage.send(.controller(68, 127), .controller(65, 127), .controller(5, 100))
    #expect(pitch(stage, .noteOn(48)) == -1_200)
    stage.send(.noteOn(72))
    stage.render(2_400)
    #expect(pitch(stage, .controller(65, 0), .noteOn(60)) == 0)
    #expect(stage.left.steepest < full * 0.2)
  }

  /// The legato pedal alone: notes are joined while it is down, and an earlier chord keeps its note-offs.
  @Test func legatoPedal() throws {
    let stage = try Stage(.sine())
    #expect(pitch(stage, .noteOn(60)) == 0)
    #expect(pitch(stage, .controller(68, 127), .noteOn(67)) == 700)
    #expect(pitch(stage, .noteOff(67)) == 0)
    #expect(pitch(stage, .noteOn(62), .controller(68, 0)) == 200)
    #expect(pitch(stage, .noteOff(60)) == 200)
    #expect(pitch(stage, .noteOff(62), voices: 0) == nil)
    #expect(stage.synth.counters.voicesStarted == 1)
    stage.send(.noteOn(60), .noteOn(64), .controller(68, 127), .noteOn(67))
    stage.render(1_200)
    #expect(stage.synth.voiceCount == 2)
    #expect(pitch(stage, .noteOff(60)) == 700)
    #expect(pitch(stage, .noteOff(64)) == 700)
    #expect(pitch(stage, .noteOff(67), voices: 0) == nil)
  }

  /// Sounding voices move to a new key only if the same zones apply to it; otherwise the note is retriggered.
  @Test func acrossZones() throws {
    let bank = try SoundBank.made { bank in
      let wave = bank.add(.sine())
      bank.addPreset(
        [(UInt8(0), UInt8(63)), (64, 127)].map { low, high in
          var zone = SoundFontBuilder.Zone(
            target: wave, generators: [.init(.sampleModes, 1)] + SoundFont.Generator.atOnce)
          zone.keyRange = .init(low: low, high: high)
          return zone
        })
    }
    let stage = Stage(bank)
    #expect(pitch(stage, .controller(68, 127), .noteOn(60)) == 0)
    #expect(pitch(stage, .noteOn(62)) == 200)
    #expect(stage.synth.counters.voicesStarted == 1)
    #expect(pitch(stage, .noteOn(67)) == 700)
    #expect(stage.synth.counters.voicesStarted == 2)
    #expect(pitch(stage, .noteOff(67)) == 200)
    #expect(pitch(stage, .noteOff(62)) == 0)
    #expect(pitch(stage, .noteOff(60), voices: 0) == nil)
  }

  @Test func modesAndPedals() throws {
    let stage = try Stage(.sine())
    #expect(pitch(stage, .controller(126, 1), .noteOn(60), .controller(64, 127), .noteOff(60)) == 0)
    #expect(pitch(stage, .noteOn(64)) == 400)  // takes the place of what the pedal held
    #expect(pitch(stage, .noteOff(64)) == 400)
    #expect(pitch(stage, .controller(64, 0), voices: 0) == nil)
    #expect(pitch(stage, .noteOn(60), .noteOn(64), .controller(123, 0), voices: 0) == nil)
    #expect(pitch(stage, .noteOn(67), .noteOff(67), voices: 0) == nil)  // the keys of before are forgotten
    #expect(pitch(stage, .controller(127, 0), .noteOn(60), .noteOn(64), voices: 2) != nil)
  }

  /// Mono and poly mode end the notes of the channel. In GS and XG, they also end those that a pedal holds.
  @Test(arguments: [126, 127] as [UInt8])
  func modesEndSounds(_ mode: UInt8) throws {
    let systems: [(on: [UInt8], voices: Int)] = [
      (Exclusive.gsReset, 0), (Exclusive.xgOn, 0), (Exclusive.gmOn, 1), (Exclusive.gm2On, 1),
    ]
    for (on, voices) in systems {
      for (controller, left) in [(mode, voices), (123, 1), (124, 1), (125, 1), (120, 0)] as [(UInt8, Int)] {
        let stage = try Stage(.sine())
        stage.send(exclusive: on)
        stage.send(.controller(64, 127), .noteOn(60))
        stage.render(1_200)
        stage.send(.controller(controller, 0))
        stage.render(1_200)
        #expect(stage.synth.voiceCount == left, "controller \(controller) after \(on)")
      }
    }
  }

  /// The pitch of a joined key is reached at a grid point, without a jump.
  @Test func joining() throws {
    let stage = try Stage(.sine())
    stage.send(.controller(68, 127), .noteOn(60))
    stage.render(1_000)
    stage.send(.noteOn(62))
    stage.render(2_000)
    let path = { (frame: Int) in frame < 1_000 ? 0 : min(200, Double(frame - 1_000) * 200 / 88) }
    #expect(deviation(of: stage.left, level: full, cents: path) < -60)
  }
}
