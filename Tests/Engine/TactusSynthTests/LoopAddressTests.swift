import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport
import Testing

/// Where a zone starts and loops (generators 0…4, 12, 45, 50): for any offsets, the output equals that of a sample that
/// contains the same points in playback order.
@Suite struct LoopAddressTests {
  /// 600 points, looped from 200 to 500.
  private func bank(_ generators: [SoundFont.Generator]) throws -> SoundBank {
    try SoundBank.made { bank in
      let points = (0..<600).map { Int16(truncatingIfNeeded: $0 * 50) }
      let wave = bank.add(.init(name: "ramp", frames: points, sampleRate: 48_000, loop: 200..<500))
      bank.addPreset([.init(target: wave, generators: SoundFont.Generator.atOnce + generators)])
    }
  }

  /// The first frame on which another point sounds than expected; nil for none.
  private func firstWrong(_ heard: [Int], _ expected: [Int]) -> Int? {
    zip(heard, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
  }

  /// The points that sound, one a frame.
  private func points(_ generators: [SoundFont.Generator], frames: Int = 1_000) throws -> [Int] {
    let stage = Stage(try bank(generators))
    stage.send(.noteOn(60, 127))
    return stage.render(frames).map { Int(($0 / Stage.unit * 32_768 / 50).rounded()) }
  }

  @Test func aStartInsideTheLoopLeavesTheLoopWhole() throws {
    let met = try points([.init(.sampleModes, 1), .init(.startAddrsOffset, 400)])
    #expect(firstWrong(met, Array((Array(400..<500) + Array(200..<500) * 3).prefix(1_000))) == nil)
  }

  @Test func aStartBeyondTheLoopBeginsInsideIt() throws {
    let met = try points([.init(.sampleModes, 1), .init(.startAddrsOffset, 550)])
    #expect(firstWrong(met, Array((Array(250..<500) + Array(200..<500) * 3).prefix(1_000))) == nil)
  }

  @Test func aShortenedSampleLeavesTheLoopWhole() throws {
    let met = try points([.init(.sampleModes, 1), .init(.endAddrsOffset, -150)])
    #expect(firstWrong(met, Array((Array(0..<500) + Array(200..<500) * 2).prefix(1_000))) == nil)
  }

  /// After leaving the loop, a voice plays to the zone's end; if it is already beyond the end, it is silent.
  @Test(arguments: [(40, 560), (-40, 0)]) func aLoopThatIsLeftGoesOnToTheEnd(offset: Int16, last: Int) throws {
    let offsets: [SoundFont.Generator] = [.init(.startAddrsOffset, 450), .init(.endAddrsOffset, offset - 80)]
    let stage = Stage(try bank(offsets + [.init(.sampleModes, 3), .init(.releaseVolEnv, 8_000)]))
    stage.send(.noteOn(60, 127))
    let held = stage.render(300)
    stage.send(.noteOff(60))
    let left = stage.render(500)
    let met = held.map { Int(($0 / Stage.unit * 32_768 / 50).rounded()) }
    #expect(firstWrong(met, Array(450..<500) + Array(200..<450)) == nil)
    let sounding = left.lastIndex { $0 != 0 }.map { $0 + 450 + 1 } ?? 0
    #expect(sounding == (last == 0 ? 480 : last))
  }

  /// Random samples, offsets, kinds of banks, keys and interpolations.
  @Test func anyOffsetsPlayWhatTheyMeet() throws {
    let first = seed(of: "anyOffsetsPlayWhatTheyMeet")
    for round in 0..<UInt64(rounds(60)) {
      let game = AddressCase(seed: first &+ round)
      let (heard, expected) = try (game.sound(), game.expected())
      #expect(expected.peak > 0 || game.meetsNothing, "seed \(first &+ round): \(game)")
      let wrong = zip(heard, expected).enumerated().first { $0.element.0 != $0.element.1 }
      #expect(wrong == nil, "seed \(first &+ round), frame \(wrong?.offset ?? 0): \(game)")
    }
  }
}

extension Array {
  fileprivate static func * (array: Self, times: Int) -> Self { (0..<times).flatMap { _ in array } }
}
