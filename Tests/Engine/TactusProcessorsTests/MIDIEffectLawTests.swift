import TactusFiles
import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

/// The laws of all effects: random playing, random settings, random versions of chains, random cycles.
@Suite("Laws of effects") struct MIDIEffectLawTests {
  private static let frames = 24_000

  /// A chain and versions of it.
  private func versions(_ random: inout SeededGenerator, _ first: ProcessorChain) -> [(
    frame: Int, chain: ProcessorChain
  )] {
    var versions = [(frame: 0, chain: first)]
    let count = random.pick([0, 1, 3, 8])
    for frame in (0..<count).map({ _ in Int.random(in: 1..<Self.frames, using: &random) }).sorted() {
      let chain = random.edited(versions[versions.count - 1].chain)
      if frame > versions[versions.count - 1].frame { versions.append((frame, chain)) }
    }
    return versions
  }

  private func cuts(_ random: inout SeededGenerator) -> [Int] {
    var frame = 0
    return random.cycles(of: Self.frames, longest: 2_048).map { length in
      frame += length
      return frame
    }
  }

  /// Which note-offs in the output are allowed without a sounding note.
  private enum LooseNoteOffs {
    case none
    /// Those on channels on which a message has ended all notes.
    case afterEndOfAll
    case any

    /// - Parameters:
    ///   - endsAll: whether some messages of the input end all notes of a channel.
    ///   - versions: the number of versions of the chain. With several, any note-off may be loose, because it passes if
    ///     the effect that has ended its note was removed.
    init(endsAll: Bool, versions: Int) { self = !endsAll ? .none : versions == 1 ? .afterEndOfAll : .any }
  }

  /// The fault in the output; nil if there is none.
  private func defect(_ events: [FrameEvent], loose: LooseNoteOffs, areKeysInRange: Bool = true) -> String? {
    var (sounding, ended): ([Int: Int], Set<Int>) = ([:], [])
    for event in events where event.message.isForChannel {
      let message = event.message
      if areKeysInRange, message.isMIDI1, message.word0 & 0x8080 != 0 { return "a byte above 127: \(event)" }
      let position = message.keyIndex
      if message.startsNote { sounding[position, default: 0] += 1 }
      if message.endsNote {
        if sounding[position, default: 0] == 0,
          loose == .none || loose == .afterEndOfAll && !ended.contains(position >> 7)
        {
          return "a note-off without note-on: \(event)"
        }
        sounding[position] = max(0, sounding[position, default: 0] - 1)
      }
      if message.endsAllNotes {
        sounding = sounding.filter { $0.key >> 7 != position >> 7 }
        ended.insert(position >> 7)
      }
    }
    let hanging = sounding.filter { $0.value > 0 }.keys.sorted()
    return hanging.isEmpty ? nil : "hanging: \(hanging.prefix(4))"
  }

  @Test("each effect alone, while it is edited", arguments: 0..<SeededGenerator.effectKinds)
  func alone(kind: Int) throws {
    for round in 0..<rounds(6) {
      try check(seed: UInt64(kind * 1_000 + round)) { random in ProcessorChain([random.effect(kind)]) }
    }
  }

  @Test("chains of effects, while they are edited")
  func chains() throws {
    for round in 0..<rounds(60) { try check(seed: UInt64(100_000 + round)) { random in random.chain() } }
  }

  private func check(seed: UInt64, _ make: (inout SeededGenerator) -> ProcessorChain) throws {
    var random = SeededGenerator(seed: seed)
    let versions = versions(&random, make(&random))
    let endsAll = random.oneIn(4)
    var playing = ChainPlaying(
      frames: Self.frames,
      input: random.playing(frames: Self.frames, events: random.pick([20, 100, 300]), endsAll: endsAll),
      versions: versions)
    let tempo = Double(random.some(30, 300))
    playing.context = { MusicalContext(tempo: tempo, beat: Double($0) * tempo / (60 * 48_000)) }
    var droppedEvents = 0
    let whole = try playing.played(cuts: [], droppedEvents: &droppedEvents)
    guard let whole else {
      Issue.record("seed \(seed): offsets outside the cycle or descending")
      return
    }
    if let defect = defect(whole, loose: LooseNoteOffs(endsAll: endsAll, versions: versions.count)) {
      Issue.record("seed \(seed): \(defect); chain \(String(decoding: versions[0].chain.document(), as: UTF8.self))")
    }
    // a cycle of half a second can overflow the buffer although shorter cycles do not
    guard droppedEvents == 0 else { return }
    let parts = try playing.played(cuts: cuts(&random))
    let isSame = parts == whole
    #expect(isSame, "seed \(seed): other events in other cycles")
  }

  @Test("anything at all neither traps nor leaves a note hanging that went out")
  func garbage() throws {
    var whole = 0
    for round in 0..<rounds(30) {
      let seed = UInt64(200_000 + round)
      var random = SeededGenerator(seed: seed)
      var playing = ChainPlaying(
        frames: Self.frames, input: random.garbage(frames: Self.frames, events: random.pick([100, 1_000, 6_000])),
        versions: versions(&random, random.chain()))
      if random.oneIn(2) { (playing.settings.mostEvents, playing.settings.mostHeld) = (64 << random.some(0, 4), 16) }
      playing.context = { _ in
        var context = MusicalContext(tempo: .nan, beat: .infinity)
        context.tempoSlope = -.infinity
        return context
      }
      var droppedEvents = 0
      let played = try playing.played(cuts: cuts(&random), droppedEvents: &droppedEvents)
      guard let played else {
        Issue.record("seed \(seed): offsets outside the cycle or descending")
        continue
      }
      // an effect that is inserted while notes sound does not know these notes: a flood of events can displace their
      // note-offs
      if droppedEvents > 0, playing.versions.count > 1 { continue }
      let defect = defect(played, loose: .any, areKeysInRange: false)
      #expect(
        defect == nil, "seed \(seed): \(playing.versions.map { String(decoding: $0.chain.document(), as: UTF8.self) })")
      whole += 1
    }
    #expect(whole > 0, "in some rounds everything finds room")
  }

  /// Versions of a chain with the same effects, some bypassed or with other settings.
  private func settings(_ random: inout SeededGenerator, _ first: ProcessorChain) -> [(
    frame: Int, chain: ProcessorChain
  )] {
    var versions = [(frame: 0, chain: first)]
    for frame in [2_000, 9_000, 9_500, 20_000] where random.oneIn(2) {
      versions.append((frame, random.adjusted(versions[versions.count - 1].chain)))
    }
    return versions
  }

  @Test("of more notes than there is room for, both ends are left out", arguments: 0...SeededGenerator.effectKinds)
  func overload(kind: Int) throws {
    var (left, drops) = (0, 0)
    for round in 0..<rounds(8) {
      let seed = UInt64(500_000 + kind * 1_000 + round)
      var random = SeededGenerator(seed: seed)
      let chain = kind < SeededGenerator.effectKinds ? ProcessorChain([random.effect(kind)]) : random.chain(3)
      let endsAll = random.oneIn(4)
      let events = random.pick([2_000, 6_000, 20_000])
      var playing = ChainPlaying(
        frames: Self.frames, input: random.playing(frames: Self.frames, events: events, endsAll: endsAll),
        versions: settings(&random, chain))
      (playing.settings.mostEvents, playing.settings.mostHeld) = (2_048, 256)
      let ends = random.oneIn(2) ? cuts(&random) : []
      var droppedEvents = 0
      let played = try #require(try playing.played(cuts: ends, droppedEvents: &droppedEvents), "seed \(seed)")
      let defect = defect(played, loose: LooseNoteOffs(endsAll: endsAll, versions: playing.versions.count))
      #expect(
        defect == nil, "seed \(seed): \(playing.versions.map { String(decoding: $0.chain.document(), as: UTF8.self) })")
      (left, drops) = (left + (played.isEmpty ? 0 : 1), drops + droppedEvents)
    }
    #expect(left > 0 && drops > 0, "not all has room")
  }

  @Test("a flood loses no note-off of a note that went out", arguments: [0, 2, 5, 6, 8, 9, 10, 11, 12, 15])
  func flood(kind: Int) throws {
    for round in 0..<rounds(10) {
      let seed = UInt64(400_000 + kind * 1_000 + round)
      var random = SeededGenerator(seed: seed)
      var input: [FrameEvent] = []
      // notes that start when others leave no room, and end in a flood of note-offs without note-ons
      for key: UInt8 in 0..<120 {
        input += [FrameEvent(0, .noteOn(key, 90)), FrameEvent(0, .controller(7, key)), FrameEvent(0, .noteOn(key, 80))]
      }
      for key in (0..<120).shuffled(using: &random) {
        input += (0..<6).map { _ in FrameEvent(20_000, .noteOff(UInt8(key), channel: 3)) }
        input += [FrameEvent(20_000, .noteOff(UInt8(key))), FrameEvent(20_000, .noteOff(UInt8(key)))]
      }
      var playing = ChainPlaying(
        frames: Self.frames, input: input, versions: [(0, ProcessorChain([random.effect(kind)]))])
      playing.settings.mostEvents = 64 << random.some(0, 3)
      playing.settings.mostHeld = 16 << random.some(0, 3)
      let played = try #require(try playing.played())
      #expect(defect(played, loose: .any) == nil, "seed \(seed)")
    }
  }

  @Test("documents of every effect come back as they were written", arguments: 0..<SeededGenerator.effectKinds)
  func documents(kind: Int) throws {
    for round in 0..<rounds(20) {
      var random = SeededGenerator(seed: UInt64(300_000 + kind * 1_000 + round))
      let chain = ProcessorChain([random.effect(kind)])
      var unknown: [String] = []
      let text = String(decoding: chain.document(), as: UTF8.self)
      let read = try ProcessorChain(
        reading: FileBytes(copying: Array(text.utf8), name: "chain.json"), unknown: &unknown)
      #expect(unknown.isEmpty)
      #expect(read.document() == chain.document(), "\(text)")
    }
  }
}
