import Foundation
import TactusRender
import TactusSimulation
import TestSupport
import Testing

/// The exactly-once law over random scenarios: whatever the host does, each due event is played once, on its frame, in
/// order, and each note-on gets one note-off.
///
/// `TACTUS_ROUNDS` multiplies the number of scenarios, `TACTUS_SEED` is the first one's seed.
@Suite struct ExactlyOnceTests {
  private static let firstSeed = UInt64(ProcessInfo.processInfo.environment["TACTUS_SEED"] ?? "") ?? 1

  /// At least 100,000 scenarios in optimized builds with TACTUS_ROUNDS=10, as the checks set it.
  @Test func eachEventComesOnceOnItsFrame() {
    let count = rounds(12_000, unoptimized: 1_500)
    var failed = 0
    for index in 0..<count {
      guard let fault = Scenario.Fault(seed: Self.firstSeed + UInt64(index), SequencerPlayer.self) else { continue }
      failed += 1
      if failed <= 3 { Issue.record("\(fault.shrunken())") }
    }
    #expect(failed == 0, "of \(count) scenarios from seed \(Self.firstSeed)")
  }

  /// Cases that have failed before: wraps at the boundaries of cycles, and exactly between two frames.
  @Test(arguments: [53_523, 70_854, 103_820, 1_641_945] as [UInt64]) func casesThatFailed(seed: UInt64) {
    if let fault = Scenario.Fault(seed: seed, SequencerPlayer.self) { Issue.record("\(fault.shrunken())") }
  }

  /// The control: the published method violates the same law even with only a loop and a steady host, for which it is
  /// designed.
  @Test func thePublishedMethodFails() {
    let count = isOptimized ? 1_000 : 100
    var kinds: [ScenarioCheck.Fault.Kind: Int] = [:]
    var (failed, oursFailed) = (0, 0)
    for index in 0..<count {
      let scenario = Scenario(plainSeed: Self.firstSeed + UInt64(index))
      // its offsets are rounded down; an error of one frame is not counted
      let faults = ScenarioCheck(scenario, ModuloPlayer.self, isLenient: true).faults
      failed += faults.isEmpty ? 0 : 1
      for fault in faults { kinds[fault.kind, default: 0] += 1 }
      oursFailed += ScenarioCheck(scenario, SequencerPlayer.self).faults.isEmpty ? 0 : 1
    }
    let words = Comment("\(failed) of \(count): \(kinds)")
    #expect(failed > count / 4, words)
    for kind in [.doubled, .hanging] as [ScenarioCheck.Fault.Kind] { #expect(kinds[kind, default: 0] > 0, words) }
    #expect(count < 1_000 || kinds[.lost, default: 0] > 0, words)
    #expect(oursFailed == 0)
  }

  /// A faulty player is detected, and the case is reduced to a small one.
  @Test(.enabled(if: isOptimized, "takes long in code that is not optimized")) func failuresShrink() throws {
    let seeds = (1...200 as ClosedRange<UInt64>).lazy
    let fault = try #require(seeds.compactMap { Scenario.Fault(seed: $0, DeafPlayer.self) }.first)
    let small = fault.shrunken(DeafPlayer.self)
    #expect(small.scenario.parts.count == 2 && small.scenario.versions[0].reduce(0) { $0 + $1.notes.count } == 1)
    #expect("\(small)".contains("Note(number: ") && "\(small)".contains("TACTUS_SEED=\(fault.seed)"))
  }
}

/// Our player, but it ignores the first events of every cycle.
private struct DeafPlayer: ScenarioPlayer {
  private var player: SequencerPlayer
  init(_ scenario: Scenario) { player = SequencerPlayer(scenario) }
  mutating func publish(_ tracks: [Scenario.Track], of scenario: Scenario) { player.publish(tracks, of: scenario) }
  mutating func render(_ cycle: RenderCycle, into buffer: UnsafeMutableBufferPointer<TimedEvent>) -> Int {
    let count = player.render(cycle, into: buffer)
    guard count > 1 else { return count }
    for index in 1..<count { buffer[index - 1] = buffer[index] }
    return count - 1
  }
}
