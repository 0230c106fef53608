import Foundation
import TactusDSP
import TestSupport
import Testing

@Suite struct FourierTransformTests {
  private func random(_ count: Int) -> [Double] {
    let seed = UInt64.random(in: 0...UInt64.max)
    print("FourierTransformTests seed", seed)
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Double.random(in: -1...1, using: &generator) }
  }

  @Test(arguments: [1, 2, 4, 8, 64, 256]) func itIsTheSumThatDefinesIt(count: Int) {
    let (x, y) = (random(count), random(count))
    var (re, im) = (x, y)
    FourierTransform(count: count).forward(&re, &im)
    for k in 0..<count {
      var (a, b) = (0.0, 0.0)
      for n in 0..<count {
        let angle = -2 * Double.pi * Double(k * n % count) / Double(count)
        a += x[n] * cos(angle) - y[n] * sin(angle)
        b += x[n] * sin(angle) + y[n] * cos(angle)
      }
      #expect(abs(re[k] - a) < 1e-11 && abs(im[k] - b) < 1e-11)
    }
  }

  @Test func theInverseOfTheForwardIsNTimesTheSignal() {
    let (x, y) = (random(1024), random(1024))
    var (re, im) = (x, y)
    let transform = FourierTransform(count: 1024)
    transform.forward(&re, &im)
    transform.inverse(&re, &im)
    for n in 0..<1024 { #expect(abs(re[n] / 1024 - x[n]) < 1e-13 && abs(im[n] / 1024 - y[n]) < 1e-13) }
  }
}
