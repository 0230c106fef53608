import TactusPlugin
import TestSupport
import Testing

@Suite("Descriptors")
struct DescriptorTests {
  @Test("no two parameters of a plug-in have the same id or symbol", arguments: Plugins.all.indices)
  func identities(index: Int) {
    let parameters = Plugins.all[index].parameters
    #expect(Set(parameters.map(\.id)).count == parameters.count)
    #expect(Set(parameters.map(\.symbol)).count == parameters.count)
    for parameter in parameters {
      #expect(parameter.symbol.first?.isLowercase == true && parameter.symbol.allSatisfy { $0.isLetter || $0.isNumber })
      #expect(parameter.clamped(parameter.defaultValue) == parameter.defaultValue)
      #expect(!parameter.name.isEmpty)
    }
  }

  /// Hosts store automation by id: a parameter whose id changes is lost in every project.
  @Test("ids stay for ever")
  func stableIdentities() {
    let ids: [(PluginDescriptor, String, UInt32)] = [
      (Plugins.sampler, "bypass", 0), (Plugins.sampler, "gain", 10), (Plugins.sampler, "interpolation", 16),
      (Plugins.sampler, "program1", 100), (Plugins.sampler, "program16", 115), (Plugins.sampler, "bank16", 135),
      (Plugins.arpeggiator, "arpOn", 230), (Plugins.arpeggiator, "arpWhenStopped", 240),
      (Plugins.arpeggiator, "humaniseLength", 273), (Plugins.sequencer, "swing", 300),
      (Plugins.sequencer, "lane1On", 1_000), (Plugins.sequencer, "lane8Channel", 1_233),
    ]
    for (plugin, symbol, id) in ids { #expect(plugin.parameters.first { $0.symbol == symbol }?.id == id) }
  }

  @Test("presets name parameters that exist, with values that they can have", arguments: Plugins.all.indices)
  func presets(index: Int) {
    let plugin = Plugins.all[index]
    for preset in plugin.presets {
      for (symbol, value) in preset.values {
        let parameter = plugin.parameters.first { $0.symbol == symbol }
        #expect(parameter?.clamped(value) == value, "\(preset.name): \(symbol)")
      }
    }
    #expect(Set(plugin.presets.map(\.name)).count == plugin.presets.count)
  }

  @Test("value(of: text(of: x)) is x as it is shown", arguments: Plugins.all.indices)
  func texts(index: Int) throws {
    for parameter in Plugins.all[index].parameters {
      for part in 0...200 {
        let share = Double(part) / 200
        let value = parameter.clamped(
          parameter.range.lowerBound + share * (parameter.range.upperBound - parameter.range.lowerBound))
        let text = parameter.text(of: value)
        let read = try #require(parameter.value(of: text), "\(parameter.symbol): \(text)")
        if parameter.isStepped { #expect(read == value, "\(parameter.symbol): \(text)") }
        #expect(parameter.text(of: read) == text)
        #expect(parameter.value(of: " " + text.uppercased() + " ") == read)
      }
    }
  }

  /// Law: a text that was read and shown again is the same text, and its value is then the same value.
  @Test("texts are stable for every step and for random values", arguments: Plugins.all.indices)
  func stableTexts(index: Int) throws {
    let seed = seed(of: "stable texts")
    var random = SeededGenerator(seed: seed)
    for parameter in Plugins.all[index].parameters {
      var values = [parameter.range.lowerBound, parameter.range.upperBound, parameter.defaultValue]
      if parameter.isStepped {
        let steps = Int(parameter.range.lowerBound)...Int(parameter.range.upperBound)
        // some of the bank numbers, all of the others
        if steps.count <= 20_000 {
          values += steps.map(Double.init)
        } else {
          values += (0..<rounds(500)).map { _ in Double(Int.random(in: steps, using: &random)) }
        }
      } else {
        values += (0..<rounds(500)).map { _ in .random(in: parameter.range, using: &random) }
        // around each word, and around each change of the last digit that is shown near it
        for word in parameter.words.keys {
          values += (0..<rounds(200)).map { _ in word + .random(in: -0.2...0.2, using: &random) }
        }
      }
      for value in values.map(parameter.clamped) {
        let text = parameter.text(of: value)
        let read = try #require(parameter.value(of: text), "\(parameter.symbol): \(text), seed \(seed)")
        #expect(parameter.text(of: read) == text, "\(parameter.symbol) \(value), seed \(seed)")
        #expect(parameter.value(of: parameter.text(of: read)) == read, "\(parameter.symbol) \(value), seed \(seed)")
        if parameter.isStepped { #expect(read == value, "\(parameter.symbol): \(text)") }
        #expect((read - value).magnitude <= 0.0501, "\(parameter.symbol) \(value): \(text), seed \(seed)")
      }
    }
  }

  @Test("no two values of a parameter have the same word, and no word is a number")
  func words() {
    for plugin in Plugins.all {
      for parameter in plugin.parameters {
        var names = parameter.words.values.map { $0.lowercased() }
        if case .choice(let choices) = parameter.kind { names += choices.map { $0.lowercased() } }
        #expect(Set(names).count == names.count, "\(parameter.symbol): \(names.sorted())")
        #expect(!names.contains { Double($0) != nil }, "\(parameter.symbol)")
      }
    }
  }

  @Test("texts that mean nothing are refused, and numbers go without units")
  func oddTexts() throws {
    let gain = try #require(Plugins.sampler.parameters.first { $0.symbol == "gain" })
    #expect(gain.text(of: -3) == "-3.0 dB")
    #expect(gain.text(of: -0.04) == "0.0 dB")
    #expect(gain.value(of: "-3") == -3)
    #expect(gain.value(of: "\u{2212}3,0") == nil)
    #expect(gain.value(of: "loud") == nil)
    #expect(gain.value(of: "nan") == nil)
    #expect(gain.value(of: "1000 dB") == 24)
    #expect(gain.value(of: "silence") == -96)
    #expect(gain.clamped(.nan) == 0)
    #expect(gain.clamped(.infinity) == 24)
  }
}
