import TactusPictures
import TestSupport
import Testing

@Suite struct AxisTests {
  @Test func stepsAreOneTwoFive() {
    for (least, step) in [(0.3, 0.5), (1, 1), (1.1, 2), (2.5, 5), (7, 10), (0.0011, 0.002), (51, 100)] {
      #expect(abs(Ticks.step(atLeast: least) / step - 1) < 1e-9, "\(least)")
    }
  }

  @Test func marksHaveTheRoomTheyAskFor() {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("AxisTests seed", seed)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(300) {
      let low = Double.random(in: 0...5000, using: &random)
      let scale = AxisScale(
        low, low + Double.random(in: 0.001...20_000, using: &random), from: 50,
        to: 50 + Double.random(in: 100...2000, using: &random))
      let marks = Ticks.time(scale, room: 70)
      for (a, b) in zip(marks, marks.dropFirst()) { #expect(scale.position(b.value) - scale.position(a.value) >= 69.9) }
      let slack = 1e-5 * (scale.high - scale.low)  // a step's millionth, and no step is longer than ten scales
      #expect(marks.allSatisfy { $0.value >= scale.low - slack && $0.value <= scale.high + slack })
      // A mark is within the step above what was asked for: 2.5 times, or 3 on the clock.
      #expect(marks.count + 1 >= Int((scale.end - scale.start) / (70 * 3.01)), "\(scale)")
      #expect(Set(marks.map(\.label)).count == marks.count, "\(marks)")
    }
  }

  @Test func clocks() {
    #expect(Ticks.clock(0, digits: 0) == "0:00" && Ticks.clock(59.96, digits: 1) == "1:00.0")
    #expect(Ticks.clock(3723, digits: 0) == "1:02:03" && Ticks.clock(61.25, digits: 2) == "1:01.25")
  }

  @Test func frequenciesAreNamedInEveryDecade() {
    let axis = AxisScale(30, 22_050, from: 300, to: 0, isLogarithmic: true)
    let names = Ticks.frequencies(axis, room: 20).map(\.label).filter { !$0.isEmpty }
    #expect(names == ["50 Hz", "100 Hz", "200 Hz", "500 Hz", "1 kHz", "2 kHz", "5 kHz", "10 kHz", "20 kHz"])
    for value in [30.0, 100, 12_345] { #expect(abs(axis.value(axis.position(value)) / value - 1) < 1e-9) }
  }

  @Test func labelsKeepTheirDistanceAndEmptyOnesTakeNone() {
    var labels = Labels(in: Rect(x: 0, y: 0, width: 200, height: 20))
    let word = Text("word", at: Point(10, 12), Palette.text)
    let placed = [
      Text("", at: Point(12, 12), Palette.text), word, word, Text("too wide", at: Point(190, 12), Palette.text),
    ]
    .map { labels.add($0) }
    #expect(placed == [false, true, false, false])
  }

  @Test func shortenedTextFits() {
    for width in stride(from: 0.0, to: 200, by: 7) {
      let text = Text.fitting("Acoustic Grand Piano", width: width)
      #expect(Text.width(text) <= width || text.isEmpty)
    }
    #expect(Text.clean("a\u{1B}[2J\nb\u{202E}c  ") == "a [2J b c")
  }
}
