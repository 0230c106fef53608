import TactusFileAccess

// What a window shows of a unit besides its parameters.

extension PluginUnit {
  /// Whether a loaded sequence plays instead of the lanes.
  /// - Thread: control, any number of threads
  package var playsSequence: Bool { contents.withLock { $0.sequence != nil } }
}

extension BankPreset {
  /// The bank files in the folders where systems and users keep banks.
  /// - Thread: control
  package static func files() -> [String] { BankSearch.ofProcess.run().candidates.map(\.path) }
}
