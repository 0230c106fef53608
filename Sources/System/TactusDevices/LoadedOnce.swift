import TactusRealtime

/// A library that is loaded at its first use and stays loaded. If it cannot be loaded, the next use tries again.
///
/// - Thread: control, any number of threads
package final class LoadedOnce<Library: Sendable>: Sendable {
  private let library = Guarded<Library?>(nil)

  package init() {}

  /// Returns the library, which `load` loads at the first use. If several threads load it at once, all get the same one.
  package func get<Failure>(_ load: () throws(Failure) -> Library) throws(Failure) -> Library {
    if let library = library.withLock({ $0 }) { return library }
    let loaded = try load()
    return library.withLock { library in
      let first = library ?? loaded
      library = first
      return first
    }
  }
}
