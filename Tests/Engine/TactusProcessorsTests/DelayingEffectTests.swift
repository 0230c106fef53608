import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

/// Examples of effects that delay notes.
@Suite("Effects that delay") struct DelayingEffectTests {
  @Test("a dump that does not fit among what waits goes out without its end; the next message is whole")
  func delayedDump() throws {
    func packet(_ form: UInt32) -> ChannelMessage { ChannelMessage(word0: 0x3001_0100 | form << 20, word1: 0) }
    var humanise = Humanise()
    (humanise.timing, humanise.looksAhead) = (100, true)
    // the middle is output at once; the end when there is room again
    let dump = [packet(1)] + Array(repeating: packet(2), count: 6_000)
    let input = dump.map { FrameEvent(0, $0) } + [FrameEvent(10_000, packet(3)), FrameEvent(10_001, packet(0))]
    let playing = ChainPlaying(
      frames: 20_000, input: input, versions: [(0, ProcessorChain([.humanise(humanise)]))])
    let out = try #require(try playing.played(cuts: [500, 10_000])).map { $0.message.word0 >> 20 & 15 }
    #expect(out.count > 1_000 && out.count < dump.count && out.first == 1)
    #expect(out.filter { $0 == 3 }.isEmpty && out.last == 0)
  }

  @Test("a strummed chord begins and ends note by note, on exact frames")
  func chordMemory() throws {
    var memory = ChordMemory([0, 4, 7])
    memory.strum = 10
    let out = try played(.chordMemory(memory), [(100, .noteOn(60)), (5_000, .noteOff(60))])
    #expect(
      out == [
        FrameEvent(100, .noteOn(60)), FrameEvent(580, .noteOn(64)), FrameEvent(1_060, .noteOn(67)),
        FrameEvent(5_000, .noteOff(60)), FrameEvent(5_480, .noteOff(64)), FrameEvent(5_960, .noteOff(67)),
      ])
    memory.learn([48, 55, 64], for: 61)
    #expect(memory.keys[61]?.map(\.interval) == [-13, -6, 3])
  }

  @Test("echoes come softer and end, also when the effect is bypassed meanwhile")
  func echo() throws {
    let echo = Echo(.milliseconds(100), repeats: 2, feedback: 0.5)
    let out = try played(
      .echo(echo), [(0, .noteOn(60, 100)), (480, .noteOff(60)), (6_000, .noteOn(62))], bypassedFrom: 5_000)
    #expect(
      out == [
        FrameEvent(0, .noteOn(60, 100)), FrameEvent(480, .noteOff(60)), FrameEvent(4_800, .noteOn(60, 50)),
        FrameEvent(5_280, .noteOff(60)), FrameEvent(6_000, .noteOn(62)), FrameEvent(9_600, .noteOn(60, 25)),
        FrameEvent(10_080, .noteOff(60)), FrameEvent(48_000, .noteOff(62)),
      ])
    let cut = try played(
      .echo(echo), [(0, .noteOn(60, 100)), (480, .noteOff(60)), (4_900, .controller(123, 0))])
    #expect(cut.suffix(2) == [FrameEvent(4_900, .noteOff(60)), FrameEvent(4_900, .controller(123, 0))])
  }

  @Test("deviations stay in their bounds, come again with the seed, and never make a note negative")
  func humanise() throws {
    var humanise = Humanise(seed: 5)
    (humanise.timing, humanise.velocity, humanise.length) = (10, 20, 10)
    for looksAhead in [false, true] {
      humanise.looksAhead = looksAhead
      let latency = ProcessorChain([.humanise(humanise)]).latency(48_000)
      #expect(latency == (looksAhead ? 480 : 0))
      let input = (0..<100).flatMap { [($0 * 400, ChannelMessage.noteOn(60, 64)), ($0 * 400 + 5, .noteOff(60))] }
      let out = try played(.humanise(humanise), input, frames: 60_000)
      let ons = out.filter(\.message.startsNote)
      #expect(ons.count == 100 && isPaired(out))
      #expect(try played(.humanise(humanise), input, frames: 60_000) == out)
      let velocities = ons.map { Int($0.message.data2) }
      #expect(velocities.allSatisfy { (44...84).contains($0) } && Set(velocities).count > 10)
      let first = ons.map(\.frame).min() ?? -1
      #expect((0...960).contains(first))
    }
    let input = [(0, ChannelMessage.noteOn(60)), (1, .noteOff(60))]
    let first = try played(.humanise(humanise), input)
    humanise.seed = 6
    #expect(try played(.humanise(humanise), input) != first, "another seed, another player")
  }

  @Test("a note never comes before the messages that set up its channel", arguments: 0..<20)
  func setupBeforeNotes(seed: Int) throws {
    var humanise = Humanise(seed: UInt64(seed))
    (humanise.timing, humanise.looksAhead) = (20, true)
    let setup: [ChannelMessage] =
      [ChannelMessage.controller(0, 8), .controller(32, 1), ChannelMessage(status: 0xC0, 40, 0)]
      + packets([0x7E, 0x7F, 9, 1]) + [.controller(7, 90), .pitchBend(9_000)]
    let input = setup.map { (100, $0) } + [(100, .noteOn(60)), (12_100, .noteOff(60))]
    let out = try played(.humanise(humanise), input, frames: 24_000)
    #expect(out.map(\.message) == setup + [.noteOn(60), .noteOff(60)])
    // a program still comes first if the note follows a little later; a controller does not hold the note up
    let program = ChannelMessage(status: 0xC0, 40, 0)
    let later = try played(
      .humanise(humanise), [(100, program), (400, .controller(7, 90)), (500, .noteOn(60)), (12_500, .noteOff(60))],
      frames: 24_000)
    let order = later.map(\.message)
    #expect(order.first == program && order.count == 4)
    let (start, end) = (later.first { $0.message.startsNote }, later.first { $0.message.endsNote })
    #expect((end?.frame ?? 0) - (start?.frame ?? 0) == 12_000, "its length stays")
  }

  @Test("all notes off is as late as everything else, and cuts no note that came after it", arguments: 0..<20)
  func allNotesOff(seed: Int) throws {
    var humanise = Humanise(seed: UInt64(seed))
    (humanise.timing, humanise.looksAhead) = (20, true)
    let ends = ChannelMessage.controller(123, 0)
    let out = try played(
      .humanise(humanise),
      [
        (0, .noteOn(60)), (9_990, .noteOn(62)), (10_000, ends), (10_010, .noteOn(64)), (20_000, .noteOff(64)),
      ], frames: 48_000)
    // the note of key 62 is not started if it would come after the message
    let starts = out.filter { $0.message.startsNote }
    #expect(isPaired(out) && starts.filter { $0.message.data1 != 62 }.count == 2)
    #expect(!starts.contains { $0.message.data1 == 62 && $0.frame > 10_960 })
    #expect(out.contains(FrameEvent(10_960, ends)) && out.contains(FrameEvent(10_960, .noteOff(60))))
    let last = try #require(out.firstIndex { $0.message == .noteOn(64) })
    #expect(last > (out.firstIndex { $0.message == ends } ?? .max))
    // clocks hold up no note
    let system = ChannelMessage(system: 0xF8)
    let free = try played(.humanise(humanise), [(500, .noteOn(60)), (9_000, .noteOff(60))])
    let clocked = try played(.humanise(humanise), [(500, system), (500, .noteOn(60)), (9_000, .noteOff(60))])
    #expect(clocked.filter { $0.message != system } == free)
  }
}
