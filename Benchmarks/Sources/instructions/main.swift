// instructions [NUMBER]: does one workload twice, the second time inside of a function that callgrind counts by itself, and
// prints what it was; without a number, how many there are. See Scripts/count-instructions.

import Workloads

/// What callgrind looks for by its name; gives the amount, so that its end is its own.
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
