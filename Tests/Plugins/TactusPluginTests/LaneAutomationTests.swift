import TactusMIDI
import TactusPlugin
import TactusRender
import TactusSequencer
import TestSupport
import Testing

@Suite("Automation of the sequencer's lanes")
struct LaneAutomationTests {
  /// A change of a parameter on a frame.
  struct Change { let frame, index: Int; let value: Double }

  private static let length = 96_000

  /// Plays from beat 0 in cycles of these sizes, and never runs the main-thread tasks.
  func play(_ changes: [Change], _ sizes: () -> Int, loop: Double? = nil) -> [PluginHost.Sent] {
    let host = PluginHost(Plugins.sequencer)
    while host.frame < Self.length {
      let (start, count) = (Int(host.frame), min(sizes(), Self.length - Int(host.frame)))
      host.render(count, Transport().context(at: host.frame)) { core in
        for change in changes where change.frame >= start && change.frame < start + count {
          core.change(parameter: change.index, to: change.value, at: change.frame - start)
        }
        let needs = core.needsMainThread()
        #expect(!needs, "lanes need no other thread")
      }
    }
    #expect(host.uneven.values.allSatisfy { $0 == 1 })
    return host.sent
  }

  func randomChanges(_ random: inout SeededGenerator) -> [Change] {
    let parameters = Plugins.sequencer.parameters
    let indices = parameters.indices.filter { parameters[$0].id >= 300 }
    return (0..<40).map { _ in
      let index = indices[Int.random(in: indices.indices, using: &random)]
      return Change(
        frame: Int.random(in: 0..<Self.length, using: &random), index: index,
        value: parameters[index].clamped(.random(in: parameters[index].range, using: &random)))
    }.sorted { $0.frame < $1.frame }
  }

  @Test("the same events on the same frames in cycles of any length")
  func partition() {
    let seed = seed(of: "automation of lanes")
    for round in 0..<UInt64(rounds(20)) {
      var random = SeededGenerator(seed: seed &+ round)
      let changes = randomChanges(&random)
      let whole = play(changes, { 8_192 })
      let (small, divided) = (play(changes, { 64 }), play(changes, { Int.random(in: 1...2_000, using: &random) }))
      #expect(whole == small && whole == divided, "seed \(seed &+ round)")
      #expect(!whole.isEmpty)
    }
  }

  @Test("all parameters of the pattern can be automated")
  func flags() { #expect(Plugins.sequencer.parameters.allSatisfy { $0.isAutomatable || $0.symbol == "midiLearn" }) }

  @Test("a change takes effect on its frame")
  func frame() throws {
    let descriptor = Plugins.sequencer
    let key = try #require(descriptor.index(ofParameter: "lane1Key"))
    let on = (2...8).compactMap { descriptor.index(ofParameter: "lane\($0)On") }.map {
      Change(frame: 0, index: $0, value: 0)
    }
    // the kick plays on each beat: every 24,000 frames
    func keys(_ frame: Int) -> [UInt8] {
      play(on + [Change(frame: frame, index: key, value: 40)], { 4_096 }).filter { $0.message.startsNote }
        .map { $0.message.data1 }
    }
    #expect(keys(23_999) == [36, 40, 40, 40])
    #expect(keys(24_000) == [36, 40, 40, 40])
    #expect(keys(24_001) == [36, 36, 40, 40])
  }

  @Test("an automated pattern plays from each change on as one that was always so")
  func agreement() {
    let seed = seed(of: "agreement of lanes")
    for round in 0..<UInt64(rounds(10)) {
      var random = SeededGenerator(seed: seed &+ round)
      let changes = randomChanges(&random).map { Change(frame: 30_001, index: $0.index, value: $0.value) }
      let late = play(changes, { 512 }).filter { $0.message.startsNote && $0.frame > 30_001 }
      let always = play(changes.map { Change(frame: 0, index: $0.index, value: $0.value) }, { 512 })
        .filter { $0.message.startsNote && $0.frame > 30_001 }
      #expect(late == always, "seed \(seed &+ round)")
    }
  }

  @Test("the user's own sequence replaces the lanes, even an empty one, and the lanes come back")
  func ownSequence() throws {
    let host = PluginHost(Plugins.sequencer)
    let transport = Transport()
    func onsets() -> Int {
      let before = host.onsets.count
      for _ in 0..<24 { host.render(2_000, transport.context(at: host.frame)) }
      return host.onsets.count - before
    }
    #expect(onsets() > 4)
    try host.unit.publish(MIDISequence())
    #expect(onsets() == 0)
    host.set("lane1Onsets", 16)
    #expect(onsets() == 0)
    try host.unit.publish(nil as MIDISequence?)
    #expect(onsets() > 8)
  }
}
