import CX11
import TactusRealtime

/// The X Window System's library, which is opened at its first use and stays open.
///
/// - Thread: control, any number of threads
package enum X11Library {
  /// The functions of the library; they live as long as the process.
  struct Functions: @unchecked Sendable {  // never written again
    let table: UnsafePointer<ctactus_x11_functions>
  }

  private static let loaded = Guarded<Functions?>(nil)

  /// Returns the library's functions; nil if this system does not have the library.
  static var functions: Functions? {
    loaded.withLock { loaded in
      if let loaded { return loaded }
      let table = UnsafeMutablePointer<ctactus_x11_functions>.allocate(capacity: 1)
      table.initialize(to: ctactus_x11_functions())
      guard ctactus_x11_load("libX11.so.6", table) == 0 else {
        table.deallocate()
        return nil
      }
      loaded = Functions(table: UnsafePointer(table))
      return loaded
    }
  }

  /// Whether this system has the library.
  package static var isInstalled: Bool { functions != nil }

  /// Whether windows can be opened: there is the library, and an X server.
  package static var isAvailable: Bool {
    guard let functions, let display = ctactus_x11_open(functions.table, nil) else { return false }
    ctactus_x11_close(functions.table, display)
    return true
  }

  /// The number of pixels for each unit that the user has chosen for the desktop (the resource `Xft.dpi`); 1 if unknown.
  package static var desktopScale: Double {
    guard let functions, let display = ctactus_x11_open(functions.table, nil) else { return 1 }
    defer { ctactus_x11_close(functions.table, display) }
    guard let text = functions.table.pointee.XGetDefault?(display, "Xft", "dpi"),
      let dots = Double(String(cString: text)),
      dots > 0
    else { return 1 }
    return min(max((dots / 96 * 4).rounded() / 4, 1), 4)
  }
}
