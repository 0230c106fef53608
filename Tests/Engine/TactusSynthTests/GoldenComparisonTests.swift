import Foundation
import TestSupport
import Testing

/// Complete notes of the synthesizer, compared with the golden model.
///
/// `TACTUS_ROUNDS` sets how many random cases there are, `TACTUS_SEED` the first seed, `TACTUS_FRAMES` how long each
/// is; run long ones in release.
@Suite struct GoldenComparisonTests {
  private static let steadyLimit = -90.0
  private static let movingLimit = -60.0

  static func number(_ name: String, _ otherwise: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap(Int.init) ?? otherwise
  }

  @Test(arguments: GoldenFeature.steady.map(\.name))
  func steadyAlone(name: String) throws {
    let feature = try #require(GoldenFeature.steady.first { $0.name == name })
    try check([feature], limit: Self.steadyLimit, rounds: Self.number("TACTUS_ROUNDS", 1))
  }

  @Test func steadyTogether() throws {
    try checkMany(limit: Self.steadyLimit) { random in
      GoldenFeature.steady.filter { _ in Int.random(in: 0..<4, using: &random) == 0 }
    }
  }

  @Test(arguments: GoldenFeature.moving.map(\.name))
  func movingAlone(name: String) throws {
    let feature = try #require(GoldenFeature.moving.first { $0.name == name })
    try check([feature], limit: Self.movingLimit, rounds: Self.number("TACTUS_ROUNDS", 1))
  }

  /// Several things at their extremes at once: nine of ten sets within the limit, none above −25 dB.
  @Test func movingTogether() throws {
    let rounds = Self.number("TACTUS_ROUNDS", 4)
    try checkMany(limit: Self.movingLimit, exceptions: rounds / 10, worstLimit: -25) { random in
      GoldenFeature.steady.filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
        + GoldenFeature.moving.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
    }
  }

  /// A pedal is released while a volume ramps to a new value: the ramp does not change, and ends at the same time.
  @Test func aPedalDuringARamp() throws {
    let names = ["note frame", "pedal", "volume moves"]
    let features = (GoldenFeature.steady + GoldenFeature.moving).filter { names.contains($0.name) }
    let difference = try GoldenFeature.make(features, seed: 166).compare()
    #expect(Self.agrees(difference, Self.steadyLimit), "\(difference)")
  }

  /// Within the limit below the case's own peak, or nowhere above −120 dBFS: a low cutoff with resonance leaves sounds of
  /// −60 dBFS and less, whose last bits a filter in 32 bits cannot hold.
  private static func agrees(_ difference: AudioDifference, _ limit: Double) -> Bool {
    difference.peakLevel <= limit || difference.peakLevel + decibels(difference.referencePeak) <= -120
  }

  private func check(_ features: [GoldenFeature], limit: Double, rounds: Int) throws {
    for round in 0..<rounds {
      let seed = UInt64(Self.number("TACTUS_SEED", 1) + round)
      let difference = try GoldenFeature.make(features, seed: seed).compare()
      #expect(Self.agrees(difference, limit), "seed \(seed): \(difference)")
    }
  }

  private func checkMany(
    limit: Double, exceptions: Int = 0, worstLimit: Double = 0, choose: (inout SeededGenerator) -> [GoldenFeature]
  ) throws {
    var exceptionsLeft = exceptions
    var worst = (level: -Double.infinity, text: "")
    for round in 0..<Self.number("TACTUS_ROUNDS", 4) {
      let seed = UInt64(Self.number("TACTUS_SEED", 1) + round)
      var random = SeededGenerator(seed: seed)
      let features = choose(&random)
      let difference = try GoldenFeature.make(features, seed: seed).compare()
      let text = "seed \(seed), \(features.map(\.name)): \(difference)"
      if difference.peakLevel > worst.level { worst = (difference.peakLevel, text) }
      guard !Self.agrees(difference, limit) else { continue }
      if exceptionsLeft > 0, Self.agrees(difference, worstLimit) {
        exceptionsLeft -= 1
        continue
      }
      let few = try GoldenFeature.reduce(features, seed: seed, limit: limit)
      let least = GoldenFeature.make(few, seed: seed)
      Issue.record(
        "seed \(seed): \(difference); the difference needs \(few.map(\.name)): \(least.generators), \(try least.compare())"
      )
    }
    print("worst of \(Self.number("TACTUS_ROUNDS", 4)) cases within \(limit) dB: \(worst.text)")
  }
}
