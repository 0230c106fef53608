extension DemoSong {
  static func drums(_ patterns: PatternSection) -> Part {
    var part = Part("Drums", channel: 10, program: 0, volume: 112, pan: 64, reverb: 42)
    part.looseness = 3
    pickup(&part)
    firstGroove(&part)
    secondGroove(&part)
    part.strike(49, ["x..............."], bar: 21, velocity: 80)
    part.play(patterns.notes(on: 10))
    build(&part)
    lastGroove(&part)
    ending(&part)
    return part
  }

  /// A quiet ride cymbal and a fill into the groove.
  private static func pickup(_ part: inout Part) {
    part.strike(
      51, ["................", "x.......x.......", "x.......x.......", "x...x...x......."], bar: 1, velocity: 44)
    part.strike(38, ["............g.gx"], bar: 4, velocity: 78)
    part.strike(48, ["..........x....."], bar: 4, velocity: 72)
    part.strike(45, ["...........x...."], bar: 4, velocity: 76)
    part.roll(49, from: 4.5, to: 4.98, every: 60, velocities: 14...50)
  }

  private static func firstGroove(_ part: inout Part) {
    let bars = 5
    part.strike(49, ["x..............."], bar: bars, velocity: 92)
    part.strike(36, Array(repeating: "X..x..x...x.....", count: 7) + ["X..x..x...x.X..."], bar: bars, velocity: 88)
    part.strike(37, Array(repeating: "....x.......x...", count: 4), bar: bars, velocity: 84)
    part.strike(38, Array(repeating: "....X..g.g..X..g", count: 3) + ["....X..g.gx.XxxX"], bar: bars + 4, velocity: 86)
    part.strike(42, Array(repeating: "x.gxx.gxx.gxx.gx", count: 8), bar: bars, velocity: 66)
    part.strike(
      46, ["..............x.", "................", "..............x.", "................"], bar: bars + 4, velocity: 70)
    part.strike(63, Array(repeating: "..........xx....", count: 8), bar: bars, velocity: 70)
    part.strike(64, Array(repeating: ".............x..", count: 8), bar: bars, velocity: 72)
    part.strike(62, Array(repeating: "..x..x......g...", count: 8), bar: bars, velocity: 64)
    part.strike(47, ["...........x...."], bar: 12, velocity: 84)
  }

  private static func secondGroove(_ part: inout Part) {
    let bars = 13
    part.strike(57, ["X...............", "", "", "", "x..............."].map(filled), bar: bars, velocity: 86)
    part.strike(36, Array(repeating: "X..x..X...x..x..", count: 7) + ["X..x..X.X.X.X.X."], bar: bars, velocity: 92)
    part.strike(38, Array(repeating: "....X..g.g..X..g", count: 7) + ["....X..g..x.X.xX"], bar: bars, velocity: 92)
    part.strike(42, Array(repeating: "x.x.x.x.x.x.x...", count: 8), bar: bars, velocity: 72)
    part.strike(46, Array(repeating: "..............x.", count: 8), bar: bars, velocity: 72)
    part.strike(54, Array(repeating: "....x.......x...", count: 8), bar: bars, velocity: 70)
    part.strike(70, Array(repeating: "xgxgxgxgxgxgxgxg", count: 8), bar: bars, velocity: 62)
    part.strike(50, ["........xx......"], bar: 20, velocity: 92)
    part.strike(47, ["..........xx...."], bar: 20, velocity: 94)
    part.strike(43, ["............xxxx"], bar: 20, velocity: 98)
  }

  /// From the patterns to the last groove.
  private static func build(_ part: inout Part) {
    part.roll(57, from: 32.25, to: 32.98, every: 60, velocities: 12...64)
    part.roll(38, from: 31.5, to: 32.5, every: 120, velocities: 24...74)
    part.roll(38, from: 32.5, to: 32.98, every: 60, velocities: 60...100)
    part.strike(50, ["........xx......"], bar: 32, velocity: 92)
    part.strike(47, ["..........xx...."], bar: 32, velocity: 94)
    part.strike(43, ["............xxxx"], bar: 32, velocity: 98)
  }

  private static func lastGroove(_ part: inout Part) {
    let bars = 33
    part.strike(49, ["X...............", "", "", "", "X..............."].map(filled), bar: bars, velocity: 86)
    part.strike(36, Array(repeating: "X..x..X...X..x..", count: 7) + ["X.......X......."], bar: bars, velocity: 89)
    part.strike(38, Array(repeating: "....X..g.g..X.g.", count: 7) + ["....X.......XxXX"], bar: bars, velocity: 90)
    part.strike(51, Array(repeating: "x.xgx.xgx.xgx.xg", count: 7), bar: bars, velocity: 78)
    part.strike(53, Array(repeating: "x.......x.......", count: 7), bar: bars, velocity: 66)
    part.strike(54, Array(repeating: "....x.......x...", count: 7), bar: bars, velocity: 78)
    part.strike(70, Array(repeating: "xgxgxgxgxgxgxgxg", count: 7), bar: bars, velocity: 66)
    part.strike(45, ["........x.x....."], bar: 40, velocity: 94)
    part.strike(41, ["...........xx..."], bar: 40, velocity: 98)
  }

  private static func ending(_ part: inout Part) {
    part.strike(49, ["X...............", "X..............."], bar: 41, velocity: 84)
    part.strike(57, ["........X.......", "................"], bar: 41, velocity: 88)
    part.strike(36, ["X.......X.......", "X..............."], bar: 41, velocity: 78)
    part.strike(38, ["X.......X......."], bar: 41, velocity: 78)
    part.roll(49, from: 42.45, to: 42.97, every: 60, velocities: 12...58)
    part.strike(81, ["x..............."], bar: 43, velocity: 60)
    part.strike(84, ["....x..........."], bar: 43, velocity: 50)
  }

  private static func filled(_ pattern: String) -> String {
    pattern.isEmpty ? String(repeating: ".", count: 16) : pattern
  }

  static func timpani() -> Part {
    var part = Part("Timpani", channel: 14, program: 47, volume: 90, pan: 74, reverb: 96)
    part.roll(47, from: 32.25, to: 32.98, every: 60, velocities: 32...80)
    part.play("e2:4! r:12", bar: 33, velocity: 70)
    part.roll(47, from: 40.5, to: 40.98, every: 60, velocities: 40...92)
    part.play("c2:8! d2:8! | e2:4! r:12", bar: 41, velocity: 86)
    part.roll(40, from: 42.25, to: 42.98, every: 60, velocities: 20...70)
    part.play("e2:4! r:12", bar: 43, velocity: 84)
    return part
  }

  static func cymbal() -> Part {
    var part = Part("Reverse Cymbal", channel: 16, program: 119, volume: 116, pan: 50, reverb: 80)
    for bar in [12, 20] { part.play("r:2 c4:13 r:1", bar: bar, velocity: 84, legato: 1) }
    return part
  }
}
