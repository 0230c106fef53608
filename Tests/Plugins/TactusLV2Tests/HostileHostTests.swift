import TactusLV2
import TactusPlugin
import TestSupport
import Testing

@Suite("LV2: hosts that do anything")
struct HostileHostTests {
  static let noteSenders = [Plugins.sequencer.identifier, Plugins.arpeggiator.identifier]

  private func plugin(_ identifier: String) throws -> PluginDescriptor {
    try #require(Plugins.all.first { $0.identifier == identifier })
  }

  /// Valid and invalid events in a cycle of this many frames.
  private func disturb(_ host: SimulatedHost, _ frames: Int, _ generator: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 0..<12, using: &generator) {
      let frame = Int.random(in: -5...max(0, frames) + 5, using: &generator)
      let key = UInt8.random(in: 0..<128, using: &generator)
      switch Int.random(in: 0..<12, using: &generator) {
      case 0...3: host.input.addMIDI([0x90, key, 100], at: frame)
      case 4...5: host.input.addMIDI([0x80, key, 0], at: frame)
      case 6:
        let beat = Double.random(in: -4...64, using: &generator)
        let tempo = [0, -1, 1e-9, 60, 120, 240, 1e30, .nan, .infinity].randomElement(using: &generator)!
        host.input.addPosition(
          frame: frame, transport: Int64.random(in: .min ... .max, using: &generator), beat: beat, tempo: tempo,
          speed: [0, 1, 1, 1, -1, .nan].randomElement(using: &generator)!)
      case 7:
        let bytes = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
          UInt8.random(in: 0...255, using: &generator)
        }
        let kinds = ["midi#MidiEvent", "atom#Object", "atom#Blank", "atom#Nothing"]
        host.input.add(
          bytes, type: "http://lv2plug.in/ns/ext/" + kinds.randomElement(using: &generator)!,
          at: Int64.random(in: .min ... .max, using: &generator),
          claimed: Bool.random(using: &generator) ? UInt32.random(in: 0...UInt32.max, using: &generator) : nil)
      case 8: host.input.addSet(LV2Names.document, path: "/no/such/file\u{1F3B5}")
      case 9: host.input.addSet(LV2Names.bank, path: String(repeating: "x", count: 5_000))
      case 10: host.input.addGet(at: frame)
      default:
        let index = Int.random(in: host.plugin.parameters.indices, using: &generator)
        let parameter = host.plugin.parameters[index]
        let odd: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30]
        let usual = Float(Double.random(in: parameter.range, using: &generator))
        host.setControl(index, Bool.random(using: &generator) ? usual : odd.randomElement(using: &generator)!)
      }
    }
  }

  @Test(
    "cycles of any length, atoms that lie, floods of settings: no trap, no number that is none, no stuck note",
    arguments: Plugins.all.map(\.identifier))
  func anything(_ identifier: String) throws {
    var generator = SeededGenerator(seed: seed(of: "anything \(identifier)"))
    for _ in 0..<rounds(1) {
      let host = try #require(SimulatedHost(plugin(identifier)))
      for _ in 0..<100 {
        let frames = [0, 1, 2, 63, 64, 65, 512, 1_024, 8_192, Int.random(in: 0...8_192, using: &generator)]
          .randomElement(using: &generator)!
        host.outputRoom = [0, 8, 24, 40, 200, 65_536].randomElement(using: &generator)!
        disturb(host, frames, &generator)
        host.run(frames)
        #expect(host.audio.allSatisfy { $0.allSatisfy { $0.isFinite } })
        if Int.random(in: 0..<40, using: &generator) == 0 { host.restart() }
      }
      host.outputRoom = 65_536
      host.restart()
      host.run(0)
      for _ in 0..<4 { host.run(512) }
      #expect(host.sent.soundingNotes.isEmpty)
      #expect(host.isOutputIntact)
    }
  }

  @Test("outputs without room: each note-on that is taken gets its note-off", arguments: noteSenders)
  func littleRoom(_ identifier: String) throws {
    var generator = SeededGenerator(seed: seed(of: "littleRoom \(identifier)"))
    let host = try #require(SimulatedHost(plugin(identifier)))
    host.input.addPosition(frame: 0, transport: 0, beat: 0, tempo: 480)
    for key in UInt8(60)..<64 { host.input.addMIDI([0x90, key, 100], at: 0) }
    for _ in 0..<rounds(200) {
      host.outputRoom = [8, 31, 32, 33, 56, 100].randomElement(using: &generator)!
      host.run(Int.random(in: 1...3_000, using: &generator))
    }
    #expect(host.sent.onsets.count > 50)
    #expect(host.isOutputIntact)
    host.outputRoom = 65_536
    host.restart()
    host.run(64)
    #expect(host.sent.soundingNotes.isEmpty)
  }

  @Test("bypass, a stop and a new start end what sounds", arguments: noteSenders)
  func endings(_ identifier: String) throws {
    for ending in 0..<3 {
      let host = try #require(SimulatedHost(plugin(identifier)))
      host.input.addPosition(frame: 0, transport: 0, beat: 0, tempo: 120)
      host.input.addMIDI([0x90, 60, 100], at: 0)
      host.run(64)
      #expect(!host.sent.soundingNotes.isEmpty)
      switch ending {
      case 0:
        host["enabled"] = 0
        host.input.addMIDI([0x80, 60, 0], at: 0)
      case 1: host.restart()
      default:
        host.input.addPosition(frame: 0, transport: 64, beat: 64.0 / 24_000, tempo: 120, speed: 0)
        host.input.addMIDI([0x80, 60, 0], at: 0)
      }
      for _ in 0..<4 { host.run(1_024) }
      if ending == 1 {
        host.input.addMIDI([0x80, 60, 0], at: 0)
        host.run(8_000)
      }
      #expect(host.sent.soundingNotes.isEmpty, "\(identifier) after \(ending): \(host.sent)")
    }
  }

  @Test("states that come while notes sound leave none behind", arguments: noteSenders)
  func statesWhilePlaying(_ identifier: String) throws {
    var generator = SeededGenerator(seed: seed(of: "statesWhilePlaying \(identifier)"))
    let host = try #require(SimulatedHost(plugin(identifier)))
    var states: [HostState] = []
    for preset in 0..<3 {
      let other = try #require(SimulatedHost(plugin(identifier)))
      other[identifier == "tactus.sequencer" ? "swing" : "arpSwing"] = 50 + Float(preset) * 8
      other.run(64)
      states.append(HostState())
      #expect(states[preset].save(other) == 0)
    }
    host.input.addPosition(frame: 0, transport: 0, beat: 0, tempo: 200)
    host.input.addMIDI([0x90, 60, 100], at: 0)
    for _ in 0..<rounds(60) {
      host.run(Int.random(in: 1...4_000, using: &generator))
      #expect(states.randomElement(using: &generator)?.restore(host) == 0)
    }
    #expect(host.sent.onsets.count > 10)
    host.input.addMIDI([0x80, 60, 0], at: 0)
    host.restart()
    for _ in 0..<4 { host.run(4_096) }
    #expect(host.sent.soundingNotes.isEmpty)
  }

  @Test("ports that are connected to nothing")
  func unconnected() throws {
    for plugin in Plugins.all {
      let host = try #require(SimulatedHost(plugin))
      host.isUnconnected = Set(0...(3 + plugin.audioOutputs + plugin.parameters.count))
      for frames in [0, 1, 512, 8_192, 20_000] { host.run(frames) }
      host.isUnconnected = [4]
      host.input.addMIDI([0x90, 60, 100], at: 0)
      host.run(4_096)
      if plugin.audioOutputs > 0 { #expect(host.audio[0].contains { $0 != 0 }) }
    }
  }

  @Test("instances side by side play what each plays alone")
  func sideBySide() throws {
    var generator = SeededGenerator(seed: seed(of: "sideBySide"))
    let hosts = try (0..<3).map { _ in try #require(SimulatedHost(Plugins.sampler)) }
    hosts[2]["program1"] = 48
    for _ in 0..<30 {
      let frames = Int.random(in: 1...1_024, using: &generator)
      let key = UInt8.random(in: 40..<80, using: &generator)
      for host in hosts {
        host.input.addMIDI([0x90, key, 100], at: 0)
        host.run(frames)
      }
      #expect(hosts[0].audio == hosts[1].audio)
      #expect(hosts[0].audio != hosts[2].audio)
    }
  }

  @Test("a worker without room is asked again; without a worker, a new start does its work")
  func workers() throws {
    let host = try #require(SimulatedHost(Plugins.sequencer))
    host.features.requests.room = 0
    host["lane1Key"] = 50
    for _ in 0..<3 { host.run(64) }
    host.features.requests.room = 1
    for _ in 0..<3 { host.run(64) }
    host.input.addPosition(frame: 0, transport: 0, beat: 0, tempo: 120)
    host.run(64)
    #expect(host.sent.contains { $0.bytes.prefix(2).elementsEqual([0x99, 50]) })

    let alone = try #require(SimulatedHost(Plugins.sequencer, without: ["http://lv2plug.in/ns/ext/worker#schedule"]))
    alone["lane1Key"] = 50
    alone.run(64)
    alone.restart()
    alone.input.addPosition(frame: 0, transport: 0, beat: 0, tempo: 120)
    alone.run(64)
    #expect(alone.sent.contains { $0.bytes.prefix(2).elementsEqual([0x99, 50]) })
  }
}
