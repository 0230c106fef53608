extension DemoSong {
  static func flute() -> Part {
    var part = Part("Flute", channel: 6, program: 73, volume: 118, pan: 54, reverb: 99)
    part.play(tune, bar: 5, velocity: 94, legato: 0.97)
    for position in [5.25, 9, 11] { part.bend(-60, 0, at: position, over: 1) }
    for (position, low, high) in [(5.0, 84, 112), (7, 90, 116), (9, 100, 124), (11, 104, 112)] {
      part.ramp(11, low, high, position, position + 1)
      part.ramp(11, high, low, position + 1.1, position + 1.9)
    }
    // Over the patterns.
    part.ramp(11, 70, 118, 29, 33)
    part.play("g5:16 | g5:8 a5:8 | a5:8 c6:8 | b5:14 r:2", bar: 29, velocity: 76, legato: 0.98)
    // A descant over the last statement of the tune.
    part.ramp(11, 100, 122, 33, 34)
    part.play(
      "r:8 b5:4 e6:4 | d6:8 c#6:4 b5:4 | c6:6 b5:2 a5:4 f#5:4 | d6:12 r:4 | g5:4 b5:4 d6:4 e6:4 | c6:4 a5:4 b5:4 d#6:4",
      bar: 33, velocity: 84)
    part.play("b5:16' | r:16", bar: 42, velocity: 52)
    part.ramp(11, 96, 20, 42.3, 43)
    return part
  }

  static func trumpet() -> Part {
    var part = Part("Trumpet", channel: 7, program: 56, volume: 98, pan: 76, reverb: 93)
    part.play(
      """
      d5:3! f5:3 a5:6! g5:2 f5:2 | g5:6! e5:2 d5:4 c5:4 | e5:3 c5:3 b4:4 r:2 c5:2 e5:2 | f#5:6! eb5:2 d5:4 c5:4 | \
      bb4:3 d5:3 a5:6! g5:2 f5:2 | e5:4 g5:4 a5:4! g5:2 e5:2 | a5:8! f5:4 d5:4 | e5:4 g5:4 bb5:3! a5:1 g5:2 e5:2
      """, bar: 13, velocity: 96, legato: 0.95)
    // Pitch scoops into the long notes, and vibrato on them.
    for position in [13 + 6.0 / 16, 16, 17 + 6.0 / 16, 19] { part.bend(-90, 0, at: position, over: 1) }
    for position in [13.5, 14.1, 16.1, 17.5, 19.2] {
      part.ramp(1, 0, 50, position, position + 0.25)
      part.set(1, 0, at: position + 0.36)
    }
    part.ramp(11, 92, 120, 13, 14)
    part.ramp(11, 96, 122, 15, 17)
    part.ramp(11, 100, 127, 18, 20)
    part.play("f5:14 r:2", bar: 21, velocity: 88)
    part.ramp(11, 120, 40, 21.1, 21.85)
    part.play("f#5:6! e5:2 c5:4 a4:4 | b4:4 d#5:4 f#5:6! r:2", bar: 31, velocity: 88, legato: 0.96)
    part.ramp(11, 76, 127, 31, 33)
    part.play("g5:16! | r:2 e5:2 a5:4! g5:4 f#5:4", bar: 33, velocity: 92)
    part.play("r:4 b4:4 e5:4 f#5:4 | e5:8! f#5:4 d#5:4", bar: 37, velocity: 94)
    part.play("b5:3! a5:3 g5:6 r:2 b4:2 | c5:6 b4:2 a4:4 b4:4 | g5:8! a5:8! | g#5:14 r:2", bar: 39, velocity: 96)
    part.ramp(11, 118, 30, 42.1, 42.8)
    return part
  }

  static func saxophone() -> Part {
    var part = Part("Alto Saxophone", channel: 8, program: 65, volume: 126, pan: 70, reverb: 90, from: 23)
    part.ramp(11, 88, 116, 25, 28)
    part.ramp(11, 112, 127, 29, 30.5)
    part.play(
      """
      r:2 f4:2 a4:4! d5:3 c5:1 a4:4 | c5:6! a4:2 g4:4 e4:4 | r:2 a4:2 d5:4! f5:3 e5:1 d5:4 | e5:6! d5:2 b4:4 g4:4 | \
      r:2 e4:2 g4:4 b4:4! d5:4 | c5:6! b4:2 a4:2 c5:2 e5:4
      """, bar: 25, velocity: 88, legato: 0.97)
    for position in [25.25, 26, 27.5, 28, 29.5, 30] { part.bend(-80, 0, at: position, over: 1) }
    for position in [26.1, 28.1, 30.1] {
      part.ramp(1, 0, 44, position, position + 0.2)
      part.set(1, 0, at: position + 0.26)
    }
    return part
  }

  static func kalimba(_ patterns: PatternSection) -> Part {
    var part = Part("Kalimba", channel: 15, program: 108, volume: 104, pan: 88, reverb: 70)
    part.ramp(11, 127, 104, 24.5, 25.5)
    part.play(patterns.notes(on: 15))
    return part
  }

  static func marimba(_ patterns: PatternSection) -> Part {
    var part = Part("Marimba", channel: 16, program: 12, volume: 110, pan: 30, reverb: 60, from: 22)
    part.play(patterns.notes(on: 16))
    return part
  }

  static func pizzicato(_ patterns: PatternSection) -> Part {
    var part = Part("Pizzicato Strings", channel: 12, program: 45, volume: 100, pan: 80, reverb: 70)
    part.play(patterns.notes(on: 12))
    return part
  }

  static func strings() -> Part {
    var part = Part("Strings", channel: 5, program: 48, volume: 92, pan: 64, reverb: 106)
    part.looseness = 8
    part.ramp(11, 30, 96, 9, 11)
    part.play(
      "[d4 f4 a4]:16 | [d4 g4 bb4]:8 [c#4 g4 a4]:8 | [d4 f4 a4 e5]:16 | [eb4 g4 d5]:8 [eb4 a4 c5]:8", bar: 9,
      velocity: 70,
      legato: 1)
    part.ramp(11, 70, 110, 12, 13)
    part.play(
      """
      [d4 a4 f5]:16 | [e4 bb4 g5]:16 | [c4 g4 e5]:16 | [c4 f#4 eb5]:16 | [d4 bb4 f5]:16 | [d4 bb4 e5]:16 | \
      [c4 a4 g5]:8 [d4 a4 f5]:8 | [d4 bb4 e5]:8 [c#4 bb4 e5]:8 | [d4 a4 f5]:16 | [d4 a4 e5]:16
      """, bar: 13, velocity: 72, legato: 1)
    part.ramp(11, 84, 104, 13, 17)
    part.ramp(11, 88, 116, 19, 20.9)
    part.ramp(11, 100, 20, 21, 22.9)
    part.ramp(11, 44, 124, 29, 33)
    part.play("[g3 e4 b4]:16 | [g3 e4 c5]:16 | [a3 e4 c5]:16 | [a3 d#4 f#4 b4]:16", bar: 29, velocity: 76, legato: 1)
    // The tune again, a whole tone higher and in octaves; the last bars lead to the ending.
    let six = tune.split(separator: "|").prefix(6).joined(separator: "|")
    for octave in [0, 12] { part.play(six, bar: 33, velocity: 88, transpose: 2 + octave, legato: 0.98) }
    part.play(
      """
      [g5 g4]:3! [f#5 f#4]:3 [e5 e4]:6 r:2 [b4 b3]:2 | [c6 c5]:6! [b5 b4]:2 [a5 a4]:4 [f#5 f#4]:4 | \
      [g5 b4 g4 e4]:8! [a5 b4 f#4]:8 | [g#5 e5 b4 g#4]:16 | [g#5 e5 b4 g#4 e4]:16 | r:16
      """, bar: 39, velocity: 92, legato: 1)
    part.ramp(1, 0, 40, 41, 42)
    part.ramp(11, 112, 76, 42, 43)
    part.ramp(11, 76, 8, 43, 43.95)
    return part
  }

  static func vibes() -> Part {
    var part = Part("Vibraphone", channel: 11, program: 11, volume: 112, pan: 40, reverb: 112)
    part.play(
      "r:8 e5:2 f5:2 a5:2 c6:2 | r:8 d6:4 a5:4 | r:8 bb5:2 d6:2 f6:4 | r:4 e6:4 c#6:4 g5:4", bar: 1, velocity: 72)
    part.play("r:4 g5:1 a5:1 c6:2 e6:4 r:4 | r:16 | r:16 | r:16 | r:8 g5:2 bb5:2 c6:2 d6:2", bar: 8, velocity: 82)
    part.play("r:8 e6:2 d6:2 a5:4 | r:16 | r:8 b5:2 d6:2 e6:4", bar: 22, velocity: 70)
    part.play("r:16 | r:8 e6:2 b5:2 f#5:2 g#5:2 | b6:16", bar: 41, velocity: 70)
    part.pedal(42...43)
    return part
  }

  static func bells() -> Part {
    var part = Part("Bells", channel: 15, program: 14, volume: 104, pan: 84, reverb: 120, from: 33)
    part.play("e5:16!", bar: 33, velocity: 60, legato: 1)
    part.play("g5:16", bar: 37, velocity: 80, legato: 1)
    part.play("b4:16 | e5:16 | r:16", bar: 42, velocity: 70, legato: 1)
    return part
  }
}
