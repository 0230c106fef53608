import Synchronization

/// The studio's server. It lies in a program of its own, `tactus-studio`, so that `tactus` starts as fast without it.
package enum StudioServing {
  private static let given = Mutex<(@Sendable (StudioSettings) throws -> Void)?>(nil)

  /// A function that serves the studio until it is interrupted; nil in programs without a server.
  package static var server: (@Sendable (StudioSettings) throws -> Void)? {
    get { given.withLock { $0 } }
    set { given.withLock { $0 = newValue } }
  }
}
