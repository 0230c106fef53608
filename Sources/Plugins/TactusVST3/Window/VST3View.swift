import CVST3
import Synchronization
import TactusPlugin
import TactusWindow
import TactusX11

/// A view of a plug-in: its window, while it is attached to one of the host. The host's run loop drives it.
///
/// The object has one reference count for its interfaces, and keeps the instance alive.
/// - Thread: control
final class VST3View {
  enum Interface: Int, CaseIterable { case view, scale, events, timer }

  /// What a host's pointer to an interface refers to.
  struct Slot {
    let table: UnsafeRawPointer
    let view: UnsafeRawPointer
  }

  private let instance: VST3Instance
  private let host: VST3WindowHost
  private var contents: PluginWindow
  private var window: X11Window?
  private var frame: UnsafeMutablePointer<IPlugFrame>?
  private var loop: UnsafeMutablePointer<IRunLoop>?
  private let slots: UnsafeMutablePointer<Slot>
  private let references = Atomic<UInt32>(1)
  private var scale = X11Library.desktopScale

  private init(_ instance: VST3Instance) {
    self.instance = instance
    host = VST3WindowHost(instance)
    contents = PluginWindow(
      instance.unit, host: host, state: instance.windowState ?? WindowState(instance.unit.descriptor), scale: scale)
    slots = .allocate(capacity: Interface.allCases.count)
    _ = instance.retainForHost()
    for interface in Interface.allCases {
      (slots + interface.rawValue).initialize(
        to: Slot(
          table: interface.table, view: UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())))
    }
  }

  deinit {
    detach()
    setFrame(nil)
    slots.deallocate()
  }

  /// Creates a view with one reference, which is the host's.
  static func make(_ instance: VST3Instance) -> UnsafeMutableRawPointer? {
    guard X11Library.isInstalled else { return nil }
    return Unmanaged.passRetained(VST3View(instance)).takeUnretainedValue().pointer(.view)
  }

  static func of(_ object: UnsafeMutableRawPointer?) -> VST3View? {
    guard let object else { return nil }
    return Unmanaged<VST3View>.fromOpaque(object.assumingMemoryBound(to: Slot.self).pointee.view).takeUnretainedValue()
  }

  func pointer(_ interface: Interface) -> UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(slots + interface.rawValue)
  }

  func retainForHost() -> UInt32 { references.wrappingAdd(1, ordering: .relaxed).newValue }

  func releaseForHost() -> UInt32 {
    let count = references.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
    if count == 0 {
      detach()
      let instance = instance
      Unmanaged.passUnretained(self).release()
      _ = instance.releaseForHost()
    }
    return count
  }

  // MARK: Attaching

  func setFrame(_ new: UnsafeMutablePointer<IPlugFrame>?) {
    if let new { _ = new.pointee.vtbl?.pointee.addRef?(new) }
    if let old = frame { _ = old.pointee.vtbl?.pointee.release?(old) }
    frame = new
  }

  func attach(_ parent: UnsafeMutableRawPointer?, _ type: UnsafePointer<CChar>?) -> tresult {
    guard window == nil, let parent, Self.isSupported(type),
      let loop = interface(IRunLoop_iid, of: frame, as: IRunLoop.self)
    else { return tresult(kResultFalse) }
    guard let opened = X11Window(contents, parent: UInt(bitPattern: parent), title: "") else {
      _ = loop.pointee.vtbl?.pointee.release?(loop)
      return tresult(kResultFalse)
    }
    (window, self.loop) = (opened, loop)
    let table = loop.pointee.vtbl?.pointee
    _ = table?.registerTimer?(loop, pointer(.timer), UInt64(X11Window.interval))
    _ = table?.registerEventHandler?(loop, pointer(.events), opened.descriptor)
    opened.show(true)
    return tresult(kResultOk)
  }

  static func isSupported(_ type: UnsafePointer<CChar>?) -> Bool {
    type.map { String(cString: $0) == kPlatformTypeX11EmbedWindowID } ?? false
  }

  func detach() {
    if let loop {
      let table = loop.pointee.vtbl?.pointee
      _ = table?.unregisterEventHandler?(loop, pointer(.events))
      _ = table?.unregisterTimer?(loop, pointer(.timer))
      _ = table?.release?(loop)
    }
    loop = nil
    let state = window?.state ?? contents.state
    instance.windowState = state
    guard window != nil else { return }
    window = nil
    // the view may be attached again
    contents = PluginWindow(instance.unit, host: host, state: state, scale: scale)
  }

  var isAttached: Bool { window != nil }

  func run() {
    window?.run()
    instance.reportChanges()
  }

  // MARK: Size

  var size: ViewRect {
    let size: (width: Int, height: Int) = window?.size ?? (contents.surface.width, contents.surface.height)
    return ViewRect(left: 0, top: 0, right: Int32(size.width), bottom: Int32(size.height))
  }

  func resize(_ rect: ViewRect) {
    let (width, height) = (Int(rect.right) - Int(rect.left), Int(rect.bottom) - Int(rect.top))
    if let window {
      window.resize(width: width, height: height)
    } else {
      contents.resize(pixelWidth: width, pixelHeight: height)
    }
  }

  func constrain(_ rect: inout ViewRect) {
    let size = PluginWindow.clamped(
      pixelWidth: Int(rect.right) - Int(rect.left), pixelHeight: Int(rect.bottom) - Int(rect.top), scale: scale)
    rect.right = rect.left &+ Int32(size.width)
    rect.bottom = rect.top &+ Int32(size.height)
  }

  func setScale(_ factor: Float) -> tresult {
    guard factor.isFinite, factor > 0 else { return tresult(kInvalidArgument) }
    if let window { window.setScale(Double(factor)) } else { contents.setScale(Double(factor)) }
    scale = window?.scale ?? contents.scale
    var size = size
    if window != nil, let frame { _ = frame.pointee.vtbl?.pointee.resizeView?(frame, pointer(.view), &size) }
    return tresult(kResultOk)
  }
}
