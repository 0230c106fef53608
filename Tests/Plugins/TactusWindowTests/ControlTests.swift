import TactusMIDI
import TactusPictures
import TactusPlugin
import TactusRender
import TactusSequencer
import TactusWindow
import Testing

/// What events do to parameters, and which gestures hosts receive.
@Suite struct ControlTests {
  @Test func aDragIsOneGesture() {
    let test = TestWindow(Plugins.arpeggiator)
    let frame = test.view("parameter arpGate").frame
    test.drag(Point(frame.midX, frame.y + 36), by: 0, -40)
    #expect(abs(test.value("arpGate") - (80 + 399 / 4)) < 0.01)
    #expect(test.host.gestures.first == "begin arpGate" && test.host.gestures.last == "end arpGate")
    #expect(test.host.gestures.filter { $0.hasPrefix("begin") || $0.hasPrefix("end") }.count == 2)
    #expect(test.host.gestures.count > 4)
  }

  @Test func shiftMakesADragTenTimesAsFine() {
    let test = TestWindow(Plugins.arpeggiator)
    let frame = test.view("parameter arpGate").frame
    test.drag(Point(frame.midX, frame.y + 36), by: 0, -40, with: .shift)
    #expect(abs(test.value("arpGate") - (80 + 399 / 40)) < 0.1)
  }

  @Test func doubleClickAndDeleteReset() {
    let test = TestWindow(Plugins.arpeggiator)
    let frame = test.view("parameter arpGate").frame
    test.unit.setParameter(test.index("arpGate"), to: 33)
    test.click(Point(frame.midX, frame.y + 36), clicks: 2)
    #expect(test.value("arpGate") == 80)
    test.unit.setParameter(test.index("arpGate"), to: 33)
    test.focus("parameter arpGate")
    test.key(.delete)
    #expect(test.value("arpGate") == 80)
    #expect(test.host.gestures.suffix(3) == ["begin arpGate", "arpGate 80.0", "end arpGate"])
  }

  @Test func arrowsStepAndTypingSets() {
    let test = TestWindow(Plugins.arpeggiator)
    test.focus("parameter arpOctaves")
    test.key(.up, .up)
    #expect(test.value("arpOctaves") == 3)
    test.key(.end, .up)
    #expect(test.value("arpOctaves") == 8)
    test.key(.character("5"), .enter)
    #expect(test.value("arpOctaves") == 5)
    test.key(.character("7"), .escape)
    #expect(test.value("arpOctaves") == 5)
    test.focus("parameter arpGate")
    test.key(.up)
    #expect(abs(test.value("arpGate") - 83.99) < 0.001)
    test.key(.down, with: .shift)
    #expect(abs(test.value("arpGate") - 83.591) < 0.001)
    for key in "123.5 %" { test.key(.character(key)) }
    test.key(.enter)
    #expect(test.value("arpGate") == 123.5)
  }

  @Test func aChoiceOpensAListInWhichLettersSearch() {
    let test = TestWindow(Plugins.arpeggiator)
    test.focus("parameter arpRate")
    test.key(.enter)
    #expect(test.window.openListTitles?.count == 20)
    for key in "1/8t" { test.key(.character(key)) }
    #expect(test.window.openListTitles == ["1/8t"])
    test.key(.enter)
    #expect(test.window.openListTitles == nil)
    #expect(test.unit.text(ofParameter: test.index("arpRate"), test.value("arpRate")) == "1/8t")
    test.key(.enter, .escape)
    #expect(test.window.openListTitles == nil && test.window.focus == "parameter arpRate")
  }

  @Test func tabReachesEveryControlAndComesBack() {
    for plugin in Plugins.all {
      let test = TestWindow(plugin) { $0.page = 2 }
      test.window.receive(.focus(true))
      test.key(.tab)
      let first = test.window.focus
      var seen: Set<String> = []
      for _ in 0..<200 {
        seen.insert(test.window.focus ?? "")
        test.key(.tab)
        if test.window.focus == first { break }
      }
      #expect(test.window.focus == first)
      #expect(seen == Set(test.window.views.filter(\.isFocusable).map(\.name)))
      test.key(.backTab)
      test.key(.tab)
      #expect(test.window.focus == first)
    }
  }

  @Test func everyAutomatableParameterOfThePluginsHasAControlOnSomePage() {
    for plugin in Plugins.all {
      let test = TestWindow(plugin)
      var shown: Set<String> = []
      for page in 0..<4 {
        for part in 0..<16 {
          var state = WindowState(plugin)
          (state.page, state.part, state.lane) = (page, part, part)
          let window = PluginWindow(test.unit, host: test.host, state: state, scale: 1)
          window.layout()  // without drawing, which takes most of the time
          shown.formUnion(window.views.map(\.name))
          if plugin.kind == .noteEffect { break }
        }
      }
      for parameter in plugin.parameters
      where !parameter.isBypass && parameter.isAutomatable && !parameter.symbol.hasSuffix("On") {
        #expect(shown.contains("parameter \(parameter.symbol)"), "\(plugin.name): \(parameter.symbol)")
      }
      #expect(shown.contains("bypass"))
    }
  }

  @Test func presetsAreFoundByTypingAndPlayed() {
    let test = TestWindow(Plugins.sampler) { $0.part = 5 }
    test.focus("browser")
    for key in "glocken" { test.key(.character(key)) }
    test.key(.enter)
    #expect(test.value("program6") == 9 && test.value("bank6") == 0)
    #expect(test.value("program1") == 0)
    test.focus("part 6")
    test.key(.right)
    #expect(test.value("program6") == 10)
    test.key(.down)
    #expect(test.window.state.part == 6 && test.window.focus == "part 7")
  }

  @Test func theFactoryPresetsAreLoaded() {
    let test = TestWindow(Plugins.arpeggiator)
    test.click("presets")
    #expect(test.window.openListTitles == Plugins.arpeggiator.presets.map(\.name))
    test.key(.down, .enter)
    #expect(test.value("arpOctaves") == 2 && test.value("arpOrder") == 2)
    #expect(test.host.changes == 1)
  }

  /// Law: a click toggles the clicked step, and changes the number of onsets by one.
  @Test func aClickTogglesAStep() {
    let test = TestWindow(Plugins.sequencer)
    for steps in [1, 2, 3, 5, 8, 13, 16] {
      for onsets in 0...steps {
        for step in [0, steps / 3, steps - 1] {
          for (symbol, value) in [("lane1Steps", steps), ("lane1Onsets", onsets), ("lane1Rotation", steps / 2)] {
            test.unit.setParameter(test.index(symbol), to: Double(value))
          }
          let before = Euclid.rhythm(onsets, of: steps, rotation: steps / 2)
          let frame = test.view("lane 1").frame
          let width = (frame.width - 166) / 16
          test.click(Point(frame.x + 158 + (Double(step) + 0.5) * width, frame.midY))
          let after = Euclid.rhythm(
            Int(test.value("lane1Onsets")), of: steps, rotation: Int(test.value("lane1Rotation")))
          #expect(after[step] != before[step], "\(onsets) of \(steps), step \(step)")
          #expect(after.count { $0 } == onsets + (before[step] ? -1 : 1))
        }
      }
    }
  }

  @Test func aDragTurnsARhythm() {
    let test = TestWindow(Plugins.sequencer)
    let frame = test.view("lane 2").frame
    let width = (frame.width - 166) / 16
    test.drag(Point(frame.x + 158 + 4.5 * width, frame.midY), by: 3 * width, 0)
    #expect(test.value("lane2Rotation") == 7 && test.value("lane2Onsets") == 2)
    #expect(
      test.host.gestures.filter { !$0.hasPrefix("lane2Rotation") } == ["begin lane2Rotation", "end lane2Rotation"])
    #expect(test.window.state.lane == 1)
  }

  @Test func keysEditALane() {
    let test = TestWindow(Plugins.sequencer)
    test.focus("lane 1")
    test.key(.up, .right, .pageDown, .character(" "))
    #expect(test.value("lane1Onsets") == 5 && test.value("lane1Rotation") == 1)
    #expect(test.value("lane1Steps") == 15 && test.value("lane1On") == 0)
    test.key(.delete)
    #expect(test.value("lane1Onsets") == 4 && test.value("lane1Steps") == 16 && test.value("lane1Rotation") == 0)
  }

  @Test func aGestureEndsWithItsWindow() {
    let unit = PluginUnit(Plugins.arpeggiator)
    let host = RecordingHost(unit)
    do {
      let window = PluginWindow(unit, host: host, state: WindowState(Plugins.arpeggiator))
      let frame = window.view(named: "parameter arpGate")!.frame
      window.receive(.press(Point(frame.midX, frame.y + 36), clicks: 1, []))
    }
    #expect(host.gestures == ["begin arpGate", "end arpGate"])
  }

  @Test func aControllerIsLearnedFromTheMenuOfAControl() throws {
    let test = TestWindow(Plugins.sampler) { ($0.page, $0.part) = (1, 2) }
    let cutoff = test.index("cutoff3")
    let frame = test.view("parameter cutoff3").frame
    test.window.receive(.menu(Point(frame.midX, frame.midY)))
    #expect(test.window.openListTitles == ["Learn a MIDI controller", "Default"])
    test.key(.enter)
    #expect(test.unit.midiLearn.learning == cutoff)
    _ = test.window.update()
    test.render(64, MusicalContext(), [ChannelMessage(status: 0xB4, 21, 127)])
    let assignment = try #require(test.unit.midiLearn.assignment(of: cutoff))
    #expect(assignment.controller == MIDIController(.controller(21), channel: 4))
    test.focus("parameter cutoff3")
    test.key(.character("m"))
    #expect(test.window.openListTitles == ["Learn a MIDI controller", "Forget", "Default"])
    test.key(.down, .enter)
    #expect(test.unit.midiLearn.assignments.isEmpty)
    test.key(.character("m"), .enter)
    #expect(test.unit.midiLearn.learning == cutoff)
    test.key(.escape)
    #expect(test.unit.midiLearn.learning == nil)
  }

  @Test func theVolumeOfAPartIsAHandleOnItsMeter() {
    let test = TestWindow(Plugins.sampler)
    let frame = test.view("part 4").frame
    let handle = Point(frame.maxX - 30, frame.midY)
    test.drag(handle, by: -37, 0)
    #expect(abs(test.value("volume4") + 36) < 0.001)
    #expect(test.host.gestures.first == "begin volume4" && test.host.gestures.last == "end volume4")
    #expect(test.window.state.part == 3)
    test.drag(handle, by: -80, 0)
    #expect(test.value("volume4") == -96)
    test.focus("part 4")
    test.key(.character("+"))
    #expect(test.value("volume4") == -59)
    test.click(handle, clicks: 2)
    #expect(test.value("volume4") == 0)
  }
}
