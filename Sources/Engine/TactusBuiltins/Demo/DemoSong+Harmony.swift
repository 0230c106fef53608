extension DemoSong {
  static func piano() -> Part {
    var part = Part("Piano", channel: 1, program: 0, volume: 104, pan: 60, reverb: 83)
    part.looseness = 9
    part.play("a4:8 d5:4 e5:4 | f5:8! d5:4 c5:4 | bb4:6 c5:2 d5:4 f5:4! | e5:8 c#5:4 [a4 g5]:4", bar: 1, velocity: 86)
    part.play(
      """
      d2:2 a2:2 d3:2 f3:2 a3:2 f3:2 e3:2 c3:2 | bb1:2 f2:2 bb2:2 d3:2 f3:2 d3:2 c3:2 a2:2 | \
      g1:2 d2:2 g2:2 bb2:2 d3:2 bb2:2 a2:2 f2:2 | a1:2 e2:2 a2:2 d3:2 e3:2 c#3:2 g3:2 bb3:2
      """, bar: 1, velocity: 66)
    part.pedal(1...4)
    part.play("[d3 d4 f4 a4]:4! r:12 | r:16 | r:16 | r:6 [c5 e5]:2 [e5 g5]:2! r:6", bar: 5, velocity: 74)
    part.play("r:16 | r:16 | r:8 f5:1 e5:1 d5:1 a4:1 f4:4 | r:8 [eb5 a5]:2 [d5 g5]:2 [c5 f5]:4", bar: 9, velocity: 74)
    part.comp(second, "X--...x-..x-x...", bar: 13, velocity: 72, transpose: 12)
    part.play("[d2 d3 a3 e4]:16!", bar: 21, velocity: 62, legato: 1)
    part.comp(Array(third.suffix(4)), "X---x---X---x---", bar: 29, velocity: 57)
    part.comp(Array(first.prefix(6)), "X---x---X---x---", bar: 33, velocity: 73, transpose: 2)
    part.play(
      "[e2 e3]:4! [b3 e4 g4]:4 [e3 b3 d4]:4 [b3 e4 g4]:4 | [a2 e3 c4 g4]:8! [b2 f#3 a3 d#4]:8!", bar: 39, velocity: 80)
    part.play(
      "[c2 g2 e3 b3]:8! [d2 a2 f#3 b3]:8! | e2:2 b2:2 e3:2 g#3:2 b3:2 f#4:2 g#4:2 b4:2 | [e5 g#5]:2' [b5 e6]:14'",
      bar: 41,
      velocity: 68)
    part.pedal(39...41)
    part.set(64, 127, at: 42.01)
    part.set(64, 0, at: 44.7)
    return part
  }

  static func electricPiano() -> Part {
    var part = Part("Electric Piano", channel: 2, program: 4, volume: 88, pan: 44, reverb: 64, chorus: 50)
    part.looseness = 7
    part.comp(first, "x--x--x-..x-.x--", bar: 5, velocity: 68)
    part.comp(second, "..x-..X-..x-..x-", bar: 13, velocity: 70)
    part.comp(Array(third.suffix(8)), "..x---x-......x-", bar: 25, velocity: 58)
    part.comp(Array(first.prefix(6)), "x--x--x-..x-.x--", bar: 33, velocity: 64, transpose: 2)
    part.comp(["g3 b3 d4 f#4", "g3 c4 e4/a3 d#4 f#4"], "x-------x-------", bar: 39, velocity: 70)
    return part
  }

  static func bass(_ patterns: PatternSection) -> Part {
    var part = Part("Bass", channel: 3, program: 33, volume: 104, pan: 64, reverb: 12)
    part.looseness = 3
    let groove = """
      d2:3! d2:1 r:2 a2:2 c3:2 d3:2 a2:2 f2:2 | g2:3! g2:1 r:2 d3:2 f3:2 e3:2 d3:2 b2:2 | \
      c2:3! c2:1 r:2 g2:2 bb2:2 c3:2 g2:2 e2:2 | f2:3! f2:1 r:2 c3:2 e3:2 c3:2 a2:2 g2:2 | \
      bb1:3! bb1:1 r:2 f2:2 a2:2 bb2:2 f2:2 d2:2 | e2:3! e2:1 r:2 bb2:2 a2:3! a2:1 c#3:2 e3:2
      """
    part.play(groove, bar: 5, velocity: 90, legato: 0.86)
    part.play(
      "d2:3! d2:1 r:2 a2:2 d3:2 c3:2 a2:2 g2:2 | c2:3! c2:1 r:2 g2:2 f2:3! f2:1 a2:2 c3:2", bar: 11, velocity: 90,
      legato: 0.86)
    let roots = ["bb1:3! bb1:3 bb1:2 r:2 d2:2 f2:2 bb2:2", "c2:3! c2:3 c2:2 r:2 e2:2 g2:2 c3:2"]
    let more = ["a1:3! a1:3 a1:2 r:2 c2:2 e2:2 a2:2", "d2:3! d2:3 d2:2 r:2 f#2:2 a2:2 c3:2"]
    let last = ["g1:3! g1:3 g1:2 r:2 bb1:2 d2:2 g2:2", roots[1], "f2:3! f2:3 f2:2 bb1:3! bb1:3 d2:2"]
    let turn = ["e2:3! e2:3 e2:2 a1:3! a1:1 c#2:2 e2:2"]
    part.play((roots + more + last + turn).joined(separator: " | "), bar: 13, velocity: 94, legato: 0.84)
    part.play(patterns.notes(on: 3))
    part.play(groove, bar: 33, velocity: 93, transpose: 2, legato: 0.86)
    part.play("e2:3! e2:1 r:2 b2:2 e3:2 d3:2 b2:2 a2:2 | a1:4! a1:4 b1:4! b1:4", bar: 39, velocity: 94, legato: 0.9)
    part.play("c2:8! d2:8! | e1:16! | r:16", bar: 41, velocity: 88, legato: 1)
    part.bend(0, -200, at: 12.94, over: 1)
    part.bend(0, 0, at: 13, over: 1)
    return part
  }

  static func pad() -> Part {
    var part = Part("Warm Pad", channel: 4, program: 89, volume: 96, pan: 64, reverb: 96, chorus: 30)
    part.ramp(11, 30, 100, 1, 3)
    part.play(
      "[d3 a3 e4 f4]:16 | [bb2 f3 c4 d4]:16 | [g2 f3 bb3 d4]:16 | [a2 e3 a3 d4]:8 [a2 e3 g3 c#4]:8", bar: 1,
      velocity: 66, legato: 1)
    part.ramp(11, 100, 64, 4.5, 5)
    part.comp(first, "x---------------", bar: 5, velocity: 54)
    part.ramp(11, 60, 84, 20, 21)
    part.comp(third, "x---------------", bar: 21, velocity: 58)
    part.ramp(11, 84, 104, 29, 33)
    part.comp(Array(first.prefix(6)), "x---------------", bar: 33, velocity: 60, transpose: 2)
    part.play("[e3 b3 f#4 g#4]:16 | [e3 b3 f#4 g#4]:16 | r:16", bar: 42, velocity: 64, legato: 1)
    part.ramp(11, 100, 0, 43.2, 44)
    return part
  }

  static func choir() -> Part {
    var part = Part("Choir", channel: 12, program: 52, volume: 88, pan: 64, reverb: 120, from: 33)
    part.ramp(11, 60, 110, 33, 35)
    part.comp(Array(first.prefix(6)), "x---------------", bar: 33, velocity: 70, transpose: 14)
    part.play(
      """
      [g4 b4 e5]:16 | [g4 c5 e5]:8 [f#4 b4 d#5]:8 | [g4 b4 e5]:8 [a4 d5 f#5]:8 | [g#4 b4 e5]:16 | \
      [g#4 b4 e5]:16 | r:16
      """,
      bar: 39, velocity: 76, legato: 1)
    part.ramp(11, 118, 80, 41, 42.5)
    part.ramp(11, 80, 6, 42.8, 43.9)
    return part
  }

  static func guitar(_ patterns: PatternSection) -> Part {
    var part = Part("Muted Guitar", channel: 9, program: 28, volume: 94, pan: 96, reverb: 38)
    part.looseness = 3
    part.comp(
      ["d4 a4", "d4 b4", "d4 bb4", "c4 a4", "d4 a4", "d4 bb4/c#4 g4", "d4 a4", "c4 g4/c4 a4"], "x.x..x.X.x..x.x.",
      bar: 5, velocity: 66)
    part.comp(
      ["c4 d4", "d4 g4", "c4 e4", "c4 eb4", "d4 a4", "d4 a4", "c4 g4/a3 d4", "d4 g4/c#4 g4"], "x.xXx.x.x.xXx.xx",
      bar: 13, velocity: 72)
    part.play(patterns.notes(on: 9))
    part.comp(
      ["e4 b4", "e4 c#5", "e4 c5", "d4 b4", "e4 b4", "e4 c5/d#4 a4", "e4 b4", "e4 c5/d#4 a4"], "x.xXx.x.x.xXx.xx",
      bar: 33, velocity: 65)
    return part
  }

  static func brass() -> Part {
    var part = Part("Brass", channel: 8, program: 61, volume: 90, pan: 84, reverb: 80)
    part.looseness = 5
    part.play(
      """
      r:16 | r:6 [bb4 d5 e5]:2! r:2 [bb4 d5 g5]:2 [c5 e5 g5]:4! | \
      r:16 | r:6 [c5 eb5 f#5]:2! r:2 [a4 c5 eb5]:2 [c5 eb5 f#5]:4! | \
      r:16 | r:6 [bb4 d5 e5]:2! r:2 [bb4 e5 a5]:2 [bb4 e5 g5]:4! | \
      [e4 a4 c5]:8 [f4 a4 d5]:8 | [e4 g4 bb4]:8! [e4 g4 c#5]:8!
      """, bar: 13, velocity: 86, legato: 0.9)
    part.ramp(11, 80, 120, 19, 21)
    // The dominant, from nothing; until here the saxophone has the channel.
    part.takeChannel(at: 31)
    part.ramp(11, 40, 127, 31, 33)
    part.play("[e4 a4 c5]:16 | [d#4 a4 b4]:8 [f#4 a4 d#5]:8!", bar: 31, velocity: 84, legato: 0.96)
    part.play(
      """
      [e4 b4 d5 g5]:6! r:10 | r:6 [c#5 f#5]:2! [b4 e5]:4 r:4 | \
      r:8 [f#4 c5 e5]:3! [f#4 c5 e5]:5 | [f#4 b4 d5]:6! r:10 | \
      [e4 b4 d5]:6! r:6 [e4 g4 b4]:4 | [e4 a4 c5]:8 [d#4 a4 b4]:8! | \
      [e4 g4 b4 d5]:12! r:4 | [e4 a4 c5 e5]:8! [d#4 a4 b4 f#5]:8! | \
      [e4 g4 b4 e5]:8! [f#4 a4 d5]:8! | [g#4 b4 e5]:12 r:4
      """, bar: 33, velocity: 92, legato: 0.92)
    part.ramp(11, 120, 40, 42.1, 42.7)
    return part
  }

  static func harp() -> Part {
    var part = Part("Harp", channel: 13, program: 46, volume: 96, pan: 36, reverb: 106)
    let up = "a2 bb2 c#3 d3 e3 f3 g3 a3 bb3 c#4 d4 e4 f4 g4 a4 bb4 c#5 d5 e5 f5 g5 a5"
    sweep(&part, up, from: 4.68, to: 4.995, velocity: 66)
    sweep(
      &part, "b2 c3 d#3 e3 f#3 g3 a3 b3 c4 d#4 e4 f#4 g4 a4 b4 c5 d#5 e5 f#5 g5 a5 b5", from: 32.62, to: 32.995,
      velocity: 48)
    sweep(&part, "e3 f#3 g#3 b3 e4 f#4 g#4 b4 e5 f#5 g#5 b5 e6 f#6 g#6 b6", from: 42.5, to: 42.98, velocity: 62)
    part.pedal(4...4)
    part.pedal(32...32)
    part.set(64, 127, at: 42.4)
    part.set(64, 0, at: 44.7)
    return part
  }

  private static func sweep(_ part: inout Part, _ names: String, from: Double, to: Double, velocity: Int) {
    let keys = Line.keys(names)
    for (index, key) in keys.enumerated() {
      let position = from + (to - from) * Double(index) / Double(keys.count)
      part.note(key, at: Part.tick(position), length: 200, velocity: velocity + index / 2)
    }
  }
}
