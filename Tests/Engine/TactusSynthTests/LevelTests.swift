import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// The levels of a steady sine on both sides.
@Suite struct LevelTests {
  private let full = Stage.unit * 32_000 / 32_768

  /// The peak levels of both sides in dB below full level, of a note after some messages.
  private func levels(
    _ generators: [SoundFont.Generator] = [], velocity: UInt8 = 127, _ send: (Stage) -> Void = { _ in }
  ) throws -> (left: Double, right: Double) {
    let stage = try Stage(.sine(generators))
    send(stage)
    stage.send(.noteOn(60, velocity))
    stage.render(400)
    return (decibels(stage.left.peak / full), decibels(stage.right.peak / full))
  }

  private func expect(_ heard: Double, _ expected: Double, _ what: Comment? = nil) {
    #expect(abs(heard - expected) < 0.01 || heard < -90 && expected < -90, what)
  }

  @Test(arguments: [(127, 0), (111, -2.34), (100, -4.15), (64, -11.906), (1, -84.15)] as [(UInt8, Double)])
  func squaredCurves(value: UInt8, expected: Double) throws {
    try expect(levels(velocity: value).left, expected, "velocity")
    try expect(levels { $0.send(.controller(7, value)) }.left, expected, "volume")
    try expect(levels { $0.send(.controller(11, value)) }.left, expected, "expression")
  }

  @Test func curvesMultiply() throws {
    let both = try levels(velocity: 64) { $0.send(.controller(7, 64), .controller(11, 100)) }
    expect(both.left, -11.906 * 2 - 4.152)
    try expect(levels { $0.send(.controller(7, 0)) }.left, -200, "volume 0 is silence")
  }

  @Test func attenuation() throws {
    try expect(levels([.init(.initialAttenuation, 100)]).left, -4)
    try expect(levels([.init(.initialAttenuation, 50)]).left, -2)
  }

  @Test func pan() throws {
    let centre = try levels { $0.send(.controller(10, 64)) }
    expect(centre.left, -3.0103)
    expect(centre.right, -3.0103)
    let hardRight = try levels { $0.send(.controller(10, 127)) }
    expect(hardRight.right, 0)
    expect(hardRight.left, -200)
    expect(try levels().right, -200, "hard left")
    let zone = try levels([.init(.pan, 250)]) { $0.send(.controller(10, 64)) }
    expect(zone.left, -8.343)  // cos(67.5°)
    expect(zone.right, -0.688)
  }

  /// A release of zero length does not change its own frame, at any position in a block of sixteen.
  @Test(arguments: 512..<528)
  func releaseWithoutLength(frame: Int) throws {
    let stages = try (0..<2).map { _ in
      let stage = try Stage(.sine([.init(.releaseVolEnv, -32_768)]))
      stage.send(.noteOn(60))
      stage.render(frame)
      return stage
    }
    stages[1].send(.noteOff(60))
    for stage in stages { stage.render(4) }
    #expect(abs(stages[0].left[frame]) > 0.001)
    #expect(abs(stages[0].left[frame] - stages[1].left[frame]) < 1e-6)
    #expect(stages[1].left[(frame + 1)...].allSatisfy { $0 == 0 })
  }

  @Test func substitutedVelocityAndKey() throws {
    try expect(levels([.init(.velocity, 64)], velocity: 127).left, -11.906)
    let stage = try Stage(.sine([.init(.keynum, 60)]))
    stage.send(.noteOn(72))
    let sound = stage.render(4_800)
    #expect(zip(sound, sound.dropFirst()).count { $0 < 0 && $1 >= 0 } == 47)  // 480 Hz as recorded
    stage.send(.noteOff(60))
    stage.render(200)
    #expect(stage.synth.voiceCount == 1)
    stage.send(.noteOff(72))  // the played key counts
    stage.render(200)
    #expect(stage.synth.voiceCount == 0)
  }

  /// The scaling of hold and decay by the key is limited to 1,200 timecents per key, by generators and modulators too.
  @Test(arguments: [-32_768, 0] as [Int16]) func scalingByTheKeyIsLimited(amount: Int16) throws {
    let modulator = SoundFont.Modulator(.none, to: .keynumToVolEnvHold, -32_768)
    let generators: [SoundFont.Generator] = [
      .init(.holdVolEnv, -4_800), .init(.keynumToVolEnvHold, amount), .init(.decayVolEnv, -1_200),
      .init(.sustainVolEnv, 900),
    ]
    let stage = try Stage(.sine(generators, modulators: amount == 0 ? [modulator] : []))
    stage.send(.noteOn(61))
    // 125 ms of hold, then 24 dB in 125 ms
    let sound = stage.render(8_000) + stage.render(4_000)
    #expect(abs(decibels(Array(sound[4_000..<5_000]).peak / full)) < 0.1)
    #expect(abs(decibels(Array(sound[11_900..<12_000]).peak / full) + 24) < 1)
  }

  @Test func noteOffVelocityDoesNotMatter() throws {
    let bank = try SoundBank.sine([.init(.releaseVolEnv, -3_000)])
    let ends = [UInt8(0), 127].map { velocity in
      let stage = Stage(bank)
      stage.send(.noteOn(60))
      stage.render(500)
      stage.send(velocity == 0 ? .noteOn(60, 0) : .noteOff(60, velocity))
      return stage.render(1_000)
    }
    #expect(ends[0] == ends[1])
  }

  /// Samples of 24 bits keep their low bytes.
  @Test func lowBytes() throws {
    let bank = try SoundBank.made { bank in
      let sample = bank.add(
        .init(
          name: "wide", frames: [Int16](repeating: 1, count: 100), lowBytes: [UInt8](repeating: 128, count: 100),
          sampleRate: 48_000, loop: 0..<100))
      bank.addPreset([.init(target: sample, generators: SoundFont.Generator.atOnce + [.init(.sampleModes, 1)])])
    }
    let stage = Stage(bank)
    stage.send(.noteOn(60))
    let expected = Stage.unit * 1.5 / 32_768
    #expect(stage.render(300).dropFirst(2).allSatisfy { abs($0 - expected) < 1e-9 })
  }
}
