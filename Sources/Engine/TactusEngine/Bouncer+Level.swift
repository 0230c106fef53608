import TactusDSP
import TactusRealtime
import TactusSynth

// The passes that measure a bounce before the pass whose audio is output.

extension Bouncer {
  /// Returns the settings of the pass whose result is output.
  func level(_ change: Double?) -> BouncePass.Level {
    let isMeasured = settings.measuresLoudness || settings.limit != nil || passCount > 1
    return BouncePass.Level(
      change: change, isMeasured: isMeasured, limit: settings.limit, number: passCount, count: passCount)
  }

  /// The largest number of passes. Passes that are not needed are skipped.
  private var passCount: Int {
    switch settings.level {
    case .asPlayed: 1
    case .samplePeak, .truePeak: 2
    case .loudness: settings.limit == nil ? 2 : 2 + LoudnessSearch.mostPasses
    }
  }

  /// Renders the mix, and returns the change of level in decibels that the settings require; nil if no level is set or
  /// the mix is silent.
  func measuredChange(
    with work: any ParallelWork, on synth: ReusableSynth, _ progress: (BounceProgress) -> Bool
  ) throws(BounceError) -> Double? {
    guard settings.level != .asPlayed else { return nil }
    let first = BouncePass.Level(change: nil, isMeasured: true, limit: nil, number: 1, count: passCount)
    let report = try measure(first, with: work, on: synth, progress)
    switch settings.level {
    case .asPlayed: return nil
    case .samplePeak(let level): return report.peak > 0 ? level - Self.decibels(report.peak) : nil
    case .truePeak(let level): return report.loudness?.truePeakDecibels.map { level - $0 }
    case .loudness(let level):
      guard let loudness = report.loudness, let integrated = loudness.integrated else { return nil }
      let change = level - integrated
      guard let limit = settings.limit, (loudness.truePeakDecibels ?? 0) + change > limit else { return change }
      return try limitedChange(LoudnessSearch(level, from: change), limit, with: work, on: synth, progress)
    }
  }

  /// Returns the change of level with which the limited mix has the target loudness, or comes close to it.
  private func limitedChange(
    _ start: LoudnessSearch, _ limit: Double, with work: any ParallelWork, on synth: ReusableSynth,
    _ progress: (BounceProgress) -> Bool
  ) throws(BounceError) -> Double {
    var search = start
    for number in 2..<passCount {
      let level = BouncePass.Level(
        change: search.change, isMeasured: true, limit: limit, number: number, count: passCount)
      let report = try measure(level, with: work, on: synth, progress)
      guard let integrated = report.loudness?.integrated, search.takes(integrated) else { break }
    }
    return search.change
  }

  private func measure(
    _ level: BouncePass.Level, with work: any ParallelWork, on synth: ReusableSynth,
    _ progress: (BounceProgress) -> Bool
  ) throws(BounceError) -> BounceReport {
    let taken = synth.take(for: self, replicas: work.width)
    defer { synth.put(back: taken) }
    let report = render(taken, timeline, level, with: work, isAside: true, progress, nil) { _ in }
    guard let report else { throw .cancelled }
    return report
  }

  private static func decibels(_ peak: Float) -> Double { ExactMath.log2(Double(peak)) * 6.020599913279624 }
}

/// The search for the change of level that gives a limited mix its loudness. The limiter takes part of each change, so
/// the next change follows from the last two (secant method).
package struct LoudnessSearch {
  /// The largest number of passes with the limiter that measure.
  package static var mostPasses: Int { 4 }
  /// The accuracy in LU with which the search ends.
  private static var accuracy: Double { 0.05 }
  /// The greatest additional gain in decibels. Where it does not suffice, the limiter holds the mix at its ceiling most
  /// of the time.
  private static var mostGain: Double { 12 }

  /// The change of level in decibels.
  package private(set) var change: Double
  private let target: Double
  private let most: Double
  private var previous: (change: Double, loudness: Double)?

  /// - Parameters:
  ///   - target: the loudness in LUFS.
  ///   - change: the change of level that would be right without a limiter.
  package init(_ target: Double, from change: Double) {
    (self.target, self.change, most) = (target, change, change + Self.mostGain)
  }

  /// Takes the loudness that ``change`` has given. Returns false if no other change would be better.
  package mutating func takes(_ loudness: Double) -> Bool {
    let error = target - loudness
    guard abs(error) > Self.accuracy else { return false }
    var slope = 1.0
    if let previous, previous.change != change {
      slope = min(max((loudness - previous.loudness) / (change - previous.change), 0.2), 1)
    }
    let next = min(change + error / slope, most)
    guard next != change else { return false }
    previous = (change, loudness)
    change = next
    return true
  }
}
