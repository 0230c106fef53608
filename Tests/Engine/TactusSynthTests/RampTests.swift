import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// Parameters that an event changes reach their new values and stay there.
@Suite struct RampTests {
  /// A controller and a note-off on one frame of the control grid, while an envelope moves the filter: the controller's
  /// ramp must end. (Previously it continued: gains rose without limit, and the pitch fell until the sample was read
  /// backwards.)
  @Test(arguments: [6_400, 6_401])
  func controllerAndNoteOffOnOneFrame(frame: Int) throws {
    let bank = try SoundBank.sine([.init(.releaseVolEnv, 4_000), .init(.modLfoToFilterFc, 1)])
    let stage = Stage(bank)
    stage.send(.controller(7, 20), .noteOn(60))
    stage.render(frame)
    stage.send(.controller(7, 127), .pitchBend(0), .noteOff(60))
    let after = stage.render(9_600)
    #expect(after.peak < 1.02 * Stage.unit * 32_000 / 32_768)
    // Two semitones below 480 Hz: 427.6 Hz, which is 81.4 rising passages through zero in 9,140 frames.
    let late = after.dropFirst(460)
    let passages = zip(late, late.dropFirst()).count { $0 < 0 && $1 >= 0 }
    #expect((81...82).contains(passages))
  }

  /// A glide between two speeds beyond the fastest: it stays at the fastest. (Previously it kept doubling until the
  /// position in the sample overflowed and memory far outside was read.)
  @Test func glideBeyondTheFastest() throws {
    for loops: Int16 in [0, 1] {
      let bank = try SoundBank.made { bank in
        let noise = bank.add(
          .init(name: "long", frames: (0..<60_000).map { Int16($0 % 251) }, sampleRate: 48_000, loop: 0..<60_000))
        let generators: [SoundFont.Generator] = [
          .init(.sampleModes, loops), .init(.scaleTuning, 1_200), .init(.overridingRootKey, 0),
        ]
        bank.addPreset([.init(target: noise, generators: SoundFont.Generator.atOnce + generators)])
      }
      let stage = Stage(bank)
      stage.send(.controller(101, 0), .controller(100, 0), .controller(6, 127), .pitchBend(0), .noteOn(60))
      stage.render(5)
      stage.send(.pitchBend(16_383))
      #expect(stage.render(300).allSatisfy { $0.isFinite && abs($0) <= Stage.unit })
      stage.send(.pitchBend(0), .controller(6, 0))
      #expect(stage.render(300).allSatisfy { $0.isFinite && abs($0) <= Stage.unit })
    }
  }
}
