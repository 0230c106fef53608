import CCLAP
import TactusPlugin
import TactusWindow
import TactusX11

// clap.gui. Calls in a wrong order are refused.

extension HostedUnit {
  /// Whether windows of a system are supported: those of X11.
  func supportsWindows(_ api: UnsafePointer<CChar>?) -> Bool {
    guard let api else { return false }
    return String(cString: api) == "x11" && X11Library.isInstalled
  }

  private nonisolated(unsafe) static let x11 = CText.constant("x11")  // never written

  func preferWindows(_ api: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ isFloating: UnsafeMutablePointer<Bool>?)
    -> Bool
  {
    guard let api, let isFloating, X11Library.isInstalled else { return false }
    api.pointee = Self.x11
    isFloating.pointee = false
    return true
  }

  func createWindow(_ api: UnsafePointer<CChar>?, isFloating: Bool) -> Bool {
    expectMainThread("gui.create")
    guard window == nil, supportsWindows(api), X11Library.isAvailable else { return false }
    window = HostedWindow(self, isFloating: isFloating)
    return true
  }

  func destroyWindow() {
    expectMainThread("gui.destroy")
    closeWindow()
  }

  /// Closes the window if there is one.
  func closeWindow() {
    window?.close()
    window = nil
  }

  func writeWindowSize(_ width: UnsafeMutablePointer<UInt32>?, _ height: UnsafeMutablePointer<UInt32>?) -> Bool {
    guard let window, let width, let height else { return false }
    (width.pointee, height.pointee) = (UInt32(window.size.width), UInt32(window.size.height))
    return true
  }

  func describeResizing(_ hints: UnsafeMutablePointer<clap_gui_resize_hints>?) -> Bool {
    guard let hints else { return false }
    hints.pointee = clap_gui_resize_hints(
      can_resize_horizontally: true, can_resize_vertically: true, preserve_aspect_ratio: false, aspect_ratio_width: 0,
      aspect_ratio_height: 0)
    return true
  }

  func adjustWindowSize(_ width: UnsafeMutablePointer<UInt32>?, _ height: UnsafeMutablePointer<UInt32>?) -> Bool {
    guard let window, let width, let height else { return false }
    let size = window.adjusted(width.pointee, height.pointee)
    (width.pointee, height.pointee) = (UInt32(size.width), UInt32(size.height))
    return true
  }

  func setWindowSize(_ width: UInt32, _ height: UInt32) -> Bool {
    guard let window else { return false }
    window.resize(width, height)
    return true
  }

  func setWindowParent(_ parent: UnsafePointer<clap_window>?) -> Bool {
    expectMainThread("gui.set_parent")
    guard let window, let parent, supportsWindows(parent.pointee.api) else { return false }
    return window.setParent(UInt(parent.pointee.x11))
  }

  func setWindowOwner(_ owner: UnsafePointer<clap_window>?) -> Bool {
    guard let window, let owner, supportsWindows(owner.pointee.api) else { return false }
    return window.setOwner(UInt(owner.pointee.x11))
  }
}

extension PluginExtensions {
  nonisolated(unsafe) static let gui = constant(
    clap_plugin_gui(
      is_api_supported: { plugin, api, _ in HostedUnit.of(plugin)?.supportsWindows(api) ?? false },
      get_preferred_api: { HostedUnit.of($0)?.preferWindows($1, $2) ?? false },
      create: { HostedUnit.of($0)?.createWindow($1, isFloating: $2) ?? false },
      destroy: { HostedUnit.of($0)?.destroyWindow() },
      set_scale: { HostedUnit.of($0)?.window?.setScale($1) ?? false },
      get_size: { HostedUnit.of($0)?.writeWindowSize($1, $2) ?? false },
      can_resize: { _ in true },
      get_resize_hints: { HostedUnit.of($0)?.describeResizing($1) ?? false },
      adjust_size: { HostedUnit.of($0)?.adjustWindowSize($1, $2) ?? false },
      set_size: { HostedUnit.of($0)?.setWindowSize($1, $2) ?? false },
      set_parent: { HostedUnit.of($0)?.setWindowParent($1) ?? false },
      set_transient: { HostedUnit.of($0)?.setWindowOwner($1) ?? false },
      suggest_title: { plugin, title in
        if let title { HostedUnit.of(plugin)?.window?.setTitle(String(cString: title)) }
      },
      show: { HostedUnit.of($0)?.window?.show(true) ?? false },
      hide: { HostedUnit.of($0)?.window?.show(false) ?? false }))

  nonisolated(unsafe) static let timers = constant(
    clap_plugin_timer_support(on_timer: { HostedUnit.of($0)?.window?.run(timer: $1) }))

  nonisolated(unsafe) static let files = constant(
    clap_plugin_posix_fd_support(on_fd: { plugin, file, _ in HostedUnit.of(plugin)?.window?.run(descriptor: file) }))
}
