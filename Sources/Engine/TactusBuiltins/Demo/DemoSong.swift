import TactusFiles

/// The demo: about a minute for fifteen instruments and drums.
///
///     bars   1–4   piano and pad, rubato                     D minor
///            5–12  groove; the flute has the tune
///           13–20  second tune in the trumpet, brass, guitar
///           21–28  first tune in the strings, all together   E minor
///           29–32  a turn to E major, slower and slower
enum DemoSong {
  static let lastBar = 32

  static func make() -> MIDIFile {
    let parts = [
      piano(), electricPiano(), bass(), pad(), strings(), flute(), trumpet(), brass(), guitar(), drums(), vibes(),
      choir(), harp(), timpani(), bells(), cymbal(),
    ]
    let end = lastBar * Part.bar
    return MIDIFile(
      division: .ticksPerQuarter(480), tracks: [conductor(end)] + parts.map { $0.track(endingAt: end) })
  }

  private static func conductor(_ end: Int) -> MIDIFile.Track {
    var track = MIDIFile.Track()
    track.append("Tactus Demo", as: .trackName, at: 0)
    track.append(MIDIFile.TimeSignature(rawNumerator: 4, denominatorPower: 2), at: 0)
    // The tempo in quarter notes per minute at positions in bars.
    let tempi: [(Double, Double)] = [
      (1, 92), (2, 98), (3, 104), (4, 100), (4.5, 92), (4.75, 84), (5, 122), (13, 124), (21, 126), (28.5, 122),
      (28.75, 114),
      (29, 106), (29.5, 96), (30, 86), (30.25, 80), (30.5, 72), (30.75, 62), (31, 66),
    ]
    for (position, tempo) in tempi {
      track.appendTempo(microsecondsPerQuarter: Int(60_000_000 / tempo), at: Int64(Part.tick(position)))
    }
    track.endTick = Int64(end)
    return track
  }

  // The chords of the two tunes, voiced around the middle of the keyboard.
  static let first = [
    "f3 a3 c4 e4", "f3 b3 e4 a4", "f3 bb3 d4/e3 bb3 d4", "e3 a3 c4 g4", "f3 a3 c4 d4", "g3 bb3 d4/g3 c#4 f4",
    "f3 a3 c4 e4", "eb3 g3 bb3 d4/eb3 a3 d4",
  ]
  static let second = [
    "f3 a3 c4 d4", "e3 bb3 d4 g4", "g3 b3 c4 e4", "f#3 c4 eb4", "f3 bb3 d4 a4", "e3 bb3 d4 a4", "e3 a3 c4 g4/f3 a3 d4",
    "e3 a3 c4/a3 d#4 f#4",
  ]

  /// The first tune, eight bars in D minor.
  static let tune = """
    r:2 a4:2 d5:4! f5:3 e5:1 d5:4 | e5:6! d5:2 b4:4 g4:4 | bb4:4 d5:4 f5:3! e5:1 d5:2 c5:2 | a4:10 r:2 c5:2 d5:2 | \
    f5:6! d5:2 c5:4 a4:4 | bb4:4 d5:2 e5:2 g5:4! f5:2 e5:2 | f5:3! e5:3 d5:6 r:2 a4:2 | eb5:4 d5:2 bb4:2 d5:4 c5:4
    """
}
