import TactusSequencer
import TactusTime

/// The middle of the demo, bars 21 to 32, as the sequencer plays it: Euclidean rhythms with probabilities, conditions,
/// ratchets and swing.
///
/// Every four bars, more tracks play. The wood block repeats after twelve steps, all other drums after sixteen.
struct PatternSection {
  /// The bars of the song.
  static let bars = 21...32

  /// The keys of a bar's chord.
  private struct Chord {
    var bass: [Int]
    /// For marimba, pizzicato and guitar.
    var middle: [Int]
    /// For the kalimba.
    var high: [Int]

    init(_ bass: String, _ middle: String, _ high: String) {
      (self.bass, self.middle, self.high) = (Line.keys(bass), Line.keys(middle), Line.keys(high))
    }
  }

  private let chords: [Chord]
  private var sequence: MIDISequence
  /// The notes that the sequencer plays, with ticks of the song.
  private var played: [Note] = []

  init(seed: UInt64) {
    let dMinor = Chord("d2 a2 d3", "d4 f4 a4 c5", "a4 d5 e5 f5 a5 c6")
    let g = Chord("g1 d2 g2", "d4 f4 a4 b4", "g4 b4 e5 f5 a5 b5")
    chords = [
      dMinor, dMinor, g, g,
      Chord("bb1 f2 bb2", "d4 f4 a4 bb4", "a4 c5 d5 f5 a5 c6"), Chord("c2 g2 c3", "c4 e4 g4 a4", "g4 a4 d5 e5 g5 a5"),
      dMinor, g,
      Chord("c2 g2 c3", "c4 e4 g4 b4", "g4 b4 d5 e5 g5 b5"), Chord("a1 e2 a2", "c4 e4 g4 b4", "g4 b4 c5 e5 g5 b5"),
      Chord("f#2 c3 e3", "c4 e4 f#4 a4", "a4 c5 e5 f#5 a5 c6"),
      Chord("b1 f#2 a2", "b3 d#4 f#4 a4", "a4 b4 d#5 f#5 a5 b5"),
    ]
    sequence = MIDISequence(ticksPerQuarter: Part.bar / 4, seed: seed)
    addMelodicTracks()
    addBass()
    addHandDrums()
    addKit()
    let ticks = Self.tick(of: Self.bars.lowerBound)..<Self.tick(of: Self.bars.upperBound + 1)
    do { played = try sequence.flattened(ticks).tracks.flatMap { Array($0.clip?.notes ?? []) } } catch {
      preconditionFailure("the demo's patterns have too many notes: \(error)")
    }
  }

  /// Returns the notes of a channel (the first is 1).
  func notes(on channel: Int) -> [Note] { played.filter { Int($0.channel) == channel - 1 } }

  // MARK: Tracks

  private mutating func addMelodicTracks() {
    var step = Step(probability: 0.8, velocitySpread: 14)
    walk(7, [0, 2, 4, 1, 3, 5, 2, 4, 1], step, channel: 15, from: 21, velocity: 94, gate: 190) { $0.high }
    step.probability = 0.9
    walk(9, rotation: 4, [0, 2, 1, 3], step, channel: 16, from: 23, velocity: 84, gate: 90) { $0.middle }
    walk(6, rotation: 2, [3, 1, 2], step, channel: 12, from: 25, velocity: 82, gate: 120) { $0.middle }
    walk(7, rotation: 6, [0, 1, 3, 2], step, channel: 9, from: 27, velocity: 72, gate: 60) { $0.middle }
  }

  private mutating func addBass() {
    walk(2, [0], .hit, channel: 3, from: 21, to: 22, velocity: 80, gate: 700) { $0.bass }
    walk(3, [0, 1, 2], .hit, channel: 3, from: 23, to: 24, velocity: 84, gate: 260) { $0.bass }
    walk(5, [0, 0, 1, 2, 1], .hit, channel: 3, from: 25, velocity: 92, gate: 220) { $0.bass }
  }

  private mutating func addHandDrums() {
    loop(.euclid(5, of: 12, hit: Step(probability: 0.8, velocitySpread: 12)), key: 76, from: 21, velocity: 58)
    loop(.euclid(5, of: 16, rotation: 2), key: 75, from: 21, velocity: 62)
    loop(.euclid(2, of: 16, rotation: 8, hit: Step(probability: 0.8)), key: 81, from: 21, velocity: 52)
    let mutedConga = Step(probability: 0.75, velocitySpread: 16)
    loop(.euclid(7, of: 16, rotation: 3, hit: mutedConga), key: 62, from: 23, velocity: 74)
    loop(.euclid(3, of: 16, rotation: 6), key: 63, from: 23, velocity: 82)
    loop(.euclid(2, of: 16, rotation: 7, hit: Step(condition: .ratio(2, of: 2))), key: 64, from: 23, velocity: 84)
    let maracas = [66, 44, 56, 46].map { Step(velocity: $0, velocitySpread: 6) }
    loop(maracas + maracas + maracas + maracas, key: 70, from: 21, velocity: 56)
  }

  private mutating func addKit() {
    loop(.euclid(2, of: 16), key: 36, from: 21, to: 24, velocity: 76)
    loop(.euclid(5, of: 16), key: 36, from: 25, velocity: 90)
    loop(.euclid(2, of: 16, rotation: 4), key: 37, from: 23, velocity: 82)
    var hat = [Step].euclid(11, of: 16, hit: Step(probability: 0.85, velocitySpread: 12))
    hat[14] = Step(velocity: 74, condition: .ratio(2, of: 2), ratchet: Ratchet(3, velocityRamp: -24))
    loop(hat, key: 42, from: 25, velocity: 68)
    loop(.euclid(1, of: 16, rotation: 15, hit: Step(gate: 90, probability: 0.6)), key: 46, from: 29, velocity: 66)
    loop(.euclid(2, of: 16, rotation: 4, hit: Step(velocitySpread: 5)), key: 39, from: 29, velocity: 78)
  }

  // MARK: Patterns

  /// Adds a drum that repeats its steps until the end of a bar.
  private mutating func loop(
    _ steps: [Step], key: UInt8, from first: Int, to last: Int = bars.upperBound, velocity: UInt8
  ) {
    let pattern = Pattern(steps, stepLength: Tick(Part.sixteenth), key: key, velocity: velocity)
    var track = Track(pattern, channel: 9)
    track.passLimit = ((last + 1 - first) * 16 + steps.count - 1) / steps.count
    add(track, from: first)
  }

  /// Adds an instrument that plays the keys of each bar's chord in a Euclidean rhythm of sixteen steps.
  ///
  /// - Parameters:
  ///   - order: indices of the chord's keys, repeated for the notes of all bars.
  ///   - step: the steps' probability and spread of velocities; notes on the first and the third beat are louder, and
  ///     always play.
  private mutating func walk(
    _ onsets: Int, rotation: Int = 0, _ order: [Int], _ step: Step, channel: UInt8, from first: Int,
    to last: Int = bars.upperBound, velocity: UInt8, gate: Int, _ keys: (Chord) -> [Int]
  ) {
    var steps: [Step] = []
    var count = 0
    for bar in first...last {
      let keys = keys(chords[bar - Self.bars.lowerBound])
      for (position, isOn) in Euclid.rhythm(onsets, of: 16, rotation: rotation).enumerated() {
        var next = isOn ? step : .rest
        if isOn {
          next.keys = [UInt8(keys[order[count % order.count]])]
          count += 1
          if position % 8 == 0 { (next.probability, next.velocity) = (1, velocity + 10) }
        }
        steps.append(next)
      }
    }
    let pattern = Pattern(steps, stepLength: Tick(Part.sixteenth), velocity: velocity, gate: gate)
    add(Track(pattern, channel: channel - 1, isLooped: false), from: first)
  }

  private mutating func add(_ track: Track, from bar: Int) {
    var track = track
    track.start = Self.tick(of: bar)
    track.swing = Swing(percent: 57, step: Tick(Part.sixteenth))
    sequence.tracks.append(track)
  }

  private static func tick(of bar: Int) -> Tick { Tick((bar - 1) * Part.bar) }
}
