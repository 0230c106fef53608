import CLV2
import TactusLV2
import TactusPlugin
import Testing

@Suite("LV2: how hosts find the plug-ins")
struct DiscoveryTests {
  @Test("four descriptors, and none behind them")
  func descriptors() throws {
    let uris = (0..<4).compactMap { LV2Plugins.descriptor(UInt32($0))?.pointee.URI }.map { String(cString: $0) }
    #expect(
      uris == [
        "urn:tactus:sampler", "urn:tactus:sequencer", "urn:tactus:arpeggiator", "urn:tactus:sampler:outputs",
      ])
    for index in [4, 5, UInt32.max] { #expect(LV2Plugins.descriptor(index) == nil) }
  }

  @Test("no instance without what it needs")
  func refusals() {
    for plugin in Plugins.all {
      #expect(SimulatedHost(plugin, without: ["http://lv2plug.in/ns/ext/urid#map"]) == nil)
      for rate in [0, -48_000, 999.9, 768_001, .nan, .infinity, 1e300] {
        #expect(SimulatedHost(plugin, sampleRate: rate) == nil)
      }
      for rate in [1_000.0, 7_350.5, 8_000, 44_100, 96_000.5, 768_000] {
        #expect(SimulatedHost(plugin, sampleRate: rate) != nil)
      }
    }
  }

  @Test("extensions that are there, and others that are not")
  func extensions() throws {
    let descriptor = try #require(LV2Plugins.descriptor(0)).pointee
    #expect(descriptor.state != nil && descriptor.worker != nil)
    #expect(descriptor.extension_data?("http://lv2plug.in/ns/ext/state#interfaces") == nil)
    #expect(descriptor.extension_data?("") == nil)
  }

  @Test("functions called without an instance do nothing")
  func noInstance() throws {
    let descriptor = try #require(LV2Plugins.descriptor(0)).pointee
    descriptor.connect_port?(nil, 0, nil)
    descriptor.activate?(nil)
    descriptor.run?(nil, 64)
    descriptor.deactivate?(nil)
    descriptor.cleanup?(nil)
    #expect(descriptor.worker?.work?(nil, nil, nil, 0, nil) != 0)
    #expect(descriptor.worker?.work_response?(nil, 0, nil) != 0)
    #expect(descriptor.state?.save?(nil, nil, nil, 0, nil) != 0)
    #expect(descriptor.state?.restore?(nil, nil, nil, 0, nil) != 0)
  }
}
