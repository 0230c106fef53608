import Foundation

/// The number of rounds of a random test: `normal`, times the environment variable TACTUS_ROUNDS if it is set.
///
/// - Parameter unoptimized: the number that takes the place of `normal` in unoptimized builds such as that of
///   `swift test`, for tests that would take long there.
public func rounds(_ normal: Int, unoptimized: Int? = nil) -> Int {
  let factor = ProcessInfo.processInfo.environment["TACTUS_ROUNDS"].flatMap { Double($0) } ?? 1
  let number = isOptimized ? normal : unoptimized ?? normal
  return max(1, Int((Double(number) * factor).rounded()))
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
