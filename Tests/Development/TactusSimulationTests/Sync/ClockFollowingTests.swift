import TactusProcessors
import TactusSimulation
import TestSupport
import Testing

/// The figures for following MIDI clock: those of the usual methods, and better ones.
@Suite("Following MIDI clock") struct ClockFollowingTests {
  private func measure(
    _ kind: ClockMethodKind = .tactus, start: Double = 1.03, cycleLength: Int = 256, settled: Double = 16,
    _ change: (inout SimulatedClock.Settings) -> Void
  ) -> SyncMeasurement {
    var settings = SimulatedClock.Settings()
    change(&settings)
    let method = kind.make(sampleRate: settings.sampleRate, tempo: settings.tempo * start)
    return SyncMeasurement(SimulatedClock(settings), method, cycleLength: cycleLength, settled: settled)
  }

  @Test(
    "is within ±0.02 bpm where arrivals are rounded up to blocks of 512", arguments: [61, 97, 119.9, 120, 120.3, 133.7])
  func blocks(tempo: Double) {
    let found = measure { ($0.tempo, $0.block) = (tempo, 512) }
    #expect(found.worstTempo < 0.02 && found.rmsTempo < 0.009, "\(found.worstTempo) \(found.rmsTempo)")
    #expect((found.lockBeats ?? 99) < 6, "\(String(describing: found.lockBeats))")
    #expect(found.worstCount == 0 && found.seeks == 1 && found.worstJump < 1e-6)
    #expect(abs(found.meanPhase + 5.33) < 0.3 && found.worstPhase < 0.7)  // half a block late
  }

  @Test("takes out ±1 ms of jitter", arguments: SimulatedClock.Jitter.allCases)
  func jitter(kind: SimulatedClock.Jitter) {
    for seed in 0..<UInt64(rounds(4)) {
      let found = measure { ($0.jitter, $0.jitterMilliseconds, $0.seed) = (kind, kind == .uniform ? 1 : 0.58, seed) }
      #expect(found.worstTempo < 0.011 && found.rmsTempo < 0.004, "seed \(seed): \(found.worstTempo) \(found.rmsTempo)")
      #expect((found.lockBeats ?? 99) < 6, "seed \(seed): \(String(describing: found.lockBeats))")
      #expect(found.worstCount == 0 && found.seeks == 1 && found.worstJump < 1e-6, "seed \(seed)")
      #expect(
        abs(found.meanPhase) < 0.08 && found.worstPhase < 0.35, "seed \(seed): \(found.meanPhase) \(found.worstPhase)")
    }
  }

  @Test("never loses a clock of 100,000")
  func count() {
    let found = measure(cycleLength: 16_384) {
      ($0.clocks, $0.block, $0.drift, $0.jitterMilliseconds) = (100_000, 512, 80, 1)
    }
    #expect(found.worstCount == 0 && found.seeks == 1 && found.worstTempo < 0.03, "\(found.worstTempo)")
  }

  @Test("the usual ways are worse in the same harness")
  func others() {
    func blocks(_ kind: ClockMethodKind) -> SyncMeasurement { measure(kind, settled: 40) { $0.block = 512 } }
    let (wide, narrow, average) = (blocks(.wide), blocks(.narrow), blocks(.average))
    #expect(wide.lockBeats.map { $0 > 80 } ?? true)
    #expect(wide.worstTempo > 1 && wide.rmsTempo > 0.5, "\(wide.worstTempo)")
    #expect((narrow.lockBeats ?? 0) > 9 && (narrow.lockBeats ?? 99) < 20, "\(String(describing: narrow.lockBeats))")
    #expect(narrow.worstTempo > 0.015 && narrow.worstTempo < 0.03, "\(narrow.worstTempo)")
    // a beat that integrates a rounded tempo drifts away
    let walks = measure(.average) { ($0.tempo, $0.clocks) = (133.3349, 40_000) }
    #expect(walks.worstCount >= 1 && average.worstTempo > 1, "\(walks.worstCount) \(average.worstTempo)")
  }

  @Test("follows ramps to half a frame where clocks come exactly", arguments: [150.0, 80])
  func ramps(goal: Double) {
    let found = measure(cycleLength: 64, settled: 17) {
      ($0.clocks, $0.ramp) = (24 * 47, (from: 16, to: 48, tempo: goal))
    }
    #expect((abs(found.meanPhase) + found.worstPhase) * 48 <= 0.5, "\(found.meanPhase * 48) \(found.worstPhase * 48)")
    #expect(found.worstJump < 1e-6 && found.seeks == 1 && found.worstCount == 0)
  }

  @Test("goes with a step of the tempo")
  func step() {
    let ramp = (from: 20.0, to: 20.0 + 1.0 / 24, tempo: 124.0)
    let exact = measure(settled: 21) { $0.ramp = ramp }
    #expect(exact.worstTempo < 0.001 && (exact.lockBeats ?? 99) < 20.5)
    let jittery = measure(settled: 40) { ($0.ramp, $0.jitterMilliseconds) = (ramp, 1) }
    #expect(jittery.worstTempo < 0.012 && (jittery.lockBeats ?? 99) < 25, "\(String(describing: jittery.lockBeats))")
    #expect(exact.seeks == 1 && jittery.seeks == 1 && jittery.worstCount == 0)
  }

  @Test("finds lost clocks, and those of a gap, again")
  func losses() {
    for seed in 0..<UInt64(rounds(3)) {
      let found = measure { ($0.lostOfThousand, $0.seed) = (5, seed) }
      #expect(found.worstJump < 1e-6 && found.samples.count < 2_000 && found.seeks == 1, "seed \(seed)")
      let gap = measure(settled: 44) { ($0.dropout, $0.seed, $0.jitterMilliseconds) = ((beat: 40, beats: 3), seed, 1) }
      #expect(gap.worstCount == 0 && gap.seeks == 1 && gap.worstJump < 1e-6, "seed \(seed): \(gap.worstCount)")
      #expect(gap.worstPhase < 0.5, "seed \(seed): \(gap.worstPhase)")
      // while the tempo moves
      let moving = measure(settled: 48) {
        ($0.dropout, $0.seed, $0.jitterMilliseconds) = ((beat: 40, beats: 2), seed, 1)
        $0.ramp = (from: 16, to: 80, tempo: 150)
      }
      #expect(
        moving.worstCount == 0 && moving.seeks == 1 && moving.worstJump < 1e-6, "seed \(seed): \(moving.worstCount)")
    }
  }

  @Test("finds lost quarter frames again", arguments: [0.0, 1])
  func quarterFrames(jitter: Double) {
    for seed in 0..<UInt64(rounds(10)) {
      var settings = SimulatedClock.Settings()
      (settings.timeCode, settings.lostOfThousand, settings.seed) = (.pal25, 30, seed)
      settings.jitterMilliseconds = jitter
      let method = ClockMethodKind.tactus.make(
        sampleRate: settings.sampleRate, tempo: settings.nominalTempo, timeCode: .pal25)
      let found = SyncMeasurement(SimulatedClock(settings), method, cycleLength: 256, settled: 16)
      #expect(found.worstCount == 0 && found.seeks <= 2, "seed \(seed): \(found.worstCount) \(found.seeks)")
      #expect(found.worstPhase < 2.5, "seed \(seed): \(found.worstPhase)")
    }
  }
}
