import TactusEngine
import TactusFiles
import TactusProcessors
import TactusTime

/// A chart of the chords of a song: one chord for each beat or bar in which notes sound, determined from all pitches in
/// that beat or bar.
struct ChordChart {
  /// The unit of the chart.
  enum Step: String, CaseIterable { case beat, bar }

  private(set) var entries: [ChordTrack.Entry] = []

  /// The maximum number of entries. It is needed because even a file of a few bytes may contain a note that lasts for
  /// years.
  static var most: Int { 100_000 }

  /// - Parameter part: the ticks whose notes count; a beat or bar that begins earlier is charted from there on.
  /// - Returns: nil if there would be more than ``most`` entries.
  init?(
    _ all: [SoundingPitches.Segment], in part: Range<Tick>, by step: Step, _ meters: MeterMap, _ tempi: TempoMap
  ) {
    let segments = all.filter { $0.ticks.overlaps(part) }
    var index = 0
    while index < segments.count {
      guard entries.count < Self.most else { return nil }
      let start = max(segments[index].ticks.lowerBound, entries.isEmpty ? part.lowerBound : end)
      guard start < part.upperBound else { break }
      let span = Self.span(at: start, step, meters)
      end = span.upperBound
      var summary = PitchSummary()
      var next = index
      while next < segments.count, segments[next].ticks.lowerBound < span.upperBound {
        summary.add(segments[next].pitches, Double(segments[next].ticks.clamped(to: part).clamped(to: span).count))
        next += 1
      }
      let first = max(span.lowerBound, part.lowerBound)
      entries.append(
        .init(
          tick: first, seconds: tempi.seconds(atTick: first).approximate, chords: summary.chords,
          pitches: summary.pitches))
      while index < segments.count, segments[index].ticks.upperBound <= span.upperBound { index += 1 }
    }
  }

  /// The end of the last span.
  private var end: Tick = 0

  /// Returns the range of the beat or bar that contains a tick; the range is at least one tick long.
  private static func span(at tick: Tick, _ step: Step, _ meters: MeterMap) -> Range<Tick> {
    let position = meters.position(atTick: tick)
    let barEnd = meters.tick(ofBar: position.bar + 1)
    guard step == .beat else { return meters.tick(ofBar: position.bar)..<max(tick + 1, barEnd) }
    let start = meters.tick(of: BarPosition(bar: position.bar, beat: position.beat, tick: 0))
    let next = meters.tick(of: BarPosition(bar: position.bar, beat: position.beat + 1, tick: 0))
    return min(tick, start)..<max(tick + 1, min(next, barEnd))
  }
}

/// The duration of each pitch class in a span of time, and the bass.
private struct PitchSummary {
  private var weights = [Double](repeating: 0, count: 12)
  /// The time for which each key is the lowest one, in ticks.
  private var basses = [Double](repeating: 0, count: 128)
  /// The lowest key when notes first sound in the span.
  private var first: UInt8?

  mutating func add(_ pitches: HeldPitches, _ ticks: Double) {
    for pitch in 0..<12 where pitches.pitchClasses >> UInt16(pitch) & 1 == 1 { weights[pitch] += ticks }
    guard let key = pitches.lowestKey else { return }
    basses[Int(key)] += ticks
    if first == nil { first = key }
  }

  /// The fraction of the longest duration below which a pitch counts as a passing note.
  private static var passing: Double { 0.25 }

  /// The bass key: usually the lowest of the keys that are in the bass for at least 1/16 of the time. If the first bass
  /// key is at most a fifth above this key, the first bass key is used instead, because the bass line probably descends
  /// from it.
  private var bassKey: UInt8 {
    let touch = basses.reduce(0, +) / 16
    let lowest = UInt8(basses.firstIndex { $0 > 0 && $0 >= touch } ?? 0)
    guard let first, first >= lowest, first - lowest <= 7 else { return lowest }
    return first
  }
  private var parts: [Double] {
    let longest = max(1, weights.max() ?? 1)
    return weights.map { $0 / longest }
  }

  /// The pitches without passing notes.
  var pitches: HeldPitches {
    let parts = parts
    var held = HeldPitches(keys: [bassKey])
    for pitch in 0..<12 where parts[pitch] >= Self.passing { held.pitchClasses |= 1 << UInt16(pitch) }
    return held
  }

  /// The possible chords, the most likely first.
  ///
  /// The score of a chord is the total duration of its tones, minus the total duration of all other tones, minus one
  /// half for each chord tone. Durations are relative to the longest one, so a chord tone raises the score if it sounds
  /// for more than a quarter of the longest duration. Chords with the root in the bass are preferred, and so are chords
  /// of a simpler quality.
  var chords: [Chord] {
    let (parts, bass) = (parts, Int(bassKey) % 12)
    guard parts.count(where: { $0 >= Self.passing }) > 1 else { return [] }
    let all = parts.reduce(0, +)
    var found: [(chord: Chord, score: Double)] = []
    for (plainness, quality) in ChordQuality.all.enumerated() {
      for root in 0..<12 where parts[root] >= Self.passing {
        let tones = quality.intervals.map { (root + $0) % 12 }
        let heard = tones.count { parts[$0] > 0 }
        guard heard > 1, heard >= tones.count - 1 else { continue }
        let inside = tones.reduce(0) { $0 + parts[$1] }
        let isBass = parts[bass] >= Self.passing || tones.contains(bass)
        let chord = Chord(root: root, quality: quality, bass: isBass ? bass : root, missing: tones.count - heard)
        let score = 2 * inside - all - 0.5 * Double(tones.count) + (root == bass ? 0.3 : 0) - 0.01 * Double(plainness)
        found.append((chord, score))
      }
    }
    return found.filter { $0.score > 0 }.sorted { a, b in
      (b.score, (a.chord.root - bass + 12) % 12) < (a.score, (b.chord.root - bass + 12) % 12)
    }.map(\.chord)
  }
}
