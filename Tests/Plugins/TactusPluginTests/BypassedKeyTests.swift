import TactusMIDI
import TactusPlugin
import TactusRender
import TactusSynth
import TestSupport
import Testing

/// Keys that are held while the plug-in is switched off or on: each note-off ends the note of its own note-on, if that
/// still sounds, and no other note.
@Suite("Keys held across a bypass")
struct BypassedKeyTests {
  private func host(_ plugin: PluginDescriptor) -> PluginHost {
    let host = PluginHost(plugin)
    if plugin.kind == .noteEffect { host.set("arpOn", 0) }
    if plugin.kind == .noteGenerator { for lane in 1...8 { host.set("lane\(lane)On", 0) } }
    host.set("transpose", 4)
    host.render(64)
    return host
  }

  /// The keys that sound at the host, with their numbers of notes.
  private func sounding(_ host: PluginHost) -> [Int: Int] { host.uneven }

  @Test("a note-off of a note that the bypass has ended ends no later note of the key", arguments: [1, 2])
  func whileBypassed(index: Int) {
    let host = host(Plugins.all[index])
    host.render(64) { $0.receive(.on(60), at: 0) }
    #expect(sounding(host) == [64: 1])
    host.render(64) { $0.change(parameter: 0, to: 1, at: 10) }
    #expect(sounding(host) == [:])
    host.render(64) { $0.receive(.on(60), at: 0) }
    #expect(sounding(host) == [60: 1])
    host.render(64) { $0.receive(.off(60), at: 0) }
    #expect(sounding(host) == [60: 1], "the note-off belongs to the note that the bypass has ended")
    host.render(64) { $0.receive(.off(60), at: 0) }
    #expect(sounding(host) == [:])
  }

  @Test("a note-off after the bypass ends no note that another key has started", arguments: [1, 2])
  func afterBypass(index: Int) {
    let host = host(Plugins.all[index])
    host.render(64) { $0.receive(.on(60), at: 0) }
    host.render(64) { $0.change(parameter: 0, to: 1, at: 10) }
    host.render(64) { $0.change(parameter: 0, to: 0, at: 10) }
    host.render(64) { $0.receive(.on(56), at: 0) }
    #expect(sounding(host) == [60: 1])
    host.render(64) { $0.receive(.off(60), at: 0) }
    #expect(sounding(host) == [60: 1], "the note-off belongs to the note that the bypass has ended")
    host.render(64) { $0.receive(.off(56), at: 0) }
    #expect(sounding(host) == [:])
  }

  @Test("notes that start during the bypass end with their keys after it", arguments: [1, 2])
  func acrossTheEnd(index: Int) {
    let host = host(Plugins.all[index])
    host.render(64) { $0.change(parameter: 0, to: 1, at: 10) }
    host.render(64) { $0.receive(.on(60), at: 0) }
    host.render(64) { $0.change(parameter: 0, to: 0, at: 10) }
    host.render(64) { $0.receive(.on(60), at: 0) }
    #expect(sounding(host) == [60: 1, 64: 1])
    host.render(64) { $0.receive(.off(60), at: 0) }
    #expect(sounding(host) == [64: 1])
    host.render(64) { $0.receive(.off(60), at: 0) }
    #expect(sounding(host) == [:])
  }

  @Test("a sampler's note-off after the bypass ends no note that another key has started", arguments: [false, true])
  func sampler(startsBypassed: Bool) {
    let host = PluginHost(Plugins.sampler)
    for symbol in ["reverb", "chorus"] { host.set(symbol, 0) }
    host.set("program1", 16)
    host.set("transpose", 4)
    if startsBypassed { host.set("bypass", 1) }
    host.render(2_048) { $0.receive(.on(60), at: 0) }
    host.set("bypass", 1)
    host.render(2_048)
    host.set("bypass", 0)
    for _ in 0..<50 { host.render(2_048) }
    #expect(host.left.suffix(2_048).allSatisfy { $0 == 0 })
    host.render(2_048) { $0.receive(.on(56), at: 0) }
    host.render(2_048) { $0.receive(.off(60), at: 0) }
    for _ in 0..<50 { host.render(2_048) }
    #expect(host.left.suffix(2_048).contains { $0 != 0 }, "the organ's key is still down")
    host.render(2_048) { $0.receive(.off(56), at: 0) }
    for _ in 0..<50 { host.render(2_048) }
    #expect(host.left.suffix(2_048).allSatisfy { $0 == 0 })
  }

  private struct SineBanks: PluginBanks {
    let builtIn = SoundBank.sines(programs: [0])

    func bank(atPath path: String) throws(PluginStateError) -> PluginBank { PluginBank(path: path, bank: builtIn) }
  }

  @Test(
    "a sampler's bypass ends the notes of all ports, and those that a pedal sustains",
    arguments: [(0, true), (3, false), (15, true)] as [(UInt8, Bool)])
  func allPorts(port: UInt8, isSustained: Bool) {
    let host = PluginHost(PluginUnit(Plugins.sampler, banks: SineBanks()))
    for symbol in ["reverb", "chorus"] { host.set(symbol, 0) }
    host.render(2_048) { core in
      core.receive(ChannelMessage(status: 0x90, 60, 100, port: port), at: 0)
      guard isSustained else { return }
      core.receive(ChannelMessage(status: 0xB0, 64, 127, port: port), at: 1)
      core.receive(ChannelMessage(status: 0x80, 60, 64, port: port), at: 2)
    }
    for _ in 0..<100 { host.render(2_048) }
    #expect(host.left.suffix(2_048).contains { $0 != 0 }, "the note sounds on")
    host.set("bypass", 1)
    for _ in 0..<100 { host.render(2_048) }
    #expect(host.left.suffix(2_048).allSatisfy { $0 == 0 })
  }

  /// Law: a key's note-offs end its notes in the order of their note-ons. Notes that a bypass has ended stay ended.
  @Test("keys and bypasses at random", arguments: 0..<rounds(20))
  func random(round: Int) {
    let seed = seed(of: "keys and bypasses") &+ UInt64(round)
    var random = SeededGenerator(seed: seed)
    let host = host(Plugins.all[1 + round % 2])
    // for each key, the keys that sound at the host for its note-ons; nil for those that have been ended
    var held: [UInt8: [UInt8?]] = [:]
    var isBypassed = false
    for step in 0..<200 {
      let keys: [UInt8] = [56, 60, 64]
      let events = (0..<Int.random(in: 0...4, using: &random)).map { _ in
        (kind: Int.random(in: 0..<5, using: &random), key: keys.randomElement(using: &random) ?? 60)
      }
      host.render(64 + events.count) { core in
        for (offset, event) in events.enumerated() {
          switch event.kind {
          case 0, 1:
            guard held[event.key, default: []].count < 6 else { continue }
            core.receive(.on(event.key), at: offset)
            held[event.key, default: []].append(isBypassed ? event.key : event.key + 4)
          case 2, 3:
            guard held[event.key, default: []].isEmpty == false else { continue }
            core.receive(.off(event.key), at: offset)
            held[event.key]?.removeFirst()
          default:
            isBypassed.toggle()
            core.change(parameter: 0, to: isBypassed ? 1 : 0, at: offset)
            if isBypassed { held = held.mapValues { $0.map { _ in nil } } }
          }
        }
      }
      var expected: [Int: Int] = [:]
      for key in held.values.joined() { if let key { expected[Int(key), default: 0] += 1 } }
      #expect(sounding(host) == expected, "step \(step), seed \(seed)")
      guard sounding(host) == expected else { return }
    }
  }

  @Test("a message that ends all notes, and a reset, forget the held keys")
  func forgotten() {
    let host = host(Plugins.arpeggiator)
    for way in 0..<2 {
      host.render(64) { $0.receive(.on(60), at: 0) }
      host.render(64) { $0.change(parameter: 0, to: 1, at: 0) }
      if way == 0 { host.render(64) { $0.receive(ChannelMessage(status: 0xB0, 123, 0), at: 0) } }
      if way == 1 { host.unit.core.pointee.reset() }
      host.render(64) { core in
        core.receive(.on(60), at: 0)
        core.receive(.off(60), at: 30)
      }
      #expect(sounding(host) == [:], "way \(way)")
      host.render(64) { $0.change(parameter: 0, to: 0, at: 0) }
    }
  }
}
