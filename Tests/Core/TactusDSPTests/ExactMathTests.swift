import TactusDSP
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite struct ExactMathTests {
  static let points = (0...2_000).map { Double($0) / 1_000 - 1 }

  @Test func exp2AgreesWithTheLibrary() {
    for x in Self.points {
      let y = x * 40
      #expect(abs(ExactMath.exp2(y) / exp2(y) - 1) < 2e-14)
    }
  }

  @Test func theQuickFormsAgreeWithTheLibrary() {
    for x in Self.points {
      #expect(abs(Double(ExactMath.exp2Single(x * 40)) / exp2(x * 40) - 1) < 7e-8)
      #expect(abs(ExactMath.exp2NearZero(x * 0.04) / exp2(x * 0.04) - 1) < 1e-14)
    }
    for x in [Double.nan, .infinity, -.infinity, 1e300] { _ = ExactMath.exp2Single(x) }
  }

  @Test func log2AgreesWithTheLibrary() {
    for x in Self.points {
      let y = exp2(x * 60)
      #expect(abs(ExactMath.log2(y) - log2(y)) < 2e-14 * max(1, abs(x * 60)))
    }
    #expect(ExactMath.log2(0x1p-1070) == -1070)
  }

  @Test func sineAndTangentAgreeWithTheLibrary() {
    for x in Self.points {
      #expect(abs(ExactMath.sin2Pi(x * 3) - sin(x * 3 * 2 * .pi)) < 1e-13)
      let t = (x + 1) * 0.24
      #expect(abs(ExactMath.tanPi(t) / max(1e-300, tan(t * .pi)) - (t == 0 ? 0 : 1)) < 1e-13)
    }
  }

  @Test func theEdgesDoNotTrap() {
    for x in [Double.nan, .infinity, -.infinity, 0, -0.0, 1e300, -1e300, .leastNonzeroMagnitude] {
      _ = ExactMath.exp2(x)
      _ = ExactMath.log2(x)
      _ = ExactMath.integer(x)
      _ = ExactMath.tanPi(x)
    }
    #expect(ExactMath.integer(.nan) == 0)
    #expect(ExactMath.floor(-0.5) == -1 && ExactMath.floor(2) == 2 && ExactMath.floor(2.5) == 2)
  }

  /// The exact bits, so that a platform with different results is detected.
  @Test func goldenBits() {
    #expect(ExactMath.exp2(0.3).bitPattern == 0x3FF3_B2C4_7BFF_8329)
    #expect(ExactMath.exp2(1).bitPattern == 2.0.bitPattern)
    #expect(ExactMath.log2(0.3).bitPattern == 0xBFFB_CA9C_6F53_897B)
  }
}
