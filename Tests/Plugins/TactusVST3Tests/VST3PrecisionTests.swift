import TestSupport
import Testing
import VST3Hosting

@testable import TactusPlugin
@testable import TactusVST3

/// Hosts that keep parameters in single precision send all of them back with the first block.
struct VST3PrecisionTests {
  @Test(arguments: 0..<3) func theStateSurvivesSinglePrecision(index: Int) throws {
    let descriptor = Plugins.all[index]
    let unit = PluginUnit(descriptor)
    // every second value stays at its default
    for (position, parameter) in descriptor.parameters.enumerated()
    where position % 2 == 0 && parameter.kind == .continuous {
      let tenths = Int((parameter.range.lowerBound * 0.63 + parameter.range.upperBound * 0.37) * 10)
      unit.setParameter(position, to: Double(tenths) / 10)
    }
    let plugin = try #require(HostedVST3(VST3Library(VST3Factory.object), descriptor.name))
    #expect(plugin.load(unit.state()))
    plugin.activate()
    plugin.change(plugin.parameters.map { ($0.id, Double(Float(plugin.value(of: $0.id)))) })
    #expect(plugin.save() == unit.state())
    plugin.deactivate()
    #expect(plugin.save() == unit.state())
  }

  @Test func valuesWithFewDecimalsAreExact() {
    for parameter in Plugins.all.flatMap(\.parameters) where parameter.kind == .continuous {
      let range = parameter.normalizedRange
      let tenths = Int(parameter.range.lowerBound * 10)...Int(parameter.range.upperBound * 10)
      var random = SeededGenerator(seed: UInt64(parameter.id))
      for _ in 0..<50 {
        let value = Double(Int.random(in: tenths, using: &random)) / 10
        #expect(range.plain(range.normalized(value)) == value, "\(parameter.symbol)")
        #expect(range.plain(Double(Float(range.normalized(value)))) == value, "\(parameter.symbol)")
      }
      let usual = parameter.defaultValue
      #expect(range.plain(Double(Float(range.normalized(usual)))) == usual, "\(parameter.symbol)")
    }
  }

  @Test func allStepsAreExact() {
    for parameter in Plugins.all.flatMap(\.parameters) where parameter.kind != .continuous {
      let range = parameter.normalizedRange
      let wrong = (0...max(0, range.steps)).filter { step in
        let value = range.lowest + Double(step)
        let share = range.normalized(value)
        return range.plain(share) != value || range.plain(Double(Float(share))) != value
      }
      #expect(wrong.isEmpty, "\(parameter.symbol): \(wrong.prefix(5))")
    }
  }

  @Test func noValueMovesByMoreThanThePrecisionOfItsNumber() {
    for parameter in Plugins.all.flatMap(\.parameters) where parameter.kind == .continuous {
      let range = parameter.normalizedRange
      var random = SeededGenerator(seed: UInt64(parameter.id))
      for _ in 0..<50 {
        let share = Double.random(in: 0...1, using: &random)
        let single = Double(Float.random(in: 0...1, using: &random))
        let (distance, singleDistance) = (
          range.plain(share) - range.lowest - share * range.width,
          range.plain(single) - range.lowest - single * range.width
        )
        #expect(abs(distance) <= range.width * 0x1p-48, "\(parameter.symbol) \(share)")
        #expect(abs(singleDistance) <= range.width * 0x1p-24, "\(parameter.symbol) \(single)")
      }
    }
  }
}
