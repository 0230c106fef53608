import TactusFiles
import TactusPlugin
import TactusSynth
import TestSupport
import Testing

/// Programs have the names of the bank's presets.
@Suite struct ProgramNameTests {
  private let unit = PluginUnit(Plugins.sampler)

  private func index(_ symbol: String) throws -> Int { try #require(Plugins.sampler.index(ofParameter: symbol)) }

  @Test func programsHaveNames() throws {
    let (program, drums) = (try index("program1"), try index("program10"))
    let text = unit.text(ofParameter: program, 11)
    #expect(text.hasPrefix("11 ") && text.lowercased().contains("vibra"), "\(text)")
    #expect(unit.text(ofParameter: drums, 0).count > 2)
    // another bank without presets has numbers only
    unit.setParameter(try index("bank1"), to: 77)
    #expect(unit.text(ofParameter: program, 11) == "11")
  }

  /// Law: the text of a value is parsed to the value, for each program of each part, and for the other parameters.
  @Test func textsComeBack() throws {
    for part in 1...16 {
      let program = try index("program\(part)")
      for value in 0..<128 {
        let text = unit.text(ofParameter: program, Double(value))
        #expect(unit.value(ofParameter: program, text: text) == Double(value), "\(text)")
      }
    }
    for index in Plugins.sampler.parameters.indices {
      let parameter = Plugins.sampler.parameters[index]
      let text = unit.text(ofParameter: index, parameter.defaultValue)
      #expect(
        unit.value(ofParameter: index, text: text) == parameter.value(of: parameter.text(of: parameter.defaultValue)))
    }
  }

  @Test func namesSelectPrograms() throws {
    let program = try index("program1")
    let name = String(unit.text(ofParameter: program, 40).dropFirst(3))
    for text in [name, name.uppercased(), "40", "40 anything"] {
      #expect(unit.value(ofParameter: program, text: text) == 40, "\(text)")
    }
    for text in ["", "no such preset", "-", "40x"] {
      #expect(unit.value(ofParameter: program, text: text) == nil, "\(text)")
    }
  }
}
