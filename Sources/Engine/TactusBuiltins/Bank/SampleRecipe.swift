/// How a sample of the bank is generated.
struct SampleRecipe: Sendable {
  /// The name of the sample set.
  let set: String
  /// The expected properties of the sample.
  let facts: SampleFacts
  private let make: @Sendable () -> Wave

  init(set: String, facts: SampleFacts, make: @escaping @Sendable () -> Wave) {
    (self.set, self.facts, self.make) = (set, facts, make)
  }

  /// Generates the sample, with its peak at the level that all samples have.
  func wave() -> Wave { make().normalized() }

  /// Generates the frames of the sample.
  func frames() -> [Int16] {
    let points = wave().points
    return [Int16](unsafeUninitializedCapacity: points.count) { frames, filled in
      points.withUnsafeBufferPointer { points in
        while filled < points.count {
          let level = rounded(Double(points[filled]) * 32767)
          frames[filled] = Int16(level > 32767 ? 32767 : level < -32767 ? -32767 : level)
          filled += 1
        }
      }
    }
  }
}
