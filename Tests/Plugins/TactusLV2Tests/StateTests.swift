import TactusLV2
import TactusPlugin
import TestSupport
import Testing

@Suite("LV2: states")
struct StateTests {
  @Test("a state comes back as it was saved, into an instance that has never run and into one that plays")
  func roundTrip() throws {
    var generator = SeededGenerator(seed: seed(of: "roundTrip"))
    for plugin in Plugins.all {
      for runs in [false, true] {
        let host = try #require(SimulatedHost(plugin))
        for (index, parameter) in plugin.parameters.enumerated() where !parameter.isBypass {
          host.setControl(index, Float(parameter.clamped(Double.random(in: parameter.range, using: &generator))))
        }
        host.run(256)
        let state = HostState()
        #expect(state.save(host) == 0)
        #expect(state.document.contains("\"\(plugin.identifier)\""))
        let other = try #require(SimulatedHost(plugin))
        for index in plugin.parameters.indices { other.setControl(index, host.control(index)) }
        if runs { other.run(100) }
        #expect(state.restore(other) == 0)
        for _ in 0..<3 { other.run(256) }
        let again = HostState()
        #expect(again.save(other) == 0)
        #expect(again.document == state.document)
      }
    }
  }

  @Test("what the plug-in has moved by itself stays, although its port says what it said before")
  func movedByMIDI() throws {
    let host = try #require(SimulatedHost(Plugins.sampler))
    host.run(64)
    let told = host.told.count
    host.input.addMIDI([0xC0, 40], at: 10)
    host.run(64)
    host.run(64)
    #expect(host.told.count > told, "the host is told that the state has changed")
    let state = HostState()
    #expect(state.save(host) == 0)
    #expect(state.document.contains("\"program1\": 40"))
    let other = try #require(SimulatedHost(Plugins.sampler))
    #expect(state.restore(other) == 0)
    for _ in 0..<3 { other.run(64) }
    let again = HostState()
    #expect(again.save(other) == 0)
    #expect(again.document == state.document)
    // but a port with a different value takes effect
    other["program1"] = 7
    other.run(64)
    #expect(again.save(other) == 0)
    #expect(again.document.contains("\"program1\": 7"))
  }

  @Test("a state of a version with fewer ports keeps the values of the ports that it has")
  func fewerPorts() throws {
    let host = try #require(SimulatedHost(Plugins.sampler))
    host.run(64)
    host.input.addMIDI([0xC0, 40], at: 10)
    host.run(64)
    let state = HostState()
    #expect(state.save(host) == 0)
    let key = urid("urn:tactus:portValues")
    // the size and the type of an element, and the first 67 ports: those before the parts had sounds
    state.properties[key]?.bytes.removeLast(4 * (Plugins.sampler.parameters.count - 67))
    #expect(state.properties[key]?.bytes.count == 4 * 69)
    let other = try #require(SimulatedHost(Plugins.sampler))
    #expect(state.restore(other) == 0)
    for _ in 0..<3 { other.run(64) }
    let again = HostState()
    #expect(again.save(other) == 0)
    #expect(again.document == state.document && again.document.contains("\"program1\": 40"))
  }

  @Test("paths go through the host, and back")
  func paths() throws {
    let host = try #require(SimulatedHost(Plugins.sampler))
    let missing = HostState(prefix: "project:")
    let text = #"{"format": "tactus plugin", "version": 1, "plugin": "tactus.sampler", "bank": "project:/no/such.sf2"}"#
    missing.properties[urid("urn:tactus:state")] = (
      urid("http://lv2plug.in/ns/ext/atom#String"), Array(text.utf8) + [0]
    )
    #expect(missing.restore(host) == 0)
    let (mapped, plain) = (HostState(prefix: "elsewhere:"), HostState())
    #expect(mapped.save(host) == 0 && plain.save(host) == 0)
    #expect(mapped.document.contains("\"elsewhere:/no/such.sf2\""))
    #expect(plain.document.contains("\"/no/such.sf2\""))
  }

  @Test("what is no state changes nothing, and says so")
  func badStates() throws {
    let string = urid("http://lv2plug.in/ns/ext/atom#String")
    let bare = try #require(SimulatedHost(Plugins.arpeggiator))
    bare.run(64)
    let (fresh, moved) = (HostState(), HostState())
    #expect(fresh.save(bare) == 0)
    let set = fresh.document.replacing("\"arpOctaves\": 1", with: "\"arpOctaves\": 4")
    moved.properties[urid("urn:tactus:state")] = (string, Array(set.utf8) + [0])
    #expect(moved.restore(bare) == 0)
    let after = HostState()
    #expect(after.save(bare) == 0 && after.document == set)
    // nothing saved: the initial state
    #expect(HostState().restore(bare) == 0 && after.save(bare) == 0 && after.document == fresh.document)
    let variant = try #require(SimulatedHost(Plugins.samplerOutputs))
    #expect(HostState().restore(variant) == 0, "a plug-in that has the states of another one")

    for plugin in Plugins.all {
      let host = try #require(SimulatedHost(plugin))
      host.run(64)
      let before = HostState()
      #expect(before.save(host) == 0)
      let texts: [(UInt32, [UInt8])] = [
        (string, [0]), (string, Array("{}".utf8)), (string, [0xFF, 0xFE]), (99, Array(before.document.utf8)),
        (string, Array(repeating: 0x5B, count: 100_000)),
        (string, Array(before.document.replacing(plugin.identifier, with: "tactus.other").utf8)),
      ]
      for (type, bytes) in texts {
        let state = HostState()
        state.properties[urid("urn:tactus:state")] = (type, bytes)
        #expect(state.restore(host) != 0)
      }
      // port values that are not such a vector are ignored
      let odd = HostState()
      odd.properties = before.properties
      odd.properties[urid("urn:tactus:portValues")] = (urid("http://lv2plug.in/ns/ext/atom#Vector"), [1, 2, 3])
      #expect(odd.restore(host) == 0)
      host.run(64)
      let after = HostState()
      #expect(after.save(host) == 0)
      #expect(after.document == before.document)
    }
  }
}
