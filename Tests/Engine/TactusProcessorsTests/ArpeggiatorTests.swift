import TactusFiles
import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

@Suite("Arpeggiator") struct ArpeggiatorTests {
  private func on(_ key: UInt8, velocity: UInt8 = 100) -> ChannelMessage { ChannelMessage(status: 0x90, key, velocity) }
  private func off(_ key: UInt8) -> ChannelMessage { ChannelMessage(status: 0x80, key, 64) }

  /// 120 quarter notes per minute from beat 0: a sixteenth has 6,000 frames.
  private func moving(_ frame: Int) -> MusicalContext { MusicalContext(tempo: 120, beat: Double(frame) / 24_000) }

  /// The keys of the notes that begin, and their frames.
  private func onsets(_ events: [FrameEvent]?) -> [[Int]] {
    (events ?? []).filter(\.message.startsNote).map { [$0.frame, Int($0.message.data1)] }
  }

  private func keys(_ events: [FrameEvent]?) -> [Int] { onsets(events).map { $0[1] } }

  private func chord(_ settings: Arpeggiator, _ keys: [UInt8] = [67, 60, 64], steps: Int = 9) throws -> [FrameEvent]? {
    try ChainPlaying(
      frames: 6_000 * steps, input: keys.map { FrameEvent(0, on($0)) },
      versions: [(0, ProcessorChain([.arpeggiator(settings)]))], context: moving
    ).played(cuts: [100, 7_000, 7_001, 30_000])
  }

  @Test(
    "plays the keys in its order",
    arguments: [
      (Arpeggiator.Order.up, 1, [60, 64, 67, 60, 64, 67, 60, 64, 67]),
      (.down, 1, [67, 64, 60, 67, 64, 60, 67, 64, 60]),
      (.upDown, 1, [60, 64, 67, 64, 60, 64, 67, 64, 60]),
      (.upDownInclusive, 1, [60, 64, 67, 67, 64, 60, 60, 64, 67]),
      (.downUp, 1, [67, 64, 60, 64, 67, 64, 60, 64, 67]),
      (.asPlayed, 1, [67, 60, 64, 67, 60, 64, 67, 60, 64]),
      (.up, 2, [60, 64, 67, 72, 76, 79, 60, 64, 67]),
      (.down, 2, [79, 76, 72, 67, 64, 60, 79, 76, 72]),
    ])
  func orders(order: Arpeggiator.Order, octaves: Int, expected: [Int]) throws {
    let played = try chord(Arpeggiator(order: order, octaves: octaves))
    #expect(keys(played) == expected)
    #expect(onsets(played).map { $0[0] } == (0..<9).map { $0 * 6_000 })
    #expect(played.map(isPaired) == true)
  }

  @Test("plays all keys at once, each octave in turn")
  func chords() throws {
    let played = try chord(Arpeggiator(order: .chord, octaves: 2), steps: 3)
    #expect(keys(played) == [60, 64, 67, 72, 76, 79, 60, 64, 67])
  }

  @Test("plays at random what the seed says, and all keys")
  func random() throws {
    var settings = Arpeggiator(order: .random)
    let first = keys(try chord(settings, steps: 60))
    #expect(first == keys(try chord(settings, steps: 60)))
    #expect(Set(first) == [60, 64, 67])
    settings.seed = 1
    #expect(first != keys(try chord(settings, steps: 60)))
  }

  @Test("notes end by the gate, on their exact frame", arguments: [(50.0, 3_000), (100, 6_000), (1, 60)])
  func gate(gate: Double, length: Int) throws {
    let played = try #require(try chord(Arpeggiator(gate: gate), [60], steps: 2))
    #expect(played.filter(\.message.endsNote).map(\.frame) == [length, 6_000 + length])
  }

  @Test("above a gate of 100 notes overlap")
  func legato() throws {
    let played = try #require(try chord(Arpeggiator(gate: 150), [60, 64], steps: 4))
    #expect(played.filter(\.message.endsNote).map(\.frame) == [9_000, 15_000, 21_000, 24_000])
    #expect(isPaired(played))
  }

  @Test(
    "the grid has every length of step",
    arguments: [
      ("1/4", 24_000.0), ("1/8", 12_000), ("1/8t", 8_000), ("1/8.", 18_000), ("1/32", 3_000), ("3/16", 18_000),
      ("1/128t", 500), ("1/7", 96_000.0 / 7),
    ])
  func rates(text: String, frames: Double) throws {
    let rate = try #require(StepLength(text))
    #expect(rate.text == text)
    let played = try chord(Arpeggiator(rate: rate), [60], steps: 12)
    let expected = (0..<1_000).map { Int((Double($0) * frames + 0.5).rounded(.down)) }.filter { $0 < 72_000 }
    #expect(onsets(played).map { $0[0] } == expected)
  }

  @Test("swing moves every second step")
  func swing() throws {
    var settings = Arpeggiator()
    settings.swing = 66.5
    #expect(onsets(try chord(settings, [60], steps: 4)).map { $0[0] } == [0, 7_980, 12_000, 19_980])
  }

  @Test("accents and rests go with the steps")
  func accents() throws {
    var settings = Arpeggiator()
    settings.accents = [100, 0, 50]
    let played = try #require(try chord(settings, [60], steps: 6)).filter(\.message.startsNote)
    #expect(played.map(\.frame) == [0, 12_000, 18_000, 30_000])
    #expect(played.map(\.message.data2) == [100, 50, 100, 50])
  }

  @Test("keys pressed between two steps wait for the next; the pattern begins with the first of them")
  func waits() throws {
    let played = try ChainPlaying(
      frames: 36_000,
      input: [
        FrameEvent(6_001, on(60)), FrameEvent(9_000, on(64)), FrameEvent(25_000, off(60)), FrameEvent(25_000, off(64)),
      ],
      versions: [(0, ProcessorChain([.arpeggiator(Arpeggiator())]))], context: moving
    ).played()
    #expect(onsets(played) == [[12_000, 60], [18_000, 64], [24_000, 60]])
    #expect(played.map(isPaired) == true)
  }

  @Test("while the transport stands the grid begins with the first key, and a stop silences")
  func stands() throws {
    let still: (Int) -> MusicalContext = { frame in
      var context = MusicalContext(tempo: 120, beat: min(Double(frame), 24_000) / 24_000)
      context.isMoving = frame < 24_000
      return context
    }
    let played = try ChainPlaying(
      frames: 48_000,
      input: [
        FrameEvent(11_000, on(60)), FrameEvent(30_000, off(60)), FrameEvent(31_000, on(62)),
        FrameEvent(40_000, off(62)),
      ],
      versions: [(0, ProcessorChain([.arpeggiator(Arpeggiator(gate: 100))]))], context: still
    ).played(cuts: [24_000])
    // on the grid; from the stop on by its own; and again with the next key
    #expect(onsets(played) == [[12_000, 60], [18_000, 60], [24_000, 60], [31_000, 62], [37_000, 62]])
    #expect(played.map(isPaired) == true)
  }

  @Test("a latch plays on, until other keys are pressed")
  func latch() throws {
    var settings = Arpeggiator()
    settings.isLatched = true
    let input = [
      FrameEvent(0, on(60)), FrameEvent(0, on(64)), FrameEvent(100, off(60)), FrameEvent(100, off(64)),
      FrameEvent(20_000, on(50)), FrameEvent(20_001, off(50)),
    ]
    let played = try ChainPlaying(
      frames: 36_000, input: input, versions: [(0, ProcessorChain([.arpeggiator(settings)]))], context: moving
    ).played()
    #expect(onsets(played) == [[0, 60], [6_000, 64], [12_000, 60], [18_000, 64], [24_000, 50], [30_000, 50]])
    #expect(played.map(isPaired) == true)
  }

  @Test("the pedal holds keys, and stays with the effect")
  func pedal() throws {
    let input = [
      FrameEvent(0, ChannelMessage(status: 0xB0, 64, 127)), FrameEvent(0, on(60)), FrameEvent(100, off(60)),
      FrameEvent(6_100, on(62)), FrameEvent(6_200, off(62)), FrameEvent(19_000, ChannelMessage(status: 0xB0, 64, 0)),
    ]
    let played = try ChainPlaying(
      frames: 36_000, input: input, versions: [(0, ProcessorChain([.arpeggiator(Arpeggiator())]))], context: moving
    ).played()
    #expect(onsets(played) == [[0, 60], [6_000, 60], [12_000, 60], [18_000, 62]])
    #expect(played?.filter { $0.message.isPedal && $0.message.isPedalDown }.isEmpty == true, "only its end goes on")
  }

  @Test("a pedal holds the keys of its own channel and port only")
  func pedalOfAnotherChannel() throws {
    let pedal = ChannelMessage(status: 0xB0, 64, 127)
    for other in [pedal.with(channel: 1), pedal.with(port: 1)] {
      let input = [
        FrameEvent(0, other), FrameEvent(0, on(60)), FrameEvent(6_100, off(60)), FrameEvent(13_000, on(62)),
        FrameEvent(13_100, off(62)),
      ]
      let played = try ChainPlaying(
        frames: 36_000, input: input, versions: [(0, ProcessorChain([.arpeggiator(Arpeggiator())]))], context: moving
      ).played()
      #expect(onsets(played) == [[0, 60], [6_000, 60]])
    }
    let both = [
      FrameEvent(0, pedal), FrameEvent(0, on(60)), FrameEvent(0, on(64).with(channel: 1)), FrameEvent(100, off(60)),
      FrameEvent(100, off(64).with(channel: 1)),
    ]
    let played = try ChainPlaying(
      frames: 20_000, input: both, versions: [(0, ProcessorChain([.arpeggiator(Arpeggiator())]))], context: moving
    ).played()
    #expect(onsets(played) == [[0, 60], [6_000, 60], [12_000, 60], [18_000, 60]])
  }

  @Test("taken out with keys held, it ends its notes and their note-offs go nowhere")
  func takenOut() throws {
    let playing = ChainPlaying(
      frames: 24_000,
      input: [
        FrameEvent(0, on(60)), FrameEvent(13_000, off(60)), FrameEvent(14_000, on(62)), FrameEvent(15_000, off(62)),
      ],
      versions: [(0, ProcessorChain([.arpeggiator(Arpeggiator(gate: 100))])), (7_000, ProcessorChain())],
      context: moving)
    #expect(
      try playing.played() == [
        FrameEvent(0, on(60)), FrameEvent(6_000, off(60)), FrameEvent(6_000, on(60)), FrameEvent(7_000, off(60)),
        FrameEvent(14_000, on(62)), FrameEvent(15_000, off(62)),
      ])
  }

  @Test("its settings change under held keys without a flood or a silence", arguments: [true, false])
  func changedGrid(first: Bool) throws {
    var settings = Arpeggiator()
    settings.startsWithKey = first
    let before = ProcessorChain([.arpeggiator(settings)])
    settings.startsWithKey.toggle()
    let playing = ChainPlaying(
      frames: 48_000, input: [FrameEvent(100, on(60))],
      versions: [(0, before), (20_000, ProcessorChain([.arpeggiator(settings)]))],
      context: { MusicalContext(tempo: 120, beat: 1_000 + Double($0) / 24_000) })
    let played = onsets(try playing.played(cuts: [1_000])).map { $0[0] }
    let (host, own) = ([6_000, 12_000, 18_000], [100, 6_100, 12_100, 18_100])
    let later = first ? [24_000, 30_000, 36_000, 42_000] : [20_000, 26_000, 32_000, 38_000, 44_000]
    #expect(played == (first ? own : host) + later)
  }

  @Test("a pedal's end passes, and a reset of all controllers is one")
  func pedalEnds() throws {
    let up = ChannelMessage(status: 0xB0, 64, 0)
    let reset = ChannelMessage(status: 0xB0, 121, 0)
    for end in [up, reset] {
      let input = [
        FrameEvent(0, ChannelMessage(status: 0xB0, 64, 127)), FrameEvent(0, on(60)), FrameEvent(100, off(60)),
        FrameEvent(13_000, end),
      ]
      let played = try #require(
        try ChainPlaying(
          frames: 36_000, input: input, versions: [(0, ProcessorChain([.arpeggiator(Arpeggiator())]))], context: moving
        ).played())
      #expect(onsets(played) == [[0, 60], [6_000, 60], [12_000, 60]])
      #expect(played.contains(FrameEvent(13_000, end)) && isPaired(played))
    }
  }

  @Test("a pedal that goes up while it is bypassed holds nothing afterwards", arguments: [[], [3_000, 5_000]])
  func pedalWhileBypassed(cuts: [Int]) throws {
    var bypassed = ProcessorChain([.arpeggiator(Arpeggiator())])
    bypassed.links[0].isBypassed = true
    let input = [
      FrameEvent(0, ChannelMessage(status: 0xB0, 64, 127)), FrameEvent(4_000, ChannelMessage(status: 0xB0, 64, 0)),
      FrameEvent(12_000, on(60)), FrameEvent(13_000, off(60)),
    ]
    let playing = ChainPlaying(
      frames: 36_000, input: input,
      versions: [
        (0, ProcessorChain([.arpeggiator(Arpeggiator())])), (2_000, bypassed),
        (8_000, ProcessorChain([.arpeggiator(Arpeggiator())])),
      ], context: moving)
    #expect(onsets(try playing.played(cuts: cuts)) == [[12_000, 60]])
  }

  @Test("a note ends also where the tempo falls so fast that its step never would")
  func fallingTempo() throws {
    let context: (Int) -> MusicalContext = { frame in
      let frames = Double(frame)
      var context = MusicalContext(
        tempo: max(1, 120 - 0.0073 * frames), beat: (120 - 0.00365 * frames) * frames / (60 * 48_000))
      context.tempoSlope = -0.0073
      return context
    }
    let playing = ChainPlaying(
      frames: 100_000, input: [FrameEvent(0, on(60)), FrameEvent(400, off(60))],
      versions: [(0, ProcessorChain([.arpeggiator(Arpeggiator(rate: StepLength(1, 4)))]))], context: context)
    let ends = try #require(try playing.played(cuts: [512])).filter(\.message.endsNote)
    #expect(ends.count == 1 && ends[0].frame < 90_000)
  }

  @Test("documents come back")
  func documents() throws {
    var settings = Arpeggiator(order: .upDown, octaves: 3, rate: StepLength(1, 8, isTriplet: true), gate: 150)
    (settings.swing, settings.isLatched, settings.pedalHolds, settings.restart) = (60.5, true, false, .beats(4))
    (settings.startsWithKey, settings.playsWhenStopped, settings.velocity) = (true, false, .fixed(90))
    (settings.accents, settings.seed, settings.channels) = ([100, 0, 50], 7, [0, 5])
    let chain = ProcessorChain([.arpeggiator(settings), .arpeggiator(Arpeggiator())])
    var unknown: [String] = []
    #expect(
      try ProcessorChain(reading: FileBytes(copying: chain.document(), name: "chain"), unknown: &unknown) == chain)
    #expect(unknown.isEmpty)
  }
}
