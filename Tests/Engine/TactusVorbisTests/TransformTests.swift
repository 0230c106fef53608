#if DEBUG
  import TestSupport
  import Testing

  @testable import TactusDSP
  @testable import TactusVorbis

  /// The transform and the windows, compared with their definitions.
  @Suite struct TransformTests {
    @Test(arguments: 6...13) func blocksAreThoseOfTheDefinition(bits: Int) {
      let count = 1 << (bits - 1)
      var random = SeededGenerator(seed: UInt64(bits))
      let spectrum = (0..<count).map { _ in Float.random(in: -1...1, using: &random) }
      let memory = SetupMemory()
      let values = memory.array(Float(0), count: count)
      BlockTransform(longestBits: bits, memory: memory).transform(spectrum, into: values, .tables(bits: bits))
      // some of the values of long blocks
      for index in stride(from: 0, to: count, by: max(1, count / 64) | 1) {
        var sum = 0.0
        for k in 0..<count {
          let turns = (Double(index) + 0.5) * (Double(k) + 0.5) / Double(2 * count)
          sum += Double(spectrum[k]) * ExactMath.cos2Pi(turns)
        }
        #expect(abs(Double(values[index]) - sum) < 2e-6 * Double(count).squareRoot() * 10, "\(index)")
      }
    }

    /// The squares of a window and of its mirror image sum to one.
    @Test(arguments: 6...13) func windowsKeepThePower(bits: Int) {
      let window = BlockTables.tables(bits: bits).window
      let count = 1 << (bits - 1)
      for index in 0..<count {
        let (rising, falling) = (Double(window[index]), Double(window[count - 1 - index]))
        #expect(abs(rising * rising + falling * falling - 1) < 1e-6)
      }
      #expect(window[0] > 0 && window[0] < 0.01)
    }

    @Test func conversionRoundsAndClips() {
      let cases: [(Float, Int16)] = [
        (0, 0), (0.5, 16_384), (1, 32_767), (-1, -32_768), (2, 32_767), (-1e30, -32_768), (.nan, 0),
        (.infinity, 32_767),
        (-.infinity, -32_768), (0.5 / 32_768, 0), (1.5 / 32_768, 2), (2.5 / 32_768, 2), (-0.5 / 32_768, 0),
        (-1.5 / 32_768, -2), (32_766.5 / 32_768, 32_766), (32_767.4 / 32_768, 32_767), (-32_768.5 / 32_768, -32_768),
      ]
      for shift in 0..<4 {
        let source = [Float](repeating: 0, count: shift) + cases.map(\.0)
        var target = [Int16](repeating: 0, count: source.count)
        target.withUnsafeMutableBufferPointer { FrameConversion.convert(source, source.count, to: $0.baseAddress!) }
        #expect(Array(target[shift...]) == cases.map(\.1))
      }
    }

    @Test func arcTangentsAreThoseOfTheirTangents() {
      for turns in stride(from: 0.001, to: 0.249, by: 0.003) {
        let tangent = ExactMath.sin2Pi(turns) / ExactMath.cos2Pi(turns)
        #expect(abs(CriticalBands.arcTangent(tangent) - 2 * .pi * turns) < 1e-12)
      }
      #expect(CriticalBands.arcTangent(0) == 0 && abs(CriticalBands.bark(1_000) - 8.5) < 0.3)
    }
  }
#endif
