// swift-tools-version: 6.1
import PackageDescription

/// The micro-benchmarks need a package with dependencies of its own, which take over two minutes of the processor to
/// build. So they are there on request:
///
///     TACTUS_MICRO_BENCHMARKS=1 swift package --package-path Benchmarks benchmark
///
/// `traits: []` leaves out its counting of allocations, which needs two more packages.
let hasMicroBenchmarks = Context.environment["TACTUS_MICRO_BENCHMARKS"] != nil

/// `benchmarks` prints tables: swift run -c release --package-path Benchmarks benchmarks
/// `limits` measures what Scripts/measure-limits asks for; `instructions` is counted by Scripts/count-instructions.
let package = Package(
  name: "tactus-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tactus", path: "..")],
  targets: [
    .target(name: "Workloads", dependencies: [.product(name: "Tactus", package: "tactus")]),
    .executableTarget(name: "benchmarks", dependencies: ["Workloads"]),
    .executableTarget(name: "limits", dependencies: ["Workloads"]),
    .executableTarget(name: "instructions", dependencies: ["Workloads"]),
  ]
)

if hasMicroBenchmarks {
  package.dependencies.append(.package(url: "https://github.com/ordo-one/benchmark", exact: "1.38.1", traits: []))
  package.targets.append(
    .executableTarget(
      name: "Parts", dependencies: ["Workloads", .product(name: "Benchmark", package: "benchmark")], path: "Parts",
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]))
}
