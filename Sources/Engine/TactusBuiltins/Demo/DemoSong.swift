import TactusFiles

/// The demo: ninety seconds for nineteen instruments and drums.
///
///     bars   1–4   piano and pad, rubato                     D minor
///            5–12  groove; the flute has the tune
///           13–20  second tune in the trumpet, brass, guitar
///           21–32  patterns of the sequencer, more and more  D minor, C major
///                  of them; the saxophone varies the tune
///           33–40  first tune in the strings, all together   E minor
///           41–44  a turn to E major, slower and slower
enum DemoSong {
  static let lastBar = 44

  /// Returns the song.
  ///
  /// - Parameter seed: seeds the patterns' random decisions.
  static func make(seed: UInt64 = 1) -> MIDIFile {
    let patterns = PatternSection(seed: seed)
    let parts = [
      piano(), electricPiano(), bass(patterns), pad(), strings(), flute(), trumpet(), brass(), saxophone(),
      guitar(patterns), drums(patterns), vibes(), pizzicato(patterns), choir(), harp(), timpani(), kalimba(patterns),
      bells(), cymbal(), marimba(patterns),
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
      (1, 92), (2, 98), (3, 104), (4, 100), (4.5, 92), (4.75, 84), (5, 121), (13, 122), (21, 117), (25, 118), (29, 120),
      (33, 124), (40.5, 120), (40.75, 112), (41, 104), (41.5, 95), (42, 86), (42.25, 80), (42.5, 72), (42.75, 62),
      (43, 66),
    ]
    for (position, tempo) in tempi {
      track.appendTempo(microsecondsPerQuarter: Int(60_000_000 / tempo), at: Int64(Part.tick(position)))
    }
    track.endTick = Int64(end)
    return track
  }

  // The chords of the two tunes and of the patterns, voiced around the middle of the keyboard.
  static let first = [
    "f3 a3 c4 e4", "f3 b3 e4 a4", "f3 bb3 d4/e3 bb3 d4", "e3 a3 c4 g4", "f3 a3 c4 d4", "g3 bb3 d4/g3 c#4 f4",
    "f3 a3 c4 e4", "eb3 g3 bb3 d4/eb3 a3 d4",
  ]
  static let second = [
    "f3 a3 c4 d4", "e3 bb3 d4 g4", "g3 b3 c4 e4", "f#3 c4 eb4", "f3 bb3 d4 a4", "e3 bb3 d4 a4", "e3 a3 c4 g4/f3 a3 d4",
    "e3 bb3 d4/e3 g3 c#4",
  ]
  static let third = [
    "f3 a3 c4 e4", "f3 a3 c4 e4", "f3 a3 b3 e4", "f3 a3 b3 e4", "f3 a3 c4 d4", "e3 g3 a3 d4", "f3 a3 c4 e4",
    "f3 a3 b3 e4", "e3 g3 b3 d4", "e3 g3 b3 c4", "e3 a3 c4 f#4", "d#3 a3 c4 f#4",
  ]

  /// The first tune, eight bars in D minor.
  static let tune = """
    r:2 a4:2 d5:4! f5:3 e5:1 d5:4 | e5:6! d5:2 b4:4 g4:4 | bb4:4 d5:4 f5:3! e5:1 d5:2 c5:2 | a4:10 r:2 c5:2 d5:2 | \
    f5:6! d5:2 c5:4 a4:4 | bb4:4 d5:2 e5:2 g5:4! f5:2 e5:2 | f5:3! e5:3 d5:6 r:2 a4:2 | eb5:4 d5:2 bb4:2 d5:4 c5:4
    """
}
