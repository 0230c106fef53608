import Foundation

/// Numbers from the environment: how long the long tests run.
public enum Environment {
  /// The variable's value, or a default where it is missing or no number.
  public static func count(_ name: String, default value: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? value
  }
}
