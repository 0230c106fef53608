import Tactus

/// A part of the system, ready to be measured: a fixed amount of work that can be done again and again.
public struct Workload {
  /// What it is called in tables and in the names of thresholds.
  public let name: String
  /// How many units of work one run does.
  public let amount: Int
  /// What a unit is.
  public let unit: String
  /// Does the work once, in the state that the runs before have left.
  public let run: () -> Void

  init(_ name: String, _ amount: Int, _ unit: String, _ run: @escaping () -> Void) {
    (self.name, self.amount, self.unit, self.run) = (name, amount, unit, run)
  }
}

/// A workload by name, and how it is made ready.
public struct WorkloadKind: Sendable {
  /// What it is called.
  public let name: String
  /// Makes it ready; what this costs is not measured.
  public let make: @Sendable () throws -> Workload

  init(_ name: String, _ make: @escaping @Sendable (String) throws -> Workload) {
    self.name = name
    self.make = { try make(name) }
  }

  /// All of them.
  public static let all: [WorkloadKind] = voices + effects + files + [sequencer]
}
