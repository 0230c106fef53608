import Foundation
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Portamento: linear in cents, 2^(time/16)/320 seconds per semitone, exact at every frame.
@Suite struct PortamentoTests {
  private let full = Stage.unit * 32_000 / 32_768
  /// 12.5 ms a semitone.
  private let time = ChannelMessage.controller(5, 32)

  /// A line between two values in cents, over this many frames.
  private func line(_ from: Double, _ to: Double, _ frames: Double) -> (Int) -> Double {
    { Double($0) >= frames ? to : from + (to - from) * Double($0) / frames }
  }

  private func silenced(_ stage: Stage, _ key: UInt8) {
    stage.send(.noteOff(key))
    stage.render(700)
  }

  @Test func fromTheLastKey() throws {
    let stage = try Stage(.sine())
    stage.send(time, .controller(65, 127), .noteOn(60))
    #expect(deviation(of: stage.render(500), level: full) { _ in 0 } < -60, "the first note has nowhere to come from")
    silenced(stage, 60)
    stage.send(.noteOn(64))
    // Four semitones: 50 ms.
    #expect(deviation(of: stage.render(4_000), level: full, cents: line(0, 400, 2_400)) < -60)
    silenced(stage, 64)
    stage.send(.controller(65, 0), .noteOn(60))
    #expect(deviation(of: stage.render(500), level: full) { _ in 0 } < -60, "the pedal is up")
  }

  /// The low byte counts, and so does the distance; a time of 0 is none.
  @Test(
    arguments: [(16, 0, 60, 67), (24, 64, 60, 59), (40, 0, 70, 60), (0, 0, 60, 72), (1, 0, 48, 72)]
      as [(UInt8, UInt8, UInt8, UInt8)])
  func times(high: UInt8, low: UInt8, from: UInt8, to: UInt8) throws {
    let stage = try Stage(.sine())
    stage.send(.controller(5, high), .controller(37, low), .controller(84, from), .noteOn(to))
    let time = Double(high) + Double(low) / 128
    let frames = time > 0 ? exp2(time / 16) / 320 * abs(Double(from) - Double(to)) * 48_000 : 0
    let cents = line((Double(from) - 60) * 100, (Double(to) - 60) * 100, frames)
    #expect(deviation(of: stage.render(6_000), level: full, cents: cents) < -55)
  }

  /// Controller 84 names the key for the next note only, without the pedal.
  @Test func fromANamedKey() throws {
    let stage = try Stage(.sine())
    stage.send(time, .controller(84, 67), .noteOn(60))
    #expect(deviation(of: stage.render(5_000), level: full, cents: line(700, 0, 4_200)) < -60)
    silenced(stage, 60)
    stage.send(.noteOn(62))
    #expect(deviation(of: stage.render(500), level: full) { _ in 200 } < -60)
  }

  /// If the named key sounds, its voice moves to the new key without a new attack; its own note-off then ends nothing.
  @Test func fromASoundingKey() throws {
    let stage = try Stage(.sine())
    stage.send(time, .noteOn(60))
    stage.render(1_000)
    stage.send(.controller(84, 60), .noteOn(64))
    stage.render(4_000)
    let path = line(0, 400, 2_400)
    #expect(deviation(of: stage.left, level: full) { $0 < 1_000 ? 0 : path($0 - 1_000) } < -60)
    #expect(stage.synth.counters.voicesStarted == 1)
    stage.send(.noteOff(60))
    stage.render(700)
    #expect(stage.synth.voiceCount == 1)
    stage.send(.noteOff(64))
    stage.render(700)
    #expect(stage.synth.voiceCount == 0)
  }

  /// A new portamento starts at the current pitch of the one that it interrupts.
  @Test func overtaken() throws {
    let stage = try Stage(.sine())
    stage.send(time, .controller(65, 127), .controller(68, 127), .noteOn(60))
    stage.render(500)
    stage.send(.noteOn(72))
    stage.render(3_600)  // half of twelve semitones
    stage.send(.noteOn(60))
    stage.render(9_000)
    let (up, down) = (line(0, 1_200, 7_200), line(600, 0, 7_200))
    let path = { (frame: Int) in frame < 500 ? 0 : frame < 4_100 ? up(frame - 500) : down(frame - 4_100) }
    #expect(deviation(of: stage.left, level: full, cents: path) < -60)
  }

  /// Modulation goes on during a glide: cents add up.
  @Test func underPitchBend() throws {
    let stage = try Stage(.sine())
    stage.send(time, .pitchBend(0), .controller(84, 67), .noteOn(60))
    let path = line(500, -200, 4_200)
    #expect(deviation(of: stage.render(5_000), level: full, cents: path) < -60)
  }
}
