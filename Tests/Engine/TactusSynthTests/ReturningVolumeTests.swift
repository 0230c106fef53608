import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// A note that decays while its channel is soft or silent becomes audible again if the channel becomes loud before the
/// envelope has ended.
@Suite struct ReturningVolumeTests {
  /// A note whose release of 96 dB takes four seconds, let go of while a controller is low; what sounds once the controller
  /// is back is what sounds of a note whose controller never moved.
  @Test(
    arguments: [7, 11] as [UInt8], [0, 1, 3, 20] as [UInt8])
  func released(controller: UInt8, low: UInt8) throws {
    let bank = try SoundBank.sine([.init(.releaseVolEnv, 2_400)])
    func play(_ low: UInt8?) -> [Float] {
      let stage = Stage(bank)
      stage.send(.noteOn(60))
      stage.render(640)
      if let low { stage.send(.controller(controller, low)) }
      stage.render(640)
      stage.send(.noteOff(60))
      for _ in 0..<10 { stage.render(6_400) }
      stage.send(.controller(controller, 127))
      stage.render(640)
      return stage.render(6_400)
    }
    let (heard, expected) = (play(low), play(nil))
    let difference = zip(heard, expected).map { abs($0 - $1) }.max() ?? 1
    #expect(expected.peak > 0.001 && difference < 1e-6, "\(difference) of \(expected.peak)")
  }

  /// The same of a note that decays to silence while it is held.
  @Test func decaying() throws {
    let bank = try SoundBank.sine([.init(.decayVolEnv, 2_400), .init(.sustainVolEnv, 1_440)])
    func play(_ low: UInt8) -> [Float] {
      let stage = Stage(bank)
      stage.send(.controller(7, low), .noteOn(60))
      for _ in 0..<10 { stage.render(6_400) }
      stage.send(.controller(7, 127))
      stage.render(640)
      return stage.render(6_400)
    }
    let (heard, expected) = (play(0), play(127))
    let difference = zip(heard, expected).map { abs($0 - $1) }.max() ?? 1
    #expect(expected.peak > 0.001 && difference < 1e-6, "\(difference) of \(expected.peak)")
  }

  /// A note that is released while its volume still ramps down is not cut off.
  @Test func releasedOnTheWayDown() throws {
    let bank = try SoundBank.sine([.init(.releaseVolEnv, -4_000)])
    let stage = Stage(bank)
    stage.send(.noteOn(60))
    stage.render(640)
    let steepest = stage.left.steepest
    stage.send(.controller(7, 0))
    stage.render(16)
    stage.send(.noteOff(60))
    stage.render(1_000)
    #expect(Array(stage.left[640...]).steepest < steepest * 1.1)
    #expect(stage.left[656..<672].contains { abs($0) > 0.01 })
  }

  /// A voice that nothing can make audible again ends, and becomes free.
  @Test func whatCannotReturnEnds() throws {
    let stage = Stage(try .sine([.init(.releaseVolEnv, 0)]))
    stage.send(.controller(7, 0), .noteOn(60))
    stage.render(640)
    stage.send(.noteOff(60))
    for _ in 0..<8 { stage.render(6_400) }
    #expect(!stage.synth.hasVoices)
    let quiet = Stage(try .sine([.init(.releaseVolEnv, 4_800), .init(.initialAttenuation, 1_440)]))
    quiet.send(.noteOn(60, 5))
    quiet.render(640)
    quiet.send(.pitchBend(9_000))
    quiet.render(640)
    quiet.send(.noteOff(60))
    quiet.render(640)
    #expect(!quiet.synth.hasVoices)
  }
}
