import TactusDevices
import Testing

/// Libraries that are loaded at their first use.
@Suite struct LoadedOnceTests {
  private final class Library: Sendable {}

  /// Two threads may load a library at the same time. The functions of the first one must not disappear with it.
  @Test func allUseTheFirstLibrary() {
    let once = LoadedOnce<Library>()
    var first: Library?
    let second = once.get { () -> Library in
      // another thread is faster
      first = once.get { Library() }
      return Library()
    }
    #expect(first === second)
    let third = once.get { Library() }
    #expect(third === second)
  }
}
