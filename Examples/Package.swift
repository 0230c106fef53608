// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "tactus-examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tactus", path: "..")],
  targets: [
    .executableTarget(name: "first-sound", dependencies: [.product(name: "Tactus", package: "tactus")])
  ]
)
