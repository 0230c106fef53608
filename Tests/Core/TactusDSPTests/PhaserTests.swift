#if DEBUG
  import TestSupport
  import Testing

  @testable import TactusDSP

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Darwin)
    import Darwin
  #endif

  @Suite struct PhaserTests {
    /// The frequency at which a phaser's notch is moves by the depth in octaves, as a triangle.
    @Test func aPhaserMoves() {
      let settings = InsertionTests.make {
        $0.modulation.kind = .phaser
        $0.modulation.phaser.frequency = 1_000
        $0.modulation.phaser.depth = 1
        $0.modulation.phaser.rate = 1
        $0.modulation.phaser.stages = 4
      }
      let tuning = PhaserTuning(settings.modulation.phaser, sampleRate: 48_000)
      for (turns, hertz) in [(0.0, 500.0), (0.25, 1_000), (0.5, 2_000), (0.625, 1_414.2), (0.75, 1_000)] {
        let a = Double(tuning.coefficient(at: UInt32(turns * 0x1p32)))
        let found = 48_000 / Double.pi * atan((1 + a) / (1 - a))
        #expect(abs(found / hertz - 1) < 1e-3, "\(found) Hz at \(turns)")
      }
      #expect(
        Double(tuning.phaseStep) * 3_000 * 0x1p-32 == 1 || abs(Double(tuning.phaseStep) * 3_000 * 0x1p-32 - 1) < 1e-5)
    }
  }
#endif
