import TactusFiles

/// The demo of a family: eight soloists in turn, two bars each, over a circle of fifths in D minor, and a last chord.
///
///     bars   1 2   3 4    5 6      7 8    9 10   11 12   13 14   15 16   17
///            Dm G7  C F   Bm7b5 E7  Am D7  Gm C7  F Bb    Em7b5 A7  Dm     Dm
enum FamilyDemo {
  static let lastBar = 17

  static func make(_ family: DemoFamily) -> MIDIFile {
    let end = lastBar * Part.bar
    let parts = soloists(family) + accompaniment(family)
    var conductor = MIDIFile.Track()
    conductor.append("Tactus Demo: \(family.rawValue)", as: .trackName, at: 0)
    conductor.append(MIDIFile.TimeSignature(rawNumerator: 4, denominatorPower: 2), at: 0)
    conductor.appendTempo(microsecondsPerQuarter: 60_000_000 / family.tempo, at: 0)
    conductor.endTick = Int64(end)
    return MIDIFile(division: .ticksPerQuarter(480), tracks: [conductor] + parts.map { $0.track(endingAt: end) })
  }

  private static func soloists(_ family: DemoFamily) -> [Part] {
    if family == .drums { return [drumKits()] }
    return (0..<8).map { index in
      var part = Part(
        "Program \(family.firstProgram + index)", channel: index + 1,
        program: family.firstProgram + index, volume: 108, pan: 52 + index * 3, reverb: 60)
      part.looseness = 4
      play(&part, family, index)
      return part
    }
  }

  /// Adds the phrase of a soloist.
  private static func play(_ part: inout Part, _ family: DemoFamily, _ index: Int) {
    let bar = 1 + 2 * index
    let shift = family.transpositions[index]
    switch family {
    case .bass: part.play(bassLines[index], bar: bar, velocity: 100, transpose: shift, legato: 0.9)
    case .percussive: part.play(strokes[index], bar: bar, velocity: 104)
    case .soundEffects: part.play("c4:16! | c4:14 r:2", bar: bar, velocity: 100)
    case .pad, .synthEffects, .ensemble:
      part.comp(chords(of: index), "x---------------", bar: bar, velocity: 84, transpose: shift)
      part.play(phrases[index], bar: bar, velocity: 88, transpose: shift + 12, legato: 1)
    case .piano, .organ, .guitar:
      let rhythm = family == .guitar ? "x..x..x...x..x.." : "x--x--x---x--x--"
      part.comp(chords(of: index), rhythm, bar: bar, velocity: 68, transpose: shift - (family == .guitar ? 0 : 12))
      part.play(phrases[index], bar: bar, velocity: 94, transpose: shift)
    default: part.play(phrases[index], bar: bar, velocity: 98, transpose: shift)
    }
    if family != .percussive, family != .soundEffects, family != .bass {
      part.play("[d3 a3 d4 f4]:14 r:2", bar: lastBar, velocity: 62, transpose: shift)
    }
  }

  /// The chords of a soloist's two bars.
  private static func chords(of index: Int) -> [String] { Array(harmony[2 * index..<2 * index + 2]) }

  // MARK: Accompaniment

  private static func accompaniment(_ family: DemoFamily) -> [Part] {
    switch family {
    case .drums, .soundEffects: []
    case .percussive: [groove(family)]
    case .bass: [groove(family), keys()]
    default: [groove(family), bass(family)]
    }
  }

  private static func bass(_ family: DemoFamily) -> Part {
    var part = Part("Bass", channel: 11, program: 32, volume: 88, pan: 64, reverb: 20)
    part.looseness = 3
    for (index, root) in roots.enumerated() {
      part.play("\(root.low):6! \(root.fifth):4 \(root.low):4 \(root.fifth):2", bar: index + 1, velocity: 78)
    }
    part.play("d2:14 r:2", bar: lastBar, velocity: 80)
    return part
  }

  private static func keys() -> Part {
    var part = Part("Electric Piano", channel: 12, program: 4, volume: 76, pan: 74, reverb: 50, chorus: 40)
    part.looseness = 5
    part.comp(harmony, "..x-..x-..x-.x--", bar: 1, velocity: 62)
    part.play("[f3 a3 c4 e4]:14 r:2", bar: lastBar, velocity: 60)
    return part
  }

  /// A light groove with brushes; for long sounds, only the ride cymbal.
  private static func groove(_ family: DemoFamily) -> Part {
    var part = Part("Drums", channel: 10, program: 40, volume: 84, pan: 64, reverb: 44)
    part.looseness = 3
    let isCalm = [.pad, .ensemble, .synthEffects].contains(family)
    part.strike(51, Array(repeating: isCalm ? "x.......x......." : "x...x.g.x...x.gx", count: 16), bar: 1, velocity: 54)
    part.strike(51, ["x..............."], bar: lastBar, velocity: 50)
    guard !isCalm else { return part }
    part.strike(36, Array(repeating: "x.........x.....", count: 16), bar: 1, velocity: 66)
    part.strike(38, Array(repeating: "....x.......x..g", count: 16), bar: 1, velocity: 62)
    part.strike(36, ["x..............."], bar: lastBar, velocity: 66)
    return part
  }

  /// Eight kits, two bars each, on the drum channel.
  private static func drumKits() -> Part {
    var part = Part("Drums", channel: 10, program: kits[0], volume: 112, pan: 64, reverb: 44)
    part.looseness = 2
    for (index, kit) in kits.enumerated() {
      let bar = 1 + 2 * index
      if index > 0 { part.select(kit, at: Double(bar)) }
      for (key, patterns) in grooves[index % grooves.count] { part.strike(key, patterns, bar: bar, velocity: 92) }
    }
    part.strike(49, ["X..............."], bar: lastBar, velocity: 96)
    part.strike(36, ["X..............."], bar: lastBar, velocity: 100)
    return part
  }
}

extension DemoFamily {
  /// Quarter notes per minute.
  fileprivate var tempo: Int {
    switch self {
    case .pad, .ensemble, .synthEffects, .soundEffects: 88
    case .drums, .percussive, .bass: 112
    default: 104
    }
  }

  /// See ``Builtins/demoGain(of:)``.
  var gain: Double {
    switch self {
    case .bass, .ethnic: 14.5
    case .piano, .lead, .percussive: 14
    case .strings, .brass, .reed, .pipe, .soundEffects: 13.5
    case .guitar: 13
    case .chromaticPercussion: 12.5
    case .organ, .drums: 12
    case .synthEffects: 11.5
    case .ensemble: 11
    case .pad: 10.5
    }
  }

  /// The shift of each program's phrase, in semitones, to the register in which it is played.
  fileprivate var transpositions: [Int] {
    switch self {
    case .chromaticPercussion: [12, 12, 12, 0, -12, 12, 0, 0]
    case .guitar: [0, 0, 0, 0, 0, -12, -12, 0]
    case .strings: [0, -12, -24, -36, 0, 0, 0, -24]
    case .ensemble: [0, 0, 0, 0, 0, 0, 0, 0]
    case .brass: [0, -12, -36, 0, -12, 0, 0, 0]
    case .reed: [12, 0, -12, -24, 0, 0, -24, 0]
    case .pipe: [12, 0, 0, 0, 0, 0, 12, 0]
    case .lead: [0, 0, 0, 0, 0, 0, 0, -12]
    case .ethnic: [0, 0, 0, -12, 0, 0, 0, 0]
    default: [0, 0, 0, 0, 0, 0, 0, 0]
    }
  }
}
