import Foundation

/// How many rounds a random test makes: `normal`, times the environment variable TACTUS_ROUNDS where it is set.
public func rounds(_ normal: Int) -> Int {
  let factor = ProcessInfo.processInfo.environment["TACTUS_ROUNDS"].flatMap { Double($0) } ?? 1
  return max(1, Int((Double(normal) * factor).rounded()))
}

/// The seed of a random test: that of the environment variable TACTUS_SEED where it is set, else another one each time.
/// Prints it.
public func seed(of test: String) -> UInt64 {
  let seed = ProcessInfo.processInfo.environment["TACTUS_SEED"].flatMap { UInt64($0) } ?? .random(in: .min ... .max)
  print("\(test): TACTUS_SEED=\(seed) replays it")
  return seed
}
