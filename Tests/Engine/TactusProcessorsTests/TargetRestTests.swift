import TactusMIDI
import TactusProcessors
import TestSupport
import Testing

/// Controls that effects have moved, when keys go up or the receiver's controllers are reset.
@Suite("Targets at rest") struct TargetRestTests {
  @Test("channel pressure follows the keys that are held: new ones get it, released ones lose it")
  func keysOfChannelPressure() throws {
    let input: [ChannelMessage] = [
      .noteOn(60), .pressure(100), .noteOn(62), .noteOff(60), .pressure(0), .noteOn(60), .noteOff(62), .pressure(50),
      .controller(123, 0),
    ]
    #expect(
      try messages(.pressure(PressureMap(.channel, to: .keys)), input) == [
        .noteOn(60), .keyPressure(60, 100), .noteOn(62), .keyPressure(62, 100), .noteOff(60), .keyPressure(60, 0),
        .keyPressure(62, 0), .noteOn(60), .noteOff(62), .keyPressure(60, 50), .controller(123, 0), .keyPressure(60, 0),
      ])
  }

  @Test("a switch whose target a reset of the controllers has put at rest is off")
  func resetSwitches() throws {
    var map = ControllerMap(.controller(80), to: .controller(64))
    map.mode = .toggle
    let press: [ChannelMessage] = [.controller(80, 127), .controller(80, 0)]
    #expect(
      try messages(.controllerMap(map), press + [.controller(121, 0)] + press + press) == [
        .controller(64, 127), .controller(121, 0), .controller(64, 127), .controller(64, 0),
      ])
    // volume is not reset
    map.target = .controller(7)
    #expect(
      try messages(.controllerMap(map), press + [.controller(121, 0)] + press) == [
        .controller(7, 127), .controller(121, 0), .controller(7, 0),
      ])
  }
}
