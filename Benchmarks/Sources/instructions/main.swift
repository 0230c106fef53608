// instructions [NUMBER]: runs a workload twice, the second time inside a function that callgrind counts separately, and
// prints the workload's amount, unit and name. Without a number, prints how many workloads there are. See
// Scripts/count-instructions.

import Workloads

/// Runs a workload; callgrind finds this function by its name. It returns the amount so that the call of `run` is not a
/// tail call.
@inline(never)
func counted(_ workload: borrowing Workload) -> Int {
  workload.run()
  return workload.amount
}

let kinds = WorkloadKind.all
if let number = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }), kinds.indices.contains(number) {
  let workload = try kinds[number].make()
  workload.run()
  print("\(counted(workload))\t\(workload.unit)\t\(workload.name)")
} else {
  print(kinds.count)
}
