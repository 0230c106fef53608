// swift-tools-version: 6.1
import PackageDescription

/// Run it with: swift run -c release --package-path Benchmarks
let package = Package(
  name: "tactus-benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tactus", path: "..")],
  targets: [
    .executableTarget(name: "benchmarks", dependencies: [.product(name: "Tactus", package: "tactus")])
  ]
)
