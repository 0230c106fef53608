// Apple's documentation explains the meaning of these names.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation

@MainActor open class NSResponder: NSObject {
  public nonisolated override init() { super.init() }
  open var acceptsFirstResponder: Bool { false }
  open func becomeFirstResponder() -> Bool { true }
  open func resignFirstResponder() -> Bool { true }
  open func mouseDown(with event: NSEvent) {}
  open func mouseDragged(with event: NSEvent) {}
  open func mouseUp(with event: NSEvent) {}
  open func rightMouseDown(with event: NSEvent) {}
  open func scrollWheel(with event: NSEvent) {}
  /// What nobody uses. The stand-in counts it.
  open func keyDown(with event: NSEvent) { unusedKeys += 1 }
  public var unusedKeys = 0
}

/// A window, as large as its content.
open class NSWindow: NSResponder {
  public var backingScaleFactor: CGFloat = 1 {
    didSet { contentView?.backingChanged() }
  }
  public private(set) var firstResponder: NSResponder?

  public var contentView: NSView? {
    didSet {
      oldValue?.attach(to: nil)
      contentView?.attach(to: self)
    }
  }

  @discardableResult public func makeFirstResponder(_ responder: NSResponder?) -> Bool {
    if responder === firstResponder { return true }
    guard firstResponder?.resignFirstResponder() ?? true else { return false }
    firstResponder = responder
    return responder?.becomeFirstResponder() ?? true
  }
}

open class NSView: NSResponder {
  public struct AutoresizingMask: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let width = AutoresizingMask(rawValue: 2)
    public static let height = AutoresizingMask(rawValue: 16)
  }

  private var storedFrame: NSRect
  public var frame: NSRect {
    get { storedFrame }
    set {
      storedFrame.origin = newValue.origin
      setFrameSize(newValue.size)
    }
  }
  public var autoresizingMask: AutoresizingMask = []
  public private(set) var subviews: [NSView] = []
  public private(set) weak var superview: NSView?
  public var bounds: NSRect { NSRect(origin: .zero, size: frame.size) }
  public private(set) weak var window: NSWindow?
  public var wantsLayer = false { didSet { if wantsLayer, layer == nil { layer = CALayer() } } }
  public var layer: CALayer?
  public var needsDisplay = true
  open var isFlipped: Bool { false }
  open var wantsUpdateLayer: Bool { false }

  public init(frame: NSRect) {
    storedFrame = frame
    super.init()
  }

  @available(*, unavailable) public required init?(coder: NSCoder) { fatalError("no archives") }

  open func acceptsFirstMouse(for event: NSEvent?) -> Bool { false }
  open func setFrameSize(_ newSize: NSSize) {
    storedFrame.size = newSize
    // the stand-in knows views that fill their superview, and others that keep their size
    for view in subviews where view.autoresizingMask == [.width, .height] { view.setFrameSize(newSize) }
  }

  public func addSubview(_ view: NSView) {
    view.removeFromSuperview()
    subviews.append(view)
    view.superview = self
    view.attach(to: window)
  }

  public func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    superview = nil
    attach(to: nil)
  }

  open func viewDidMoveToWindow() {}
  open func viewDidChangeBackingProperties() {}
  open func updateLayer() {}

  /// Positions in a window count from its lower left corner. The view fills the window.
  public func convert(_ point: NSPoint, from view: NSView?) -> NSPoint {
    isFlipped ? NSPoint(x: point.x, y: frame.height - point.y) : point
  }

  func attach(to window: NSWindow?) {
    guard window !== self.window else { return }
    self.window = window
    viewDidMoveToWindow()
    for view in subviews { view.attach(to: window) }
  }

  func backingChanged() {
    viewDidChangeBackingProperties()
    for view in subviews { view.backingChanged() }
  }

  /// Does what the system does once in a frame.
  public func displayIfNeeded() {
    for view in subviews { view.displayIfNeeded() }
    guard needsDisplay, wantsUpdateLayer else { return }
    needsDisplay = false
    updateLayer()
  }
}

open class NSViewController: NSResponder {
  private var loaded: NSView?
  public var preferredContentSize = NSSize.zero
  public var isViewLoaded: Bool { loaded != nil }

  public nonisolated init(nibName: String?, bundle: Bundle?) { super.init() }
  @available(*, unavailable) public required init?(coder: NSCoder) { fatalError("no archives") }

  public var view: NSView {
    get {
      if loaded == nil {
        loadView()
        viewDidLoad()
      }
      return loaded ?? NSView(frame: .zero)
    }
    set { loaded = newValue }
  }

  open func loadView() { loaded = NSView(frame: .zero) }
  open func viewDidLoad() {}
}
