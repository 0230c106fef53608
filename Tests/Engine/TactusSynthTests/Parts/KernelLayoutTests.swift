#if DEBUG
  import CTactusKernels
  import TactusDSP
  import Testing

  @testable import TactusSynth

  /// The kernels read the groups of voices as structures of C; both must have the same offsets.
  @Suite struct KernelLayoutTests {
    @Test func filtersComeFirst() {
      #expect(MemoryLayout<VoiceGroup>.offset(of: \.filters) == 0)
      #expect(MemoryLayout<FilterLanes>.offset(of: \.b) == MemoryLayout<TactusFilters>.offset(of: \.b))
      #expect(MemoryLayout<FilterLanes>.offset(of: \.gainStep) == MemoryLayout<TactusFilters>.offset(of: \.gain_step))
      #expect(MemoryLayout<FilterLanes>.offset(of: \.memory2) == MemoryLayout<TactusFilters>.offset(of: \.memory2))
      #expect(MemoryLayout<FilterLanes>.offset(of: \.through) == MemoryLayout<TactusFilters>.offset(of: \.through))
    }

    @Test func gainsFollow() {
      let lane = MemoryLayout<LaneFloats>.size
      #expect(MemoryLayout<VoiceGroup>.offset(of: \.gains) == MemoryLayout<TactusFilters>.size)
      #expect(MemoryLayout<TactusGains>.offset(of: \.chorus_step) == 7 * lane)
      #expect(MemoryLayout<GainLanes>.offset(of: \.chorusStep) == 7 * lane)
      #expect(MemoryLayout<GainLanes>.offset(of: \.rampAge) == 8 * lane)
    }
  }
#endif
