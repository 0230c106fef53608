/// A chord: a kind of chord on a root, over a bass.
///
/// - Thread: any
public struct Chord: Hashable, Sendable {
  /// The pitch class of the root, 0 (C) … 11 (B).
  public var root: Int
  /// What stands on it.
  public var quality: ChordQuality
  /// The pitch class of the lowest pitch, 0…11.
  public var bass: Int
  /// How many tones of the kind are not there.
  public var missing = 0

  /// A chord; the bass is the root if nothing else is said.
  public init(root: Int, quality: ChordQuality, bass: Int? = nil, missing: Int = 0) {
    (self.root, self.quality, self.bass, self.missing) = (root, quality, bass ?? root, missing)
  }

  /// Which of the chord's tones is the lowest, counted from the root; nil for one that does not belong to it.
  public var inversion: Int? { quality.intervals.firstIndex(of: (bass - root + 12) % 12) }

  /// How it is written: "C#m7", "F/A".
  ///
  /// - Parameter flats: whether black keys are named as flats.
  public func text(flats: Bool = false) -> String {
    let names = flats ? PitchClass.flatNames : PitchClass.names
    return names[root] + quality.symbol + (bass == root ? "" : "/" + names[bass])
  }
}

extension Chord: CustomStringConvertible {
  /// How it is written, black keys as sharps.
  public var description: String { text() }
}

extension Chord {
  /// The chords that pitches can be, the likeliest first: of several kinds on several roots the plainest one whose tones
  /// are all there and whose root is the lowest pitch. C E G A is C6, the same over A is Am7.
  ///
  /// - Returns: none for fewer than two pitch classes, or for pitches that are no known chord.
  public static func candidates(for pitches: HeldPitches) -> [Chord] {
    guard let bass = pitches.bass, pitches.pitchClasses.nonzeroBitCount > 1 else { return [] }
    var found: [(chord: Chord, cost: Int)] = []
    for (plainness, quality) in ChordQuality.all.enumerated() {
      for root in 0..<12 where pitches.pitchClasses >> UInt16(root) & 1 == 1 {
        guard let fit = quality.fit(pitches.pitchClasses, root: root, bass: bass) else { continue }
        let chord = Chord(root: root, quality: quality, bass: bass, missing: fit.missing)
        // a chord under which another pitch lies is a guess, one that lacks a tone less so, an inversion still less
        let cost = plainness + (fit.isOverBass ? 400 : 0) + fit.missing * 120 + (root == bass ? 0 : 40)
        found.append((chord, cost))
      }
    }
    // equal costs: from the bass upwards
    return found.sorted { ($0.cost, ($0.chord.root - bass + 12) % 12) < ($1.cost, ($1.chord.root - bass + 12) % 12) }
      .map(\.chord)
  }
}

extension ChordQuality {
  /// How pitch classes are this kind of chord on a root: how many tones are missing, and whether the bass does not belong
  /// to it. Nil if they are another one.
  fileprivate func fit(_ pitchClasses: UInt16, root: Int, bass: Int) -> (missing: Int, isOverBass: Bool)? {
    var left = pitchClasses
    var missing = 0
    for interval in intervals {
      let bit = UInt16(1) << UInt16((root + interval) % 12)
      if left & bit != 0 { left &= ~bit } else if optional.contains(interval) { missing += 1 } else { return nil }
    }
    if left == 0 { return (missing, false) }
    // another bass under a whole chord of three tones at least
    guard left == 1 << UInt16(bass), missing == 0, intervals.count > 2 else { return nil }
    return (0, true)
  }
}
