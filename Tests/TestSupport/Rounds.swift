import Foundation

/// How many rounds a random test makes: `normal`, times the environment variable TACTUS_ROUNDS where it is set.
public func rounds(_ normal: Int) -> Int {
  let factor = ProcessInfo.processInfo.environment["TACTUS_ROUNDS"].flatMap { Double($0) } ?? 1
  return max(1, Int((Double(normal) * factor).rounded()))
}
