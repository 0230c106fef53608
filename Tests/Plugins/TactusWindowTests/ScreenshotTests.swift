import TactusMIDI
import TactusPictures
import TactusPlugin
import TactusRender
import TactusWindow
import Testing

#if canImport(Glibc)
  import Glibc
#endif

/// Writes pictures of the windows, to look at, into the folder `TACTUS_WINDOW_PICTURES`.
@Suite struct ScreenshotTests {
  private func save(_ window: TestWindow, _ name: String) {
    #if canImport(Glibc)
      guard let folder = getenv("TACTUS_WINDOW_PICTURES"),
        let file = fopen("\(String(cString: folder))/\(name).png", "w")
      else {
        return
      }
      _ = window.window.update()
      let bytes = window.window.surface.png()
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    #endif
  }

  private var isWanted: Bool {
    #if canImport(Glibc)
      getenv("TACTUS_WINDOW_PICTURES") != nil
    #else
      false
    #endif
  }

  @Test(arguments: [true, false]) func sampler(isDark: Bool) {
    guard isWanted else { return }
    let theme = isDark ? "dark" : "light"
    for (page, name) in ["presets", "part", "effects", "output"].enumerated() {
      let window = TestWindow(Plugins.sampler) {
        $0.isDark = isDark
        $0.page = page
        $0.part = 3
      }
      for (part, program) in [0, 33, 48, 56, 73, 11, 26, 89].enumerated() {
        window.unit.setParameter(window.index("program\(part + 1)"), to: Double(program))
      }
      window.render(64)
      var notes: [ChannelMessage] = []
      for (channel, keys) in [[60, 64, 67], [36], [55, 59], [72, 76]].enumerated() {
        for key in keys { notes.append(ChannelMessage(status: 0x90 | UInt8(channel), UInt8(key), 100)) }
      }
      notes.append(ChannelMessage(status: 0x99, 38, 110))
      window.render(4_096, MusicalContext(), notes)
      save(window, "sampler-\(name)-\(theme)")
    }
  }

  @Test(arguments: [true, false]) func sequencer(isDark: Bool) {
    guard isWanted else { return }
    let theme = isDark ? "dark" : "light"
    for (page, name) in ["grid", "rings", "pattern"].enumerated() {
      let window = TestWindow(Plugins.sequencer) {
        $0.isDark = isDark
        $0.page = page
        $0.lane = 2
      }
      window.render(512, MusicalContext(tempo: 120, beat: 2.3))
      save(window, "sequencer-\(name)-\(theme)")
    }
  }

  @Test(arguments: [true, false]) func arpeggiator(isDark: Bool) {
    guard isWanted else { return }
    let theme = isDark ? "dark" : "light"
    let window = TestWindow(Plugins.arpeggiator) { $0.isDark = isDark }
    window.unit.setParameter(window.index("arpOctaves"), to: 2)
    window.unit.setParameter(window.index("arpOrder"), to: 2)
    let notes = [57, 60, 64, 67].map { ChannelMessage(status: 0x90, UInt8($0), 100) }
    window.render(512, MusicalContext(tempo: 120, beat: 0), notes)
    window.render(512, MusicalContext(tempo: 120, beat: 0.1))
    save(window, "arpeggiator-\(theme)")
    guard isDark else { return }
    let large = TestWindow(Plugins.arpeggiator, scale: 2) { $0.isDark = isDark }
    large.focus("parameter arpRate")
    large.key(.enter)
    save(large, "arpeggiator-2x-\(theme)")
  }
}
