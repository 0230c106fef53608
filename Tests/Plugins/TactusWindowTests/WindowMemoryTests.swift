import TactusPictures
import TactusPlugin
import TactusWindow
import Testing

/// A closed window is freed: nothing that it shows keeps it.
@Suite struct WindowMemoryTests {
  @Test(arguments: Plugins.all) func closedWindowsAreFreed(_ plugin: PluginDescriptor) {
    let unit = PluginUnit(plugin)
    let host = RecordingHost(unit)
    /// Opens a window, uses it and closes it. Returns the names of its controls if it has not been freed.
    func remains(page: Int, _ use: (PluginWindow) -> Void) -> [String] {
      weak var closed: PluginWindow?
      do {
        var state = WindowState(plugin)
        state.page = page
        let window = PluginWindow(unit, host: host, state: state)
        window.layout()
        use(window)
        closed = window
      }
      return closed?.views.map(\.name) ?? []
    }
    for page in 0..<4 {
      var names: [String] = []
      #expect(remains(page: page) { names = $0.views.filter(\.isFocusable).map(\.name) } == [], "page \(page)")
      for name in names {
        let openList = remains(page: page) { window in
          window.receive(.focus(true))
          window.moveFocus(to: name)
          window.receive(.key(.enter, []))
        }
        #expect(openList.isEmpty, "the enter key on \(name)")
        let menu = remains(page: page) { window in
          guard let frame = window.view(named: name)?.frame else { return }
          window.receive(.menu(Point(frame.midX, frame.midY)))
        }
        #expect(menu.isEmpty, "the menu of \(name)")
      }
    }
  }
}
