import Foundation

/// The number of rounds of a random test: `normal`, times the environment variable TACTUS_ROUNDS if it is set.
public func rounds(_ normal: Int) -> Int {
  let factor = ProcessInfo.processInfo.environment["TACTUS_ROUNDS"].flatMap { Double($0) } ?? 1
  return max(1, Int((Double(normal) * factor).rounded()))
}

/// Whether the modules under test are compiled with optimization, as in release builds and in the debug build of
/// `.ci/run`.
public var isOptimized: Bool {
  #if OPTIMIZED
    true
  #else
    false
  #endif
}

/// The seed of a random test: the environment variable TACTUS_SEED if it is set, otherwise a different one each time.
/// Prints it.
public func seed(of test: String) -> UInt64 {
  let seed = ProcessInfo.processInfo.environment["TACTUS_SEED"].flatMap { UInt64($0) } ?? .random(in: .min ... .max)
  print("\(test): TACTUS_SEED=\(seed) replays it")
  return seed
}
