import TactusPictures
import TactusPlugin
import TactusRender
import TactusWindow
import TestSupport
import Testing

/// Sizes, repainting, and hostile events.
@Suite struct SurfaceTests {
  @Test func sizesAreClampedAndScaled() {
    let test = TestWindow(Plugins.sampler)
    test.window.resize(pixelWidth: 0, pixelHeight: -5)
    #expect(
      test.window.surface.width == WindowState.least.width && test.window.surface.height == WindowState.least.height)
    test.window.resize(pixelWidth: 1 << 40, pixelHeight: 700)
    #expect(test.window.surface.width == WindowState.most.width && test.window.surface.height == 700)
    test.window.resize(pixelWidth: 900, pixelHeight: 600)
    test.window.setScale(2)
    #expect(test.window.surface.width == 1_800 && test.window.surface.height == 1_200)
    for scale in [Double.nan, -1, 0, .infinity] { test.window.setScale(scale) }
    #expect(test.window.scale == 2)
    _ = test.window.update()
  }

  @Test func onlyWhatHasChangedIsDrawn() {
    let test = TestWindow(Plugins.arpeggiator)
    #expect(test.window.update().isEmpty)
    test.unit.setParameter(test.index("arpGate"), to: 20)
    let changed = test.window.update()
    let frame = test.view("parameter arpGate").frame
    #expect(changed.contains(Painter.pixels(frame, 1)))
    #expect(changed.reduce(0) { $0 + $1.width * $1.height } < 940 * 640 / 3)
  }

  /// Law: after any changes, drawing what has changed looks like drawing everything.
  @Test func partialAndWholeDrawingAreEqual() {
    let first = seed(of: "partial drawing")
    for plugin in Plugins.all {
      var random = SeededGenerator(seed: first)
      let test = TestWindow(plugin) { $0.page = plugin.kind == .instrument ? 2 : 0 }
      for _ in 0..<6 {
        for _ in 0..<4 {
          let index = Int.random(in: plugin.parameters.indices, using: &random)
          test.unit.setParameter(index, to: Double.random(in: plugin.parameters[index].range, using: &random))
        }
        test.key(.tab)
        _ = test.window.update()
        let partial = (0..<test.window.surface.width * test.window.surface.height).map {
          test.window.surface.pixels[$0]
        }
        test.window.invalidate()
        _ = test.window.update()
        let differences = partial.indices.filter { partial[$0] != test.window.surface.pixels[$0] }
        let position = differences.first.map { ($0 % test.window.surface.width, $0 / test.window.surface.width) }
        #expect(position?.0 == nil, "TACTUS_SEED=\(first) \(plugin.name)")
      }
    }
  }

  @Test func anyEventsDoNoHarm() {
    let first = seed(of: "window events")
    for round in 0..<UInt64(rounds(3)) {
      for plugin in Plugins.all {
        var random = SeededGenerator(seed: first &+ round)
        let test = TestWindow(plugin)
        let keys: [WindowKey] = [
          .tab, .backTab, .left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .enter, .escape, .delete,
          .backspace, .character("1"), .character(" "), .character("é"),
        ]
        for step in 0..<300 {
          func point() -> Point {
            Point(Double.random(in: -50...1_100, using: &random), Double.random(in: -50...700, using: &random))
          }
          let modifiers: KeyModifiers = Bool.random(using: &random) ? [] : .shift
          switch Int.random(in: 0..<9, using: &random) {
          case 0, 1: test.window.receive(.press(point(), clicks: Int.random(in: 1...2, using: &random), modifiers))
          case 2: test.window.receive(.move(point(), modifiers))
          case 3: test.window.receive(.release(point()))
          case 4: test.window.receive(.scroll(point(), [1, -1, .nan, 1e9].randomElement(using: &random)!, modifiers))
          case 5: test.window.receive(.focus(Bool.random(using: &random)))
          case 6 where step % 20 == 0:
            test.window.resize(
              pixelWidth: Int.random(in: 0...1_200, using: &random),
              pixelHeight: Int.random(in: 0...800, using: &random))
          default: test.window.receive(.key(keys.randomElement(using: &random)!, modifiers))
          }
          if step % 50 == 0 {
            _ = test.window.update()
            test.render(64, MusicalContext(tempo: 120, beat: Double(step) - 100))
          }
        }
        for (index, parameter) in plugin.parameters.enumerated() {
          #expect(parameter.range.contains(test.unit.value(ofParameter: index)))
        }
        let begun = test.host.gestures.count { $0.hasPrefix("begin") }
        let ended = test.host.gestures.count { $0.hasPrefix("end") }
        #expect(begun - ended == 0 || begun - ended == 1)
      }
    }
  }

  @Test func theFocusIsVisible() {
    let test = TestWindow(Plugins.arpeggiator)
    let frame = test.view("parameter arpGate").frame
    let before = test.window.surface.pixel(Int(frame.midX), Int(frame.y) + 1)
    test.focus("parameter arpGate")
    _ = test.window.update()
    #expect(test.window.surface.pixel(Int(frame.midX), Int(frame.y) + 1) != before)
  }
}
