import TactusLV2
import TactusPlugin
import Testing

@Suite("LV2: the bundle's Turtle")
struct BundleTests {
  private func text(_ name: String) throws -> String {
    try #require(LV2Bundle.files().first { $0.name == name }).text
  }

  @Test("ports are numbered in order, and their symbols are symbols, each once")
  func ports() throws {
    for (plugin, name) in zip(LV2Plugins.all, ["sampler", "sequencer", "arpeggiator", "outputs"]) {
      let text = try text(name + ".ttl")
      let numbers = text.matches(of: /lv2:index (\d+)/).compactMap { Int($0.output.1) }
      let offlinePorts = plugin.kind == .instrument ? ["freeWheeling"] : []
      #expect(numbers == Array(0..<(3 + plugin.audioOutputs + plugin.parameters.count + offlinePorts.count)))
      let ports = text.split(separator: "lv2:port [")[1].split(separator: "] .")[0]
      let symbols = ports.matches(of: /lv2:symbol "([^"]*)"/).map { String($0.output.1) }
      #expect(Set(symbols).count == numbers.count)
      #expect(symbols.allSatisfy { $0.wholeMatch(of: /[_a-zA-Z][_a-zA-Z0-9]*/) != nil })
      let parameters = plugin.parameters.map { $0.isBypass ? "enabled" : $0.symbol }
      #expect(Array(symbols.suffix(parameters.count + offlinePorts.count)) == parameters + offlinePorts)
      let names = ports.matches(of: /lv2:name "([^"]*)"/).map { String($0.output.1) }
      #expect(Set(names).count == names.count)
    }
  }

  @Test("defaults, and that enabled is the opposite of bypass")
  func enabled() throws {
    let text = try text("sampler.ttl")
    let port = try #require(text.split(separator: "] , [").first { $0.contains("\"enabled\"") })
    #expect(port.contains("lv2:default 1.0") && port.contains("lv2:designation lv2:enabled"))
    #expect(text.contains("units:db") && text.contains("lv2:scalePoint [ rdfs:label \"Cubic\" ; rdf:value 1.0 ]"))
  }

  @Test("each preset is in the manifest and has a value for each port")
  func presets() throws {
    let manifest = try text("manifest.ttl")
    for (plugin, name) in zip(Plugins.all, ["sampler", "sequencer", "arpeggiator"]) {
      let text = try text(name + "-presets.ttl")
      #expect(text.matches(of: /pset:value/).count == plugin.presets.count * plugin.parameters.count)
      for index in plugin.presets.indices {
        #expect(manifest.contains("<urn:tactus:\(name):preset:\(index + 1)>"))
        #expect(text.contains("<urn:tactus:\(name):preset:\(index + 1)>"))
        #expect(text.contains("rdfs:label \"\(plugin.presets[index].name)\""))
      }
    }
  }

  @Test("text between quotes stays what it is")
  func literals() throws {
    for (name, file) in LV2Bundle.files().map({ ($0.name, $0.text) }) {
      let quotes = file.replacing("\\\\", with: "").replacing("\\\"", with: "").filter { $0 == "\"" }.count
      #expect(quotes % 2 == 0, "\(name)")
      #expect(file.contains("@prefix lv2: <http://lv2plug.in/ns/lv2core#> ."))
    }
  }

  @Test("the library has each window that the bundle announces, and no other")
  func windows() throws {
    let announced = try text("manifest.ttl").matches(of: /<([^>]*)>\s*a ui:/).map { String($0.output.1) }
    var found: [String] = []
    while let descriptor = LV2Plugins.windowDescriptor(UInt32(found.count)) {
      found.append(String(cString: try #require(descriptor.pointee.URI)))
    }
    #expect(!found.isEmpty && Set(announced) == Set(found))
  }
}
