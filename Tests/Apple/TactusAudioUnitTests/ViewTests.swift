#if !canImport(Darwin)
  import CoreAudioKit
  import TactusAudioUnit
  import TactusPlugin
  import TactusWindow
  import Testing

  /// The view of a unit in a window of a host.
  @MainActor @Suite struct ViewTests {
    private let session: UnitSession
    private let controller: PluginViewController
    private let window = NSWindow()

    init() throws {
      session = try UnitSession(.sampler)
      controller = PluginViewController(nibName: nil, bundle: nil)
      controller.open(session.unit.plugin, session.unit.parameterTree)
      window.contentView = controller.view
    }

    private var view: PluginView { get throws { try #require(controller.pluginView) } }

    /// A position in a control, as the window counts: from below.
    private func position(of name: String, x: Double = 0.5, _ dx: Double = 0, _ dy: Double = 0) throws -> NSPoint {
      let frame = try #require(view.contents.view(named: name)).frame
      let height = try view.frame.height
      return NSPoint(x: frame.x + x * frame.width + dx, y: height - frame.midY + dy)
    }

    private func drag(from point: NSPoint, to end: NSPoint) throws {
      try view.mouseDown(with: NSEvent(at: point))
      for step in 1...4 {
        let part = Double(step) / 4
        let position = NSPoint(x: point.x + part * (end.x - point.x), y: point.y + part * (end.y - point.y))
        try view.mouseDragged(with: NSEvent(at: position))
      }
      try view.mouseUp(with: NSEvent(at: end))
    }

    private func press(_ characters: String, _ modifiers: NSEvent.ModifierFlags = []) throws {
      try view.keyDown(with: NSEvent(modifiers: modifiers, characters: characters))
    }

    @Test func theLayerShowsTheSurface() throws {
      for scale in [1, 2] as [CGFloat] {
        window.backingScaleFactor = scale
        controller.view.displayIfNeeded()
        let layer = try #require(view.layer)
        let image = layer.contents as! CGImage
        let surface = try view.contents.surface
        #expect(image.width == Int(1_000 * scale) && image.height == Int(660 * scale))
        #expect(layer.contentsScale == scale)
        var (differences, colors) = (0, Set<UInt32>())
        for y in 0..<image.height {
          for x in 0..<image.width {
            colors.insert(image.color(x, y))
            if image.color(x, y) != surface.pixel(x, y) { differences += 1 }
          }
        }
        #expect(differences == 0 && colors.count > 20)
      }
    }

    @Test func onlyWhatHasChangedIsDrawn() throws {
      controller.view.displayIfNeeded()
      try view.update()
      #expect(try !view.needsDisplay)
      session.set("volume3", -20)
      try view.update()
      #expect(try view.needsDisplay)
    }

    @Test func aDragIsAGestureThatTheHostRecords() throws {
      var events: [(AUParameterAutomationEventType, AUParameterAddress)] = []
      let tree = try #require(session.unit.parameterTree)
      let token = tree.token(byAddingParameterAutomationObserver: { count, list in
        for index in 0..<count { events.append((list[index].eventType, list[index].address)) }
      })
      defer { tree.removeParameterObserver(token) }
      let point = try position(of: "part 4", x: 1, -30)
      try drag(from: point, to: NSPoint(x: point.x - 37, y: point.y))
      #expect(abs(session.value("volume4") + 36) < 1e-9, "no rounding to floats")
      #expect(events.first?.0 == .touch && events.last?.0 == .release)
      #expect(events.dropFirst().dropLast().allSatisfy { $0.0 == .value } && events.count >= 4)
      #expect(events.allSatisfy { $0.1 == session.address("volume4") })
      #expect(session.parameter("volume4")?.value == -36)
      #expect(window.firstResponder === (try view))
    }

    @Test func keysReachControlsOrTheHost() throws {
      window.makeFirstResponder(try view)
      try view.contents.moveFocus(to: "part 1")
      try press("\u{F701}")
      #expect(try view.contents.focus == "part 2")
      try press("+")
      #expect(session.value("volume2") == 1)
      try press("\t")
      #expect(try view.contents.focus != "part 2")
      try press("\u{19}")
      #expect(try view.contents.focus == "part 2")
      try press("s", .command)
      try press("\u{F704}")
      #expect(try view.unusedKeys == 2)
    }

    @Test func theSecondaryButtonOpensAMenu() throws {
      let point = try position(of: "part 4")
      try view.rightMouseDown(with: NSEvent(at: point))
      #expect(try view.contents.openListTitles?.first == "Learn a MIDI controller")
      try press("\u{1B}")
      #expect(try view.contents.openListTitles == nil)
      try view.mouseDown(with: NSEvent(at: point, modifiers: .control))
      #expect(try view.contents.openListTitles != nil)
    }

    @Test func theKeyboardPlays() throws {
      try session.host.start()
      #expect(session.host.render(512).sound.joined().joined().allSatisfy { $0 == 0 })
      try view.mouseDown(with: NSEvent(at: position(of: "keyboard", x: 0.4, 0, -20)))
      #expect(session.host.render(512).sound.joined().joined().contains { $0 != 0 })
      try view.mouseUp(with: NSEvent(at: position(of: "keyboard", x: 0.4)))
      session.host.stop()
    }

    @Test func scrollingChangesAControl() throws {
      try view.contents.receive(.focus(true))
      let tab = try position(of: "tab Part 1")
      try drag(from: tab, to: tab)
      let point = try position(of: "parameter cutoff1")
      try view.scrollWheel(with: NSEvent(at: point, scrolling: 1))
      let once = session.value("cutoff1")
      #expect(once > 0)
      try view.scrollWheel(with: NSEvent(at: point, scrolling: 20, isPrecise: true))
      #expect(abs(session.value("cutoff1") - 2 * once) < 1e-9)
    }

    @Test func anySizeIsTaken() throws {
      for size in [(0, 0), (-5, 10), (100_000, 3), (1_400.5, 900.25)] as [(Double, Double)] {
        controller.view.setFrameSize(NSSize(width: size.0, height: size.1))
        try view.update()
        controller.view.displayIfNeeded()
      }
      #expect(try view.contents.surface.width == 1_400)
    }

    @Test func aUnitIsShownFromAnyThread() async throws {
      let other = PluginViewController(nibName: nil, bundle: nil)
      other.show(session.unit)
      let end = ContinuousClock.now + .seconds(120)
      while !other.isViewLoaded || other.pluginView == nil, ContinuousClock.now < end {
        _ = other.view
        await Task.yield()
      }
      #expect(other.pluginView?.contents.unit === session.unit.plugin)
    }

    @Test func nothingStaysWhenTheHostClosesTheView() async throws {
      weak var old: PluginView?
      do {
        let window = NSWindow()
        let other = PluginViewController(nibName: nil, bundle: nil)
        other.open(session.unit.plugin, session.unit.parameterTree)
        window.contentView = other.view
        old = other.pluginView
        #expect(old != nil)
        window.contentView = nil
      }
      #expect(old == nil)
    }
  }
#endif
