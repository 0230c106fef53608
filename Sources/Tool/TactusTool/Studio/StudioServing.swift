import Synchronization

/// The studio's server, which is a separate program, `tactus-studio`, so that it does not slow down the start of
/// `tactus`.
package enum StudioServing {
  private static let given = Mutex<(@Sendable (StudioSettings) throws -> Void)?>(nil)

  /// A function that serves the studio until it is interrupted; nil in programs without a server.
  package static var server: (@Sendable (StudioSettings) throws -> Void)? {
    get { given.withLock { $0 } }
    set { given.withLock { $0 = newValue } }
  }
}
