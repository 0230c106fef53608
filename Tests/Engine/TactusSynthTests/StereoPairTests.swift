import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// Stereo pairs stay together, whatever their zones say about pitch.
@Suite struct StereoPairTests {
  /// A pair of the same sine, left and right; the left zone says something of its own.
  private func bank(_ own: [SoundFont.Generator], correction: Int = 0, isLinked: Bool = true) throws -> SoundBank {
    try SoundBank.made { bank in
      var left = SoundFontBuilder.Sample.sine()
      var right = SoundFontBuilder.Sample.sine()
      (left.channel, right.channel) = isLinked ? (.left, .right) : (.mono, .mono)
      left.correction = Int8(correction)
      let first = bank.add(left)
      let second = bank.add(right)
      if isLinked {
        bank.samples[first].link = second
        bank.samples[second].link = first
      }
      let common: [SoundFont.Generator] = [.init(.sampleModes, 1)] + SoundFont.Generator.atOnce
      bank.addPreset([
        .init(target: first, generators: common + [.init(.pan, -500)] + own),
        .init(target: second, generators: common + [.init(.pan, 500)]),
      ])
    }
  }

  private func sides(_ bank: SoundBank) -> (left: [Float], right: [Float]) {
    let stage = Stage(bank, isLoud: false)
    stage.send(.noteOn(67))
    stage.render(20_000)
    return (stage.left, stage.right)
  }

  @Test(arguments: [GeneratorKind.fineTune, .coarseTune, .modEnvToPitch, .overridingRootKey])
  func theLeftFollowsTheRight(kind: GeneratorKind) throws {
    let pair = sides(try bank([.init(kind, 13)]))
    #expect(pair.left == pair.right)
    #expect(pair.right.peak > 0.01)
    let apart = sides(try bank([.init(kind, 13)], isLinked: false))
    #expect(apart.left != apart.right, "what is no pair goes its own way")
  }

  @Test func correctionsToo() throws {
    let pair = sides(try bank([], correction: 20))
    #expect(pair.left == pair.right)
  }

  /// Layers that play the same pair are in sync, whether they are for other velocities or for the same.
  @Test(arguments: [true, false]) func everyLayerOfAPair(isSplit: Bool) throws {
    let bank = try SoundBank.made { bank in
      var left = SoundFontBuilder.Sample.sine()
      var right = left
      (left.channel, left.link) = (.left, 1)
      (right.channel, right.link) = (.right, 0)
      let halves = [bank.add(left), bank.add(right)]
      let common: [SoundFont.Generator] = [.init(.sampleModes, 1)] + SoundFont.Generator.atOnce
      var zones: [SoundFontBuilder.Zone] = []
      for (velocities, cents) in [(0...63, 20), (64...127, 40)] as [(ClosedRange<Int>, Int16)] {
        let range = isSplit ? SoundFont.ValueRange(velocities) : .all
        zones.append(.init(target: halves[0], velocityRange: range, generators: common + [.init(.pan, -500)]))
        zones.append(
          .init(
            target: halves[1], velocityRange: range,
            generators: common + [.init(.pan, 500), .init(.fineTune, cents)]))
      }
      bank.addPreset(zones)
    }
    for velocity in [50, 100] as [UInt8] {
      let stage = Stage(bank, isLoud: false)
      stage.send(.noteOn(67, velocity))
      stage.render(20_000)
      #expect(stage.left == stage.right && stage.right.peak > 0.01, "velocity \(velocity)")
    }
  }

  /// Everything else is each half's own.
  @Test func levelsStay() throws {
    let pair = sides(try bank([.init(.initialAttenuation, 250)]))
    #expect(abs(decibels(pair.left.peak / pair.right.peak) + 10) < 0.01)
  }
}
