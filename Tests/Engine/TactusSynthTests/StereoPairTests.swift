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

  /// Everything else is each half's own.
  @Test func levelsStay() throws {
    let pair = sides(try bank([.init(.initialAttenuation, 250)]))
    #expect(abs(decibels(pair.left.peak / pair.right.peak) + 10) < 0.01)
  }
}
