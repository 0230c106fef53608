import Benchmark
import Workloads

/// The cost of every workload in processor time of its thread, which other programs disturb less than wall-clock time.
/// The figure compared with the stored thresholds is the minimum of five runs, in picoseconds per unit of work.
let benchmarks: @Sendable () -> Void = {
  let cost = BenchmarkMetric.custom("ps of the processor for a unit", useScalingFactor: false)
  for kind in WorkloadKind.all {
    do {
      let workload = try kind.make()
      Benchmark(
        kind.name,
        configuration: .init(
          metrics: [cost], warmupIterations: 2, maxDuration: .seconds(1), maxIterations: 50,
          thresholds: [cost: .init(relative: [.p90: 60])])
      ) { benchmark in
        var least = Int.max
        for _ in 0..<5 {
          let start = ProcessorTime.now
          workload.run()
          least = min(least, ProcessorTime.now - start)
        }
        benchmark.measurement(cost, least * 1_000 / workload.amount)
      }
    } catch {
      fatalError("\(kind.name): \(error)")
    }
  }
}
