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
    case .loudness: settings.limit == nil && !tailFollowsLevel ? 2 : 2 + LoudnessSearch.mostPasses
    }
  }

  /// Whether the tail ends at a given level of the output. The change of level then decides which frames are output.
  private var tailFollowsLevel: Bool {
    guard renderRange.hasTail, case .automatic(_?, _) = settings.tail else { return false }
    return true
  }

  /// How the first pass measures.
  ///
  /// A pass that measures the loudness has a longer tail than the output, unless the settings give its end. A change of
  /// level of up to 60 dB cannot lift frames that it leaves out above the absolute gate of −70 LUFS, and frames that
  /// only it has are below −96 dBFS in the output.
  private var measuringLevel: BouncePass.Level {
    var level = BouncePass.Level(
      change: nil, isMeasured: true, limit: nil, number: 1, count: passCount, tailGain: 1)
    guard case .loudness(let target) = settings.level else { return level }
    level.target = target
    if !tailFollowsLevel { level.tailGain = Float(ExactMath.gain(decibels: 40)) }
    return level
  }

  /// Renders the mix, and returns the change of level in decibels that the settings require; nil if no level is set or
  /// the mix is silent.
  func measuredChange(
    with work: any ParallelWork, on synth: ReusableSynth, _ progress: (BounceProgress) -> Bool
  ) throws(BounceError) -> Double? {
    guard settings.level != .asPlayed else { return nil }
    let report = try measure(measuringLevel, with: work, on: synth, progress)
    switch settings.level {
    case .asPlayed: return nil
    case .samplePeak(let level): return report.peakDecibels.map { level - $0 }
    case .truePeak(let level): return report.loudness?.truePeakDecibels.map { level - $0 }
    case .loudness(let level):
      guard let loudness = report.loudness, let change = loudness.neededChange else { return nil }
      let isLimited = settings.limit.map { (loudness.truePeakDecibels ?? 0) + change > $0 } ?? false
      guard isLimited || tailFollowsLevel && change != 0 else { return change }
      return try searchedChange(LoudnessSearch(level, from: change), with: work, on: synth, progress)
    }
  }

  /// Returns the change of level with which the output has the target loudness, or comes close to it.
  private func searchedChange(
    _ start: LoudnessSearch, with work: any ParallelWork, on synth: ReusableSynth,
    _ progress: (BounceProgress) -> Bool
  ) throws(BounceError) -> Double {
    var search = start
    for number in 2..<passCount {
      let level = BouncePass.Level(
        change: search.change, isMeasured: true, limit: settings.limit, number: number, count: passCount)
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
}

/// The search for the change of level that gives the output its loudness, if a limiter takes part of each change, or if
/// the change decides where the tail ends. The next change follows from the last two (secant method).
package struct LoudnessSearch {
  /// The largest number of passes that measure the changed output.
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
  ///   - change: the change of level that would be right without a limiter and with the tail of the first pass.
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
