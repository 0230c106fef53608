import Tactus

/// A fixed amount of work of one part of the system, which can be repeated for a measurement.
public struct Workload {
  /// The name in tables and in the file names of thresholds.
  public let name: String
  /// The number of units of work in one run.
  public let amount: Int
  /// The unit of work, in words.
  public let unit: String
  /// Does the work once, starting from the state that the previous run left.
  public let run: () -> Void

  init(_ name: String, _ amount: Int, _ unit: String, _ run: @escaping () -> Void) {
    (self.name, self.amount, self.unit, self.run) = (name, amount, unit, run)
  }
}

/// The name of a workload, and the function that prepares the workload.
public struct WorkloadKind: Sendable {
  /// The name of the workload.
  public let name: String
  /// Prepares the workload; the time for this is not measured.
  public let make: @Sendable () throws -> Workload

  init(_ name: String, _ make: @escaping @Sendable (String) throws -> Workload) {
    self.name = name
    self.make = { try make(name) }
  }

  /// All workloads.
  public static let all: [WorkloadKind] = voices + effects + files + [sequencer]
}
