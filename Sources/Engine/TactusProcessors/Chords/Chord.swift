/// A chord: a root, a quality and a bass.
///
/// - Thread: any
public struct Chord: Hashable, Sendable {
  /// The pitch class of the root, 0 (C) … 11 (B).
  public var root: Int
  /// The quality of the chord.
  public var quality: ChordQuality
  /// The pitch class of the lowest pitch, 0…11.
  public var bass: Int
  /// The number of missing chord tones.
  public var missing = 0

  /// Creates a chord; by default the bass is the root.
  public init(root: Int, quality: ChordQuality, bass: Int? = nil, missing: Int = 0) {
    (self.root, self.quality, self.bass, self.missing) = (root, quality, bass ?? root, missing)
  }

  /// The inversion: the index of the bass among the chord tones, 0 for the root; nil if the bass is not a chord tone.
  public var inversion: Int? { quality.intervals.firstIndex(of: (bass - root + 12) % 12) }

  /// Returns the chord symbol, such as "C#m7" or "F/A".
  ///
  /// - Parameter flats: whether black keys are spelled as flats.
  public func text(flats: Bool = false) -> String {
    let names = flats ? PitchClass.flatNames : PitchClass.names
    return names[root] + quality.symbol + (bass == root ? "" : "/" + names[bass])
  }
}

extension Chord: CustomStringConvertible {
  /// The chord symbol with sharps.
  public var description: String { text() }
}

extension Chord {
  /// Returns the chords that pitches can form, the most likely first. A chord is more likely if it is simple and
  /// complete, and if its root is the lowest pitch: C E G A is C6, and the same pitches with A in the bass are Am7.
  ///
  /// - Returns: an empty array if there are fewer than two pitch classes, or if no known chord matches.
  public static func candidates(for pitches: HeldPitches) -> [Chord] {
    guard let bass = pitches.bass, pitches.pitchClasses.nonzeroBitCount > 1 else { return [] }
    var found: [(chord: Chord, cost: Int)] = []
    for (plainness, quality) in ChordQuality.all.enumerated() {
      for root in 0..<12 where pitches.pitchClasses >> UInt16(root) & 1 == 1 {
        guard let fit = quality.fit(pitches.pitchClasses, root: root, bass: bass) else { continue }
        let chord = Chord(root: root, quality: quality, bass: bass, missing: fit.missing)
        // a bass that is not a chord tone costs most, a missing tone less, and an inversion least
        let cost = plainness + (fit.isOverBass ? 400 : 0) + fit.missing * 120 + (root == bass ? 0 : 40)
        found.append((chord, cost))
      }
    }
    // chords of equal cost are sorted by root, upwards from the bass
    return found.sorted { ($0.cost, ($0.chord.root - bass + 12) % 12) < ($1.cost, ($1.chord.root - bass + 12) % 12) }
      .map { $0.chord }
  }
}

extension ChordQuality {
  /// Returns how pitch classes match this chord on a root: the number of missing tones, and whether the bass is not a
  /// chord tone. Returns nil if they do not match.
  fileprivate func fit(_ pitchClasses: UInt16, root: Int, bass: Int) -> (missing: Int, isOverBass: Bool)? {
    var left = pitchClasses
    var missing = 0
    for interval in intervals {
      let bit = UInt16(1) << UInt16((root + interval) % 12)
      if left & bit != 0 { left &= ~bit } else if optional.contains(interval) { missing += 1 } else { return nil }
    }
    if left == 0 { return (missing, false) }
    // a bass that is not a chord tone is only allowed below a complete chord of at least three tones
    guard left == 1 << UInt16(bass), missing == 0, intervals.count > 2 else { return nil }
    return (0, true)
  }
}
