// swift-tools-version: 6.1
import PackageDescription

/// Whether the micro-benchmarks are built. They need a package whose dependencies take over two minutes of processor
/// time to build, so they are optional:
///
///     TACTUS_MICRO_BENCHMARKS=1 swift package --package-path Benchmarks benchmark
///
/// `traits: []` disables the package's counting of allocations, which needs two more packages.
let hasMicroBenchmarks = Context.environment["TACTUS_MICRO_BENCHMARKS"] != nil

/// The benchmark programs. `swift run -c release --package-path Benchmarks benchmarks` prints tables of times.
/// `limits` makes the measurements of Scripts/measure-limits; Scripts/count-instructions runs `instructions` under
/// callgrind.
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
