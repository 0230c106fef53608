import TestSupport
import Testing

@Suite struct GoldenUnitsTests {
  @Test func timecents() {
    #expect(isNear(Golden.seconds(timecents: -12_000), 1.0 / 1_024))
    #expect(isNear(Golden.seconds(timecents: -7_973), 0.010, 1e-5))
    #expect(Golden.seconds(timecents: 1_200) == 2)
    #expect(Golden.seconds(timecents: -32_768) == 0)
  }

  @Test func absoluteCents() {
    #expect(isNear(Golden.hertz(absoluteCents: 0), 8.1758, 1e-4))
    #expect(Golden.hertz(absoluteCents: 6_900) == 440)
    #expect(isNear(Golden.hertz(absoluteCents: 13_500), 19_912, 1))
  }

  @Test func centibelsAndPan() {
    #expect(isNear(Golden.gain(centibels: 60), 0.5012, 1e-4))
    let (left, right) = Golden.panGains(0)
    #expect(isNear(decibels(left), -3.0103, 1e-4) && isNear(left, right))
    #expect(Golden.panGains(-500).left == 1 && isNear(Golden.panGains(-500).right, 0))
    #expect(isNear(Golden.panGains(500).left, 0) && Golden.panGains(500).right == 1)
  }

  @Test func curves() {
    for v in 1...127 {
      // 960 · concave(1 − v/127) centibels are (v/127)².
      let x = Double(v) / 127
      #expect(isNear(Golden.gain(centibels: 960 * Golden.concave(1 - x)), x * x, 1e-12))
      #expect(isNear(Golden.convex(x), 1 - Golden.concave(1 - x)))
      #expect(Golden.concave(x) <= x + 1e-12 && Golden.convex(x) >= x - 1e-12)
    }
    #expect(Golden.concave(0) == 0 && Golden.concave(1) == 1)
    #expect(Golden.convex(0) == 0 && Golden.convex(1) == 1)
    #expect(Golden.convex(0.0039) == 0 && Golden.convex(0.0041) > 0)
  }
}
