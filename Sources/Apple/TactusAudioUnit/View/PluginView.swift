#if canImport(CoreAudioKit) && !canImport(UIKit)
  import CoreAudioKit
  import TactusPictures
  import TactusWindow

  /// The window of a plug-in as a view: the same drawing and the same gestures as in the windows of other systems.
  ///
  /// One unit of the window is one point. While the view is in a window, it draws what has changed thirty times a
  /// second.
  /// - Thread: the main thread
  package final class PluginView: NSView {
    package let contents: PluginWindow
    private var timer: Timer?
    private static let interval = 1.0 / 30

    package init(_ contents: PluginWindow) {
      self.contents = contents
      super.init(frame: NSRect(x: 0, y: 0, width: contents.state.width, height: contents.state.height))
      wantsLayer = true
    }

    @available(*, unavailable) required init?(coder: NSCoder) { fatalError("views of plug-ins are not archived") }

    package override var isFlipped: Bool { true }
    package override var acceptsFirstResponder: Bool { true }
    package override var wantsUpdateLayer: Bool { true }
    package override func acceptsFirstMouse(for event: NSEvent?) -> Bool { true }

    // MARK: Drawing

    package override func viewDidMoveToWindow() {
      timer?.invalidate()
      timer = nil
      guard window != nil else { return }
      viewDidChangeBackingProperties()
      let timer = Timer(timeInterval: Self.interval, repeats: true) { [weak self] _ in
        MainActor.assumeIsolated { self?.update() }
      }
      RunLoop.main.add(timer, forMode: .common)
      self.timer = timer
    }

    package override func viewDidChangeBackingProperties() {
      let scale = window?.backingScaleFactor ?? 1
      layer?.contentsScale = scale
      contents.setScale(scale)
      setFrameSize(frame.size)
    }

    package override func setFrameSize(_ newSize: NSSize) {
      super.setFrameSize(newSize)
      // a host may ask for any size; the contents have limits, and are cut beyond them
      let scale = contents.scale
      let (width, height) = (min(max(0, newSize.width), 8_192), min(max(0, newSize.height), 8_192))
      contents.resize(pixelWidth: Int(width * scale), pixelHeight: Int(height * scale))
      needsDisplay = true
    }

    /// Draws what has changed.
    package func update() {
      if !contents.update().isEmpty { needsDisplay = true }
    }

    package override func updateLayer() {
      _ = contents.update(readsActivity: false)
      layer?.contents = contents.surface.image
    }

    // MARK: Events

    private func point(_ event: NSEvent) -> Point {
      let point = convert(event.locationInWindow, from: nil)
      return Point(point.x, point.y)
    }

    private func modifiers(_ event: NSEvent) -> KeyModifiers {
      var modifiers: KeyModifiers = []
      if event.modifierFlags.contains(.shift) { modifiers.insert(.shift) }
      if event.modifierFlags.contains(.control) { modifiers.insert(.control) }
      return modifiers
    }

    package override func mouseDown(with event: NSEvent) {
      window?.makeFirstResponder(self)
      // the usual way to a menu with one button
      if event.modifierFlags.contains(.control) { return receive(.menu(point(event))) }
      receive(.press(point(event), clicks: event.clickCount % 2 == 0 ? 2 : 1, modifiers(event)))
    }

    package override func mouseDragged(with event: NSEvent) { receive(.move(point(event), modifiers(event))) }
    package override func mouseUp(with event: NSEvent) { receive(.release(point(event))) }

    package override func rightMouseDown(with event: NSEvent) {
      window?.makeFirstResponder(self)
      receive(.menu(point(event)))
    }

    package override func scrollWheel(with event: NSEvent) {
      // trackpads scroll by points, mice by lines
      let notches = event.hasPreciseScrollingDeltas ? event.scrollingDeltaY / 20 : event.scrollingDeltaY
      if notches != 0 { receive(.scroll(point(event), notches, modifiers(event))) }
    }

    package override func keyDown(with event: NSEvent) {
      guard event.modifierFlags.isDisjoint(with: [.command, .option, .control]),
        let key = event.characters?.unicodeScalars.first.flatMap(WindowKey.init(scalar:))
      else { return super.keyDown(with: event) }
      receive(.key(key, modifiers(event)))
    }

    package override func becomeFirstResponder() -> Bool {
      receive(.focus(true))
      return true
    }

    package override func resignFirstResponder() -> Bool {
      receive(.focus(false))
      return true
    }

    private func receive(_ event: WindowEvent) {
      contents.receive(event)
      update()
    }
  }

  extension WindowKey {
    /// Translates the character of a key, as AppKit numbers function keys; nil for keys that windows do not use.
    init?(scalar: Unicode.Scalar) {
      let named: [UInt32: WindowKey] = [
        0x09: .tab, 0x19: .backTab, 0x0D: .enter, 0x03: .enter, 0x1B: .escape, 0x7F: .backspace, 0xF728: .delete,
        0xF700: .up, 0xF701: .down, 0xF702: .left, 0xF703: .right, 0xF729: .home, 0xF72B: .end, 0xF72C: .pageUp,
        0xF72D: .pageDown,
      ]
      if let key = named[scalar.value] {
        self = key
      } else if scalar.value >= 0x20, !(0xF700...0xF8FF).contains(scalar.value) {
        self = .character(Character(scalar))
      } else {
        return nil
      }
    }
  }
#endif
