import CX11
import TactusPictures
import TactusPlugin
import TactusWindow

/// A plug-in's window in the X Window System: inside a window of the host, or by itself.
///
/// It has a connection of its own. Whoever drives it calls ``run()`` when the connection has events and about thirty
/// times a second: the host's timer, or a ``X11Thread``. A lock lets both be used at the same time.
/// - Thread: any
package final class X11Window: @unchecked Sendable {  // the lock guards everything
  private let lock: UnsafeMutableRawPointer
  let x: UnsafePointer<ctactus_x11_functions>
  let display: OpaquePointer
  let handle: XID
  let context: OpaquePointer?
  private let visual: UnsafeMutablePointer<Visual>?
  let depth: Int32
  let closing: Atom
  let window: PluginWindow
  let isEmbedded: Bool
  var isAlive = true
  var isVisible = false
  private var lastActivity: Int64 = 0
  var lastPress: (time: UInt, point: Point, count: Int) = (0, Point(-100, -100), 0)
  /// Called when the user closes a window that is not embedded.
  package var onClose: () -> Void = {}

  /// The milliseconds between two readings of what plays.
  package static let interval: Int64 = 33

  /// Opens a window, which is not visible yet.
  ///
  /// - Parameters:
  ///   - window: what the window shows.
  ///   - parent: the host's window; nil for a window by itself.
  ///   - title: the title of a window by itself.
  /// - Returns: nil without the library, a server with 24-bit colors, or the parent.
  package init?(_ window: PluginWindow, parent: UInt?, title: String) {
    guard let functions = X11Library.functions, let lock = ctactus_x11_lock_new() else { return nil }
    x = functions.table
    guard let display = ctactus_x11_open(x, nil) else {
      ctactus_x11_lock_free(lock)
      return nil
    }
    (self.display, self.lock, self.window) = (display, lock, window)
    isEmbedded = parent != nil
    let screen = x.pointee.XDefaultScreen?(display) ?? 0
    visual = x.pointee.XDefaultVisual?(display, screen)
    depth = x.pointee.XDefaultDepth?(display, screen) ?? 0
    closing = x.pointee.XInternAtom?(display, "WM_DELETE_WINDOW", 0) ?? 0
    let root = x.pointee.XRootWindow?(display, screen) ?? 0
    var attributes = XSetWindowAttributes()
    attributes.bit_gravity = Int32(NorthWestGravity)
    attributes.colormap = x.pointee.XDefaultColormap?(display, screen) ?? 0
    attributes.event_mask = Self.events
    let mask = CWBackPixmap | CWBorderPixel | CWBitGravity | CWEventMask | CWColormap
    handle =
      x.pointee.XCreateWindow?(
        display, parent.map { XID($0) } ?? root, 0, 0, UInt32(window.surface.width), UInt32(window.surface.height), 0,
        depth,
        UInt32(InputOutput), visual, UInt(mask), &attributes) ?? 0
    let isOpen = ctactus_x11_error_count(x, display) == 0 && Self.isUsable(visual, depth)
    context = isOpen ? x.pointee.XCreateGC?(display, handle, 0, nil) : nil
    guard isOpen, context != nil else {
      isAlive = false
      return nil
    }
    describe(title)
  }

  deinit {
    if isAlive {
      if let context { _ = x.pointee.XFreeGC?(display, context) }
      _ = x.pointee.XDestroyWindow?(display, handle)
    }
    ctactus_x11_close(x, display)
    ctactus_x11_lock_free(lock)
  }

  private static let events = Int(
    KeyPressMask | ButtonPressMask | ButtonReleaseMask | PointerMotionMask
      | ExposureMask | StructureNotifyMask | FocusChangeMask)

  /// Whether pixels are 0x00RRGGBB.
  private static func isUsable(_ visual: UnsafeMutablePointer<Visual>?, _ depth: Int32) -> Bool {
    guard let visual else { return false }
    return depth >= 24 && visual.pointee.red_mask == 0xFF0000 && visual.pointee.green_mask == 0xFF00
      && visual.pointee.blue_mask == 0xFF
  }

  private func describe(_ title: String) {
    if isEmbedded {
      // XEmbed: version 0, and the window wants to be mapped
      let atom = x.pointee.XInternAtom?(display, "_XEMBED_INFO", 0) ?? 0
      let info: [Int] = [0, 1]
      info.withUnsafeBytes {
        _ = x.pointee.XChangeProperty?(
          display, handle, atom, atom, 32, Int32(PropModeReplace), $0.bindMemory(to: UInt8.self).baseAddress, 2)
      }
    } else {
      _ = x.pointee.XStoreName?(display, handle, title)
      var protocols = closing
      _ = x.pointee.XSetWMProtocols?(display, handle, &protocols, 1)
      var hints = XSizeHints()
      hints.flags = Int(PMinSize | PMaxSize)
      let least = PluginWindow.clamped(pixelWidth: 0, pixelHeight: 0, scale: window.scale)
      let most = PluginWindow.clamped(pixelWidth: 1 << 20, pixelHeight: 1 << 20, scale: window.scale)
      (hints.min_width, hints.min_height) = (Int32(least.width), Int32(least.height))
      (hints.max_width, hints.max_height) = (Int32(most.width), Int32(most.height))
      x.pointee.XSetWMNormalHints?(display, handle, &hints)
    }
    _ = x.pointee.XFlush?(display)
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    ctactus_x11_lock_acquire(lock)
    defer { ctactus_x11_lock_release(lock) }
    return body()
  }

  // MARK: The host's calls

  /// The file descriptor that can be read when there are events.
  package var descriptor: Int32 { x.pointee.XConnectionNumber?(display) ?? -1 }
  /// The number by which the window system knows the window.
  package var identifier: UInt { UInt(handle) }
  /// The size in pixels.
  package var size: (width: Int, height: Int) { locked { (window.surface.width, window.surface.height) } }
  package var scale: Double { locked { window.scale } }
  /// What the window shows, to be kept when it closes.
  package var state: WindowState { locked { window.state } }

  /// Shows or hides the window.
  package func show(_ isShown: Bool) {
    locked {
      guard isAlive else { return }
      isVisible = isShown
      if isShown { _ = x.pointee.XMapWindow?(display, handle) } else { _ = x.pointee.XUnmapWindow?(display, handle) }
      window.invalidate()
      _ = x.pointee.XFlush?(display)
    }
  }

  /// Sets the size in pixels, clamped to what the window can be.
  package func resize(width: Int, height: Int) {
    locked {
      guard isAlive else { return }
      window.resize(pixelWidth: width, pixelHeight: height)
      resizeHandle()
    }
  }

  package func setScale(_ scale: Double) {
    locked {
      guard isAlive else { return }
      window.setScale(scale)
      resizeHandle()
    }
  }

  private func resizeHandle() {
    _ = x.pointee.XResizeWindow?(display, handle, UInt32(window.surface.width), UInt32(window.surface.height))
    _ = x.pointee.XFlush?(display)
  }

  /// Keeps a window by itself above a window of the host.
  package func setOwner(_ owner: UInt) {
    locked {
      guard isAlive, !isEmbedded else { return }
      _ = x.pointee.XSetTransientForHint?(display, handle, XID(owner))
      _ = x.pointee.XFlush?(display)
    }
  }

  package func setTitle(_ title: String) {
    locked {
      guard isAlive else { return }
      _ = x.pointee.XStoreName?(display, handle, title)
      _ = x.pointee.XFlush?(display)
    }
  }

  // MARK: Running

  /// Receives the events that have arrived, and draws what has changed.
  ///
  /// - Returns: false if the window no longer exists, because the host's window has been destroyed.
  @discardableResult package func run() -> Bool {
    var isClosed = false
    let isAlive = locked {
      guard self.isAlive else { return false }
      isClosed = receiveEvents()
      guard self.isAlive else { return false }
      let now = ctactus_x11_now()
      let isDue = now - lastActivity >= Self.interval - 3
      if isDue { lastActivity = now }
      let changed = window.update(readsActivity: isDue)
      if isVisible { present(changed) }
      return true
    }
    if isClosed { onClose() }
    return isAlive
  }
}
