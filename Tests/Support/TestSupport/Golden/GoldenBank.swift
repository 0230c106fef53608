extension Golden {
  /// The sample points, and the ranges of the samples in them.
  package struct Bank: Sendable {
    /// 16-bit points, all samples together.
    package var pool: [Int16]
    /// The low bytes of 24-bit points, as long as `pool`, or nil.
    package var lowBytes: [UInt8]?
    /// The sounds.
    package var samples: [Sample]

    package init(pool: [Int16], lowBytes: [UInt8]? = nil, samples: [Sample]) {
      self.pool = pool
      self.lowBytes = lowBytes
      self.samples = samples
    }

    /// A point of the pool, −1 ..< 1; 0 outside of it.
    func point(_ index: Int) -> Double {
      guard pool.indices.contains(index) else { return 0 }
      guard let lowBytes else { return Double(pool[index]) / 32_768 }
      return Double(Int(pool[index]) * 256 + Int(lowBytes[index])) / 8_388_608
    }
  }

  /// One recorded sound: addresses in the pool (ends are exclusive) and its pitch.
  package struct Sample: Sendable {
    package var start: Int
    package var end: Int
    package var loopStart: Int
    package var loopEnd: Int
    /// Points per second.
    package var rate: Double
    /// The key at which it sounds unchanged; above 127 means 60 (SF2.04 §7.10: unpitched or invalid).
    package var rootKey: Int
    /// Cents added to the pitch.
    package var correction: Int

    package init(
      start: Int, end: Int, loopStart: Int, loopEnd: Int, rate: Double = 48_000, rootKey: Int = 60,
      correction: Int = 0
    ) {
      self.start = start
      self.end = end
      self.loopStart = loopStart
      self.loopEnd = loopEnd
      self.rate = rate
      self.rootKey = rootKey
      self.correction = correction
    }
  }

  /// One preset zone combined with one instrument zone, fully resolved: what one voice plays.
  package struct Region: Sendable {
    /// Index into the bank's samples.
    package var sample: Int
    /// Generator sums (instrument value or default, plus preset value), before any clamping; absent = default.
    package var generators: [Generator: Int]
    /// All modulators in force, default ones included. A link's index counts in this list.
    package var modulators: [Modulator]
    /// The region answers note-ons whose played key and velocity are inside.
    package var keys: ClosedRange<Int>
    package var velocities: ClosedRange<Int>

    package init(
      sample: Int = 0, generators: [Generator: Int] = [:], modulators: [Modulator] = Modulator.defaults,
      keys: ClosedRange<Int> = 0...127, velocities: ClosedRange<Int> = 1...127
    ) {
      self.sample = sample
      self.generators = generators
      self.modulators = modulators
      self.keys = keys
      self.velocities = velocities
    }

    /// The sum of a generator, clamped to its range (SF2.04 §9.4: the sum, not its parts).
    func amount(_ generator: Generator) -> Double {
      let sum = generators[generator] ?? generator.defaultAmount
      return generator.clamp(Double(sum))
    }
  }
}
