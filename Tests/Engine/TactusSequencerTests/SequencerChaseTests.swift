import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// The state that is restored after a jump, and its order.
@Suite struct SequencerChaseTests {
  private func message(_ tick: Tick, _ status: UInt8, _ data1: UInt8, _ data2: UInt8 = 0) -> CompiledMessage {
    CompiledMessage(tick: tick, message: ChannelMessage(status: status, data1, data2))
  }

  private func texts(_ heard: [Heard]) -> [String] {
    heard.map { "\(String($0.message.status, radix: 16)) \($0.message.data1) \($0.message.data2)" }
  }

  private func seek(
    _ messages: [CompiledMessage], to beat: Double, from: Double? = nil, loop: Tick = 0, notes: [CompiledNote] = [],
    settings: SequencerSettings = SequencerSettings()
  ) -> [Heard] {
    let stage = SequencerStage(settings: settings)
    stage.sequencer.publish(.of([(TrackTimeline(notes: notes, messages: messages), .of(1, loop: loop))]))
    if let from { _ = stage.cycle(48_000, MusicalContext(tempo: 120, beat: from)) }
    return stage.cycle(1, MusicalContext(tempo: 120, beat: beat))
  }

  @Test func inTheOrderReceiversNeed() {
    let messages = [
      message(0, 0xE0, 0, 96), message(1, 0xB0, 7, 80), message(2, 0xC0, 1), message(3, 0xB0, 32, 4),
      message(4, 0xB0, 0, 121), message(5, 0xC0, 9), message(6, 0xB0, 101, 0), message(7, 0xB0, 100, 0),
      message(8, 0xB0, 6, 12), message(9, 0xB0, 99, 1), message(10, 0xB0, 98, 8), message(11, 0xB0, 6, 70),
      message(12, 0xB0, 38, 3), message(13, 0xD0, 55), message(14, 0xB0, 7, 90), message(15, 0xB0, 1, 20),
      message(16, 0xB0, 120, 0), message(17, 0xB0, 123, 0),
    ]
    #expect(
      texts(seek(messages, to: 4)) == [
        "b0 0 121", "b0 32 4", "c0 9 0", "b0 1 20", "b0 7 90", "b0 101 0", "b0 100 0", "b0 6 12", "b0 38 0",
        "b0 101 0", "b0 100 0", "b0 99 1", "b0 98 8", "b0 6 70", "b0 38 3", "d0 55 0", "e0 0 96",
      ])
  }

  /// A jump back to a position before a setting was made: settings that have been sent get their initial values.
  @Test func backwardsIsAReset() {
    let messages = [
      message(480, 0xB0, 7, 20), message(481, 0xE0, 1, 1), message(482, 0xC0, 8), message(483, 0xB0, 64, 9),
    ]
    let heard = texts(seek(messages, to: 0.25, from: 0))
    #expect(heard == ["b0 64 0", "e0 0 64", "c0 0 0", "b0 7 100", "b0 64 0", "e0 0 64"])
  }

  /// Parameters too: registered ones and those of GS and XG get their initial values, and no parameter stays selected.
  @Test func backwardsResetsRegisteredParameters() {
    let messages = [
      message(0, 0xB0, 101, 0), message(0, 0xB0, 100, 1), message(0, 0xB0, 6, 70),
      message(480, 0xB0, 101, 0), message(480, 0xB0, 100, 0), message(480, 0xB0, 6, 12), message(481, 0xB0, 38, 5),
      message(482, 0xB0, 100, 2), message(482, 0xB0, 6, 60), message(483, 0xB0, 99, 1), message(483, 0xB0, 98, 8),
      message(483, 0xB0, 6, 3), message(484, 0xB0, 101, 0), message(484, 0xB0, 100, 5), message(484, 0xB0, 6, 1),
    ]
    #expect(
      texts(seek(messages, to: 0.25, from: 0)) == [
        "b0 101 0", "b0 100 0", "b0 6 2", "b0 38 0", "b0 101 0", "b0 100 1", "b0 6 70", "b0 38 0",
        "b0 101 0", "b0 100 2", "b0 6 64", "b0 38 0", "b0 101 0", "b0 100 5", "b0 6 0", "b0 38 64",
        "b0 99 1", "b0 98 8", "b0 6 64", "b0 38 0", "b0 101 0", "b0 100 1",
      ])
    #expect(
      texts(seek(Array(messages[3...6]), to: 0.25, from: 0)) == [
        "b0 101 0", "b0 100 0", "b0 6 2", "b0 38 0", "b0 101 127", "b0 100 127",
      ])
  }

  /// Registered and non-registered parameters keep their numbers while the other kind is selected. The source key of
  /// portamento is for one note, and no state.
  @Test func eachKindOfParameterKeepsItsNumber() {
    let messages = [
      message(0, 0xB0, 101, 0), message(1, 0xB0, 100, 0), message(2, 0xB0, 99, 1), message(3, 0xB0, 98, 8),
      message(4, 0xB0, 100, 1), message(5, 0xB0, 6, 70), message(6, 0xB0, 84, 40),
    ]
    #expect(
      texts(seek(messages, to: 4)) == [
        "b0 101 0", "b0 100 1", "b0 6 70", "b0 38 0", "b0 99 1", "b0 98 8", "b0 101 0", "b0 100 1",
      ])
  }

  /// A SoundFont number selects a generator only if its MSB comes first and no LSB before it has added hundreds. Data
  /// entry for other numbers sets nothing, and they are restored as numbers without a generator.
  @Test func numbersWithoutGenerator() {
    let (most, least, entry) = (message(0, 0xB0, 99, 120), message(0, 0xB0, 98, 8), message(0, 0xB0, 6, 70))
    let hundred = message(0, 0xB0, 98, 100)
    for messages in [[least, most, entry], [most, hundred, least, entry], [most, least, most, entry]] {
      #expect(texts(seek(messages, to: 4)) == ["b0 98 8", "b0 99 120"])
    }
    let selected = ["b0 99 120", "b0 98 8", "b0 6 70", "b0 38 0"]
    #expect(texts(seek([most, hundred, least, least, entry], to: 4)) == selected)
    #expect(texts(seek([least, most, least, entry], to: 4)) == selected)
    let registered = message(0, 0xB0, 101, 0)
    #expect(
      texts(seek([most, hundred, registered, least, entry], to: 4)) == ["b0 101 0", "b0 100 127"] + selected,
      "another kind in between ends the hundreds")
  }

  /// A program has the bank that was selected when it was sent; a bank selected later waits for the next program.
  @Test func banksWaitForPrograms() {
    let messages = [message(0, 0xB0, 0, 5), message(1, 0xC0, 3), message(2, 0xB0, 0, 6), message(3, 0xB0, 32, 1)]
    #expect(texts(seek(messages, to: 4)) == ["b0 0 5", "c0 3 0", "b0 0 6", "b0 32 1"])
  }

  @Test func aResetInTheSongResets() {
    let messages = [message(0, 0xB0, 1, 20), message(1, 0xB0, 7, 30), message(2, 0xE0, 5, 5), message(3, 0xB0, 121, 0)]
    #expect(texts(seek(messages, to: 4)) == ["b0 1 0", "b0 7 30", "e0 0 64"])
  }

  /// Hold 2 is among the pedals that controller 121 releases, as in the synthesizer.
  @Test func aResetInTheSongReleasesHold2() {
    let messages = [message(0, 0xB0, 69, 127), message(1, 0xB0, 121, 0)]
    #expect(texts(seek(messages, to: 4)) == ["b0 69 0"])
  }

  /// Controller 121 resets parameters that set generators, and no others.
  @Test func aResetTakesGeneratorsBack() {
    func parameter(_ tick: Tick, _ high: UInt8, _ low: UInt8) -> [CompiledMessage] {
      [message(tick, 0xB0, 99, high), message(tick, 0xB0, 98, low), message(tick, 0xB0, 6, 70)]
    }
    let messages = parameter(0, 127, 21) + parameter(1, 1, 8) + parameter(2, 120, 8) + [message(3, 0xB0, 121, 0)]
    let kept = ["b0 99 1", "b0 98 8", "b0 6 70", "b0 38 0", "b0 101 127", "b0 100 127"]
    #expect(
      texts(seek(messages, to: 4)).filter { !$0.hasPrefix("b0 101") && !$0.hasPrefix("b0 100") } == kept.dropLast(2))
  }

  /// A receiver of such parameters is reset, whether the song requests it or jumps back to a position before them.
  @Test func jumpsTakeGeneratorsBack() {
    let messages = [
      message(480, 0xB0, 99, 127), message(480, 0xB0, 98, 21), message(480, 0xB0, 6, 70), message(481, 0xB0, 7, 20),
    ]
    let heard = texts(seek(messages, to: 0.25, from: 0))
    #expect(heard.contains("b0 121 0") && heard.firstIndex(of: "b0 121 0")! < heard.firstIndex(of: "b0 7 100")!)
    #expect(!texts(seek(messages, to: 4)).contains("b0 121 0"))
  }

  /// A later pass starts with the state at the end of the previous one.
  @Test func earlierPassesCount() {
    let messages = [message(0, 0xB0, 7, 10), message(800, 0xB0, 10, 90)]
    #expect(texts(seek(messages, to: 3.5, loop: 960)) == ["b0 7 10", "b0 10 90"])
    #expect(texts(seek(messages, to: 0.5, loop: 960)) == ["b0 7 10"])
  }

  /// A loop that wraps before its start has always played.
  @Test func passesBeforeTheStartCount() {
    let stage = SequencerStage()
    let track = TrackTimeline(notes: [], messages: [message(100, 0xB0, 7, 10), message(800, 0xB0, 10, 90)])
    stage.sequencer.publish(.of([(track, .of(1, loop: 960) { $0.beforeStart = .wrap })]))
    let first = stage.cycle(1, MusicalContext(tempo: 120, beat: -0.1))
    #expect(texts(first) == ["b0 7 10", "b0 10 90"])
    #expect(texts(stage.cycle(1, MusicalContext(tempo: 120, beat: 0.5))).prefix(2) == ["b0 7 10", "b0 10 90"])
  }

  @Test func packetsComeFirstAndWhole() {
    let long = (0..<20).map { UInt8($0) }
    let packets = SystemExclusivePackets(long).map { CompiledMessage(tick: 10, message: $0) }
    let messages = [message(0, 0xB0, 7, 10)] + packets + [message(20, 0xB0, 7, 11)] + packets
    var settings = SequencerSettings()
    let heard = seek(messages.sorted { $0.tick < $1.tick }, to: 1, settings: settings)
    #expect(heard.count == 9 && heard.prefix(8).allSatisfy(\.message.isSystemExclusive))
    settings.mostChasedPackets = 6  // the last two of a message and a whole one: only the whole one
    #expect(seek(messages.sorted { $0.tick < $1.tick }, to: 1, settings: settings).count == 5)
  }

  /// In a later pass, the messages of the previous pass come first, and then those of the present one.
  @Test func packetsOfBothPasses() {
    func packets(_ byte: UInt8, _ tick: Tick) -> [CompiledMessage] {
      SystemExclusivePackets([byte]).map { CompiledMessage(tick: tick, message: $0) }
    }
    let messages = packets(1, 0) + packets(2, 480)
    let heard = seek(messages, to: 1.25, loop: 960)  // 240 into pass 1
    #expect(heard.map(\.message) == (messages + packets(1, 0)).map(\.message))
    var settings = SequencerSettings()
    settings.mostChasedPackets = 2
    #expect(seek(messages, to: 1.25, loop: 960, settings: settings).map(\.message) == heard.suffix(2).map(\.message))
  }

  /// If the newest messages are too long, no older ones are sent in their place.
  @Test func olderPacketsNeedTheNewerOnes() {
    func packets(_ count: Int, _ tick: Tick) -> [CompiledMessage] {
      SystemExclusivePackets([UInt8](repeating: 1, count: count)).map { CompiledMessage(tick: tick, message: $0) }
    }
    var settings = SequencerSettings()
    settings.mostChasedPackets = 4
    let (long, short) = (packets(40, 0), packets(1, 240))
    #expect(seek(long + packets(1, 480), to: 1.25, loop: 960, settings: settings).isEmpty)
    #expect(
      seek(
        short + long.map { .init(tick: 480, message: $0.message) } + packets(1, 720), to: 0.9, loop: 960,
        settings: settings
      ).count == 1)
    let heard = seek(long + short + packets(1, 600), to: 1.3, loop: 960, settings: settings)
    #expect(heard.count == 1, "the short message of the present pass, without those of the previous one")
  }

  @Test func notesIfTheyAreWanted() {
    var settings = SequencerSettings()
    settings.chasesNotes = true
    let notes = [CompiledNote.of(60, 0, 2_000), .of(61, 100, 10), .of(62, 900, 100)]
    let stage = SequencerStage(settings: settings)
    stage.sequencer.publish(.of([(TrackTimeline(notes: notes), .of(1))]))
    let heard = stage.cycle(40_000, MusicalContext(tempo: 120, beat: 1))
    #expect(heard.ons() == [0, 0] && heard.offs(62) == [1_000] && heard.offs(60) == [26_000])
  }

  /// Also in a pass in which no other events remain.
  @Test func notesOfALoopsLastStretch() {
    var settings = SequencerSettings()
    settings.chasesNotes = true
    let stage = SequencerStage(settings: settings)
    stage.sequencer.publish(.of([(TrackTimeline(notes: [.of(60, 100, 700)]), .of(1, loop: 960))]))
    let heard = stage.cycle(10_000, MusicalContext(tempo: 120, beat: 1.5))  // 480 into pass 1
    #expect(heard.ons() == [0] && heard.offs() == [8_000])
  }

  /// The result is the same with and without checkpoints, at any position.
  @Test func checkpointsChangeNothing() {
    let seed: UInt64 = 74
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(4) {
      let messages = (0..<5_000).map { index -> CompiledMessage in
        let status = UInt8([0xB0, 0xB0, 0xB0, 0xC0, 0xD0, 0xE0].randomElement(using: &random) ?? 0xB0)
        let number = [0, 1, 6, 7, 32, 38, 64, 96, 97, 98, 99, 100, 101, 121].randomElement(using: &random) ?? 1
        let data1 = status == 0xB0 ? UInt8(number) : UInt8.random(in: 0...127, using: &random)
        return CompiledMessage(
          tick: Tick(index),
          message: ChannelMessage(
            status: status | UInt8.random(in: 0...2, using: &random), data1,
            UInt8.random(in: 0...(number < 97 ? 127 : 2), using: &random)))
      }
      for _ in 0..<6 {
        let position = Int.random(in: 0...5_000, using: &random)
        // the message at the position itself is played
        let whole = seek(messages, to: Double(position) / 960).dropLast(position < 5_000 ? 1 : 0)
        let pruned = seek(Array(messages.prefix(position)), to: 10)
        #expect((whole.map(\.message) == pruned.map(\.message)) as Bool, "seed \(seed), place \(position)")
      }
    }
  }
}
