import CCLAP
import TactusPlugin
import TactusWindow
import TactusX11

/// The window of a plug-in instance, from `create` to `destroy`.
///
/// The host's timer and its watch on the window's connection drive it on the main thread; without them, a thread of its
/// own does.
/// - Thread: control
final class HostedWindow {
  private unowned let hosted: HostedUnit
  private let isFloating: Bool
  private let contents: PluginWindow
  private var window: X11Window?
  private var thread: X11Thread?
  private var timer: UInt32?
  private var watched: Int32?
  private var title: String
  private var owner: UInt?
  private var host: UnsafePointer<clap_host> { hosted.host }

  init(_ hosted: HostedUnit, isFloating: Bool) {
    self.hosted = hosted
    self.isFloating = isFloating
    title = hosted.unit.descriptor.name
    contents = PluginWindow(
      hosted.unit, host: hosted.edits, state: hosted.windowState ?? WindowState(hosted.unit.descriptor),
      scale: isFloating ? X11Library.desktopScale : 1)
  }

  /// Stops driving the window, and closes it. Called before the window is freed, while the instance exists.
  func close() {
    thread?.stop()
    thread = nil
    if let timer { _ = hosted.extensions.timers?.pointee.unregister_timer?(host, timer) }
    if let watched { _ = hosted.extensions.files?.pointee.unregister_fd?(host, watched) }
    (timer, watched) = (nil, nil)
    hosted.windowState = window?.state ?? contents.state
    window = nil
  }

  // MARK: Size

  var size: (width: Int, height: Int) { window?.size ?? (contents.surface.width, contents.surface.height) }

  func setScale(_ scale: Double) -> Bool {
    guard scale.isFinite, scale > 0 else { return false }
    if let window { window.setScale(scale) } else { contents.setScale(scale) }
    return true
  }

  func adjusted(_ width: UInt32, _ height: UInt32) -> (width: Int, height: Int) {
    PluginWindow.clamped(
      pixelWidth: Int(width), pixelHeight: Int(height), scale: window?.scale ?? contents.scale)
  }

  func resize(_ width: UInt32, _ height: UInt32) {
    if let window {
      window.resize(width: Int(width), height: Int(height))
    } else {
      contents.resize(pixelWidth: Int(width), pixelHeight: Int(height))
    }
  }

  // MARK: Opening

  /// Opens the window inside a window of the host.
  func setParent(_ parent: UInt) -> Bool {
    guard !isFloating, window == nil else { return false }
    return open(parent)
  }

  func setOwner(_ owner: UInt) -> Bool {
    guard isFloating else { return false }
    self.owner = owner
    window?.setOwner(owner)
    return true
  }

  func setTitle(_ title: String) {
    self.title = title
    if isFloating { window?.setTitle(title) }
  }

  func show(_ isShown: Bool) -> Bool {
    if window == nil, isFloating, isShown, !open(nil) { return false }
    guard let window else { return false }
    window.show(isShown)
    return true
  }

  private func open(_ parent: UInt?) -> Bool {
    guard let opened = X11Window(contents, parent: parent, title: title) else { return false }
    window = opened
    if let owner { opened.setOwner(owner) }
    let (extensions, host) = (hosted.extensions, hosted.host)
    opened.onClose = { [weak opened] in
      opened?.show(false)
      extensions.gui?.pointee.closed?(host, false)
    }
    drive(opened)
    return true
  }

  private func drive(_ window: X11Window) {
    var id = UInt32.max
    if extensions.timers?.pointee.register_timer?(host, UInt32(X11Window.interval), &id) == true {
      timer = id
      let descriptor = window.descriptor
      if extensions.files?.pointee.register_fd?(host, descriptor, UInt32(CLAP_POSIX_FD_READ)) == true {
        watched = descriptor
      }
    } else {
      thread = X11Thread(window)
    }
  }

  private var extensions: HostExtensions { hosted.extensions }

  // MARK: Running

  /// Runs the window if a timer is its own.
  func run(timer: UInt32) { if timer == self.timer { window?.run() } }
  func run(descriptor: Int32) { if descriptor == watched { window?.run() } }
}
