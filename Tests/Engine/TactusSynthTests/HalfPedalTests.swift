import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// The sustain pedal at intermediate positions.
@Suite struct HalfPedalTests {
  /// A release that falls by 96 dB a second.
  private func stage() throws -> Stage { try Stage(.sine([.init(.releaseVolEnv, 0)])) }

  /// How fast the sound falls over 4,800 frames, in dB a second.
  private func fall(_ stage: Stage) -> Double {
    let sound = stage.render(4_800)
    return decibels(Array(sound[4_500..<4_700]).peak / Array(sound[100..<300]).peak) / (4_400.0 / 48_000)
  }

  /// A release is 2^((value − 32)/8) times as long.
  @Test(arguments: [(0, 96), (32, 96), (40, 48), (48, 24), (56, 12), (63, 6.54)] as [(UInt8, Double)])
  func stretch(value: UInt8, expected: Double) throws {
    let stage = try stage()
    stage.send(.controller(64, value), .noteOn(60))
    stage.render(480)
    stage.send(.noteOff(60))
    #expect(abs(fall(stage) + expected) < 0.05)
  }

  /// The dampers move while a note decays; a note that the pedal held decays at the rate that they set.
  @Test func moving() throws {
    let stage = try stage()
    stage.send(.controller(64, 127), .noteOn(60))
    stage.render(480)
    stage.send(.noteOff(60))
    #expect(abs(fall(stage)) < 0.01)
    stage.send(.controller(64, 48))
    #expect(abs(fall(stage) + 24) < 0.05)
    stage.send(.controller(64, 20))
    #expect(abs(fall(stage) + 96) < 0.05)
    stage.send(.controller(64, 127))
    #expect(abs(fall(stage) + 96) < 0.05)  // what has been let go of is not caught
    #expect(stage.left.steepest < Stage.unit * 32_000 / 32_768 * 0.0629)
  }

  @Test func resetLetsGo() throws {
    let stage = try stage()
    stage.send(.controller(64, 56), .noteOn(60))
    stage.render(480)
    stage.send(.noteOff(60))
    #expect(abs(fall(stage) + 12) < 0.05)
    stage.send(.controller(121, 0))
    #expect(abs(fall(stage) + 96) < 0.05)
  }

  /// The pedal that lengthens a release goes fully down and then up: the note is damped, whatever positions lie between.
  @Test(arguments: [[63, 127, 0], [63, 127, 32], [63, 100, 127, 10], [63, 127, 40, 0], [63, 0]] as [[UInt8]])
  func downAndUp(values: [UInt8]) throws {
    let stage = try stage()
    stage.send(.controller(64, values[0]), .noteOn(60))
    stage.render(480)
    stage.send(.noteOff(60))
    #expect(abs(fall(stage) + 6.54) < 0.05)
    for value in values.dropFirst() {
      stage.send(.controller(64, value))
      stage.render(96)
    }
    #expect(abs(fall(stage) + 96) < 0.1)
  }
}
