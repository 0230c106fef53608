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
    wave().points.map { Int16(max(-32767, min(32767, rounded(Double($0) * 32767)))) }
  }
}
