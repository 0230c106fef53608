import ArgumentParser
import Tactus

extension DemoFamily: ChoiceOption {}

/// A built-in demo: the demo song, or the short demo of a family of instruments.
struct Demo: Equatable {
  /// The family; nil for the demo song.
  var family: DemoFamily?

  /// Its name in file names and manifests: "demo", or "demo-strings".
  var name: String { family.map { "demo-\($0.rawValue)" } ?? "demo" }

  /// The demo with a name; nil if there is none.
  init?(named name: String) {
    if name == "demo" { return }
    guard let family = DemoFamily.allCases.first(where: { Demo($0).name == name }) else { return nil }
    self.family = family
  }

  init(_ family: DemoFamily? = nil) { self.family = family }

  /// The MIDI file.
  var file: FileBytes { family.map { Builtins.demoSong(of: $0) } ?? Builtins.demoSong }

  /// The gain in decibels with the built-in bank.
  var gain: Double { family.map { Builtins.demoGain(of: $0) } ?? Builtins.demoGain }
}
