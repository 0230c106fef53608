import TactusEngine
import TactusFiles
import TactusMIDI
import TactusProcessors
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// The work law for chains: the cost depends on the events, not on the duration that a song claims; and skipping time
/// does not change the output.
@Suite struct ChainedTimeTests {
  private static let hours = Int64(0x0FFF_FFFF)

  private func timeline(_ events: [(Int64, ChannelMessage)], tempi: [Int64] = [], division: Int = 1) -> EventTimeline {
    var conductor = MIDIFile.Track()
    for (index, tick) in tempi.enumerated() {
      conductor.appendTempo(microsecondsPerQuarter: 400_000 + index % 2 * 300_000, at: tick)
    }
    var track = MIDIFile.Track()
    for (tick, message) in events { track.append(message, at: tick) }
    let song = MIDIFile(division: .ticksPerQuarter(division), tracks: [conductor, track])
    return SequenceCompiler(sampleRate: 48_000).compile(song)
  }

  private static let effects: [MIDIEffect] = [
    .arpeggiator(Arpeggiator()), .chordDetector(ChordDetector()), .transpose(Transpose(5)), .filter(EventFilter()),
    .velocity(VelocityMap()), .echo(Echo(.milliseconds(30_000), repeats: 15)), .humanise(Humanise()),
    .echo(Echo(.beats(0.5), repeats: 3)), .channelToMPE(ChannelToMPE()), .mpeToChannel(MPEToChannel()),
    .zones(Zones([Zones.Zone()])),
  ]

  @Test(arguments: effects) func idleYearsCostNothing(_ effect: MIDIEffect) throws {
    let h = Self.hours
    let notes = (0..<Int64(50)).flatMap { index -> [(Int64, ChannelMessage)] in
      [(index * h, .noteOn(60, 100)), (index * h + 1, .noteOff(60))]
    }
    let song = timeline(notes, tempi: (0..<Int64(50)).map { $0 * h + 77 })
    let chained = try ChainedTimeline(song, through: ProcessorChain([effect]))
    let inputs = 100 + 50
    #expect(chained.cycles <= 4 * (inputs + chained.timeline.count) + 50, "\(chained.cycles) cycles")
    #expect(chained.droppedEvents == 0)
  }

  /// The end of a song ends notes and pedals, but sends no rest values: the last notes are still being released.
  @Test func releasesKeepTheirControllers() throws {
    let fade: [(Int64, ChannelMessage)] = [
      (0, .controller(2, 127)), (0, .noteOn(60, 100)), (0, .controller(64, 127)), (9, .controller(2, 0)),
      (10, .noteOff(60)),
    ]
    let map = ControllerMap(.controller(2), to: .controller(11))
    let route = ChannelMap([ChannelMap.Route(from: [0], to: 3)])
    let faded = try ChainedTimeline(timeline(fade), through: ProcessorChain([.controllerMap(map), .channelMap(route)]))
    let messages = faded.timeline.map(\.message)
    #expect(messages.filter { $0.data1 == 11 }.last == .controller(11, 0, channel: 3))
    #expect(messages.last == .controller(64, 0, channel: 3))
    let bent: [(Int64, ChannelMessage)] = [
      (0, .noteOn(60, 100, channel: 1)), (5, .pitchBend(12_000, channel: 1)), (10, .noteOff(60, channel: 1)),
    ]
    let chained = try ChainedTimeline(timeline(bent), through: ProcessorChain([.mpeToChannel(MPEToChannel())]))
    #expect(chained.timeline.last?.message.endsNote == true)
  }

  @Test func heldNotesOfYearsCostNothing() throws {
    let song = timeline([(0, .noteOn(60, 100)), (Self.hours, .noteOff(60))])
    for effect in Self.effects.dropFirst() {
      let chained = try ChainedTimeline(song, through: ProcessorChain([effect]))
      #expect(chained.cycles < 200, "\(effect.word): \(chained.cycles) cycles")
    }
  }

  @Test func whatGoesOnForYearsIsRefused() throws {
    let song = timeline([(0, .noteOn(60, 100)), (0, .noteOn(64, 100)), (Self.hours, .noteOff(60))])
    let chain = ProcessorChain([.arpeggiator(Arpeggiator())])
    #expect(throws: ChainRunError.self) { try ChainedTimeline(song, through: chain) }
    // five seconds of it are there
    let five = try ChainedTimeline(song, through: chain, until: 5 * 48_000)
    #expect(five.cycles < 10_000)
    let onsets = five.timeline.filter { $0.message.startsNote && $0.frame < 5 * 48_000 }
    #expect(onsets.count == 40)
    // no more is processed than is heard
    let second = try ChainedTimeline(hours(2), through: chain, until: 48_000)
    #expect(second.cycles < 100)
    // an hour of it is no fault
    #expect(try ChainedTimeline(hours(1), through: chain).timeline.noteCount == 28_800)
  }

  @Test func songsBeyondAllFramesAreRefused() throws {
    var track = MIDIFile.Track()
    track.appendTempo(microsecondsPerQuarter: 0xFF_FFFF, at: 0)
    track.append(.noteOn(60), at: 1 << 52)
    let song = MIDIFile(format: .single, division: .ticksPerQuarter(1), tracks: [track])
    #expect(throws: ProcessError.self) { try ProcessedSong(song, through: ProcessorChain()) }
  }

  @Test func timeThatIsNotRenderedChangesNothing() throws {
    for seed in 0..<UInt64(rounds(40, unoptimized: 8)) {
      var random = SeededGenerator(seed: seed)
      var events: [(Int64, ChannelMessage)] = []
      var tick: Int64 = 0
      for _ in 0..<Int.random(in: 2...30, using: &random) {
        let span: Int64 = Bool.random(using: &random) ? 60 : 3_000
        let key = UInt8.random(in: 40...80, using: &random)
        tick += .random(in: 0...span, using: &random)
        events.append((tick, .noteOn(key, .random(in: 1...127, using: &random))))
        if Int.random(in: 0...3, using: &random) == 0 {
          events.append((tick, .controller(64, tick % 2 == 0 ? 127 : 0)))
        }
        tick += .random(in: 0...span, using: &random)
        events.append((tick, .noteOff(key)))
      }
      let tempi = (0..<Int.random(in: 0...6, using: &random)).map { _ in Int64.random(in: 0...tick, using: &random) }
      let song = timeline(events, tempi: tempi.sorted(), division: 96)
      let chain = ProcessorChain(
        (0..<Int.random(in: 1...3, using: &random)).map { _ in Self.effects.randomElement(using: &random)! })
      let chained = try ChainedTimeline(song, through: chain)
      let reference = try reference(song, chain)
      let isSame = Array(chained.timeline).map(Line.init) == reference.map(Line.init)
      #expect(isSame, "seed \(seed): \(chain)")
      let end = Int64.random(in: 1...max(1, song.endFrame), using: &random)
      let start = try ChainedTimeline(song, through: chain, until: end).timeline.prefix { $0.frame < end }
      let isStartSame = start.map(Line.init) == reference.prefix { $0.frame < end }.map(Line.init)
      #expect(isStartSame, "seed \(seed), frame \(end): \(chain)")
    }
  }

  /// A note of some hours.
  private func hours(_ count: Int64) -> EventTimeline {
    timeline([(0, .noteOn(60, 100)), (count * 7_200, .noteOff(60))])
  }

  private struct Line: Equatable {
    var frame: Int64
    var words: [UInt32]
    init(_ event: TimelineEvent) { (frame, words) = (event.frame, [event.message.word0, event.message.word1]) }
  }

  /// All of the song's time, a hundredth of a second at a time.
  private func reference(_ timeline: EventTimeline, _ chain: ProcessorChain) throws -> [TimelineEvent] {
    var settings = ChainSettings()
    (settings.mostEvents, settings.mostHeld) = (1 << 16, 1 << 12)
    let clock = timeline.clock
    let processor = try ChainProcessor(chain, sampleRate: clock.sampleRate, settings: settings)
    let tempi = clock.map.entries.map { clock.frame(atTick: $0.tick) }
    let end = max(timeline.endFrame, timeline.last?.frame ?? 0) + 1
    let latency = Int64(chain.latency(clock.sampleRate.rounded))
    let last = end + latency + 30 * Int64(clock.sampleRate.rounded)
    var (frame, next): (Int64, Int) = (0, 0)
    var output: [TimelineEvent] = []
    func take(_ events: EventList) {
      for event in events {
        output.append(TimelineEvent(frame: max(0, frame + Int64(event.offset) - latency), message: event.message))
      }
    }
    while frame < last {
      var input: [TimedEvent] = []
      while next < timeline.count, timeline[next].frame <= frame {
        input.append(TimedEvent(offset: 0, message: timeline[next].message))
        next += 1
      }
      var stop = min(frame + Int64(clock.sampleRate.rounded) / 100, frame < end ? end : last)
      if next < timeline.count { stop = min(stop, timeline[next].frame) }
      if let tempo = tempi.first(where: { $0 > frame }) { stop = min(stop, tempo) }
      let cycle = RenderCycle(
        firstFrame: frame, frameCount: Int(stop - frame), context: ChainedTimeline.context(clock, frame, stop))
      input.withUnsafeBufferPointer { take(processor.render(cycle, events: $0)) }
      frame = stop
    }
    frame = max(end - 1, output.last?.frame ?? 0) + latency
    let before = output.count
    take(processor.finish())
    // the end of a song ends notes and pedals only
    let ends = output[before...].filter { event in
      event.message.endsNote
        || event.message.isForChannel && event.message.status & 0xF0 == 0xB0
          && [64, 66, 69].contains(event.message.data1) && event.message.data2 < 64
    }
    return output[..<before] + ends
  }
}
