import Dispatch
import Synchronization
import TactusTool

extension StudioServer {
  /// Serves until the process ends, prints the address, and opens the browser.
  ///
  /// - Thread: control; it blocks
  package static func serve(_ settings: StudioSettings) throws {
    let server = StudioServer(settings)
    let (end, failure) = (DispatchSemaphore(value: 0), Failure())
    Task {
      do { try await server.run { try announce($0, settings) } } catch { failure.error.withLock { $0 = error } }
      end.signal()
    }
    end.wait()
    try failure.error.withLock { $0 }.map { throw $0 }
  }

  private final class Failure: Sendable {
    let error = Mutex<(any Error)?>(nil)
  }

  private static func announce(_ address: String, _ settings: StudioSettings) throws {
    var output = StandardOutput()
    try output.writeLine("The studio is at \(address)")
    switch settings.workspace {
    case .none: break
    case .file(let path): try output.writeLine("It opens \(path).")
    case .folder(let path): try output.writeLine("It opens and saves files in \(path).")
    }
    let isOpening = settings.opensBrowser && openBrowser(address)
    try output.writeLine(
      isOpening
        ? "If no browser opens, open this address in one. Ctrl-C ends the server."
        : "Open this address in a browser. Ctrl-C ends the server.")
    try output.flush()
  }

  /// Opens the browser; returns false if no program is found that can do so.
  private static func openBrowser(_ address: String) -> Bool {
    guard let page = LaunchPage(address) else { return false }
    guard Browser.open(page.path) else {
      page.remove()
      return false
    }
    Task {
      try? await Task.sleep(for: .seconds(LaunchPage.lifetime))
      page.remove()
    }
    return true
  }
}
