// swift-tools-version: 6.1
import PackageDescription

/// Returns the target of an example, a small complete program.
///
/// Run one with: swift run -c release --package-path Examples first-sound
func example(_ name: String) -> Target {
  .executableTarget(name: name, dependencies: [.product(name: "Tactus", package: "tactus")])
}

let package = Package(
  name: "tactus-examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "tactus", path: "..")],
  targets: [
    example("first-sound"), example("song-from-code"), example("render-cycles"), example("drum-machine"),
    example("live-pattern"), example("bank-swap"), example("audio-callback"), example("harmonizer"),
  ]
)
