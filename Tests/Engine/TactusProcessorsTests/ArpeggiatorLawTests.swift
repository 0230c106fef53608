import TactusMIDI
import TactusProcessors
import TactusRender
import TestSupport
import Testing

/// Hosts whose tempo ramps and whose transport repeats a segment.
@Suite("Arpeggiator and the host's beats") struct ArpeggiatorLawTests {
  /// A transport whose tempo changes at every frame.
  private struct Ramp {
    var start: Double
    /// The change of tempo in quarter notes per minute per frame.
    var slope: Double
    var beat = 0.0

    func beat(at frame: Int) -> Double {
      let frames = Double(frame)
      return beat + (start + 0.5 * slope * frames) * frames / (60 * 48_000)
    }

    func context(_ frame: Int) -> MusicalContext {
      var context = MusicalContext(tempo: start + slope * Double(frame), beat: beat(at: frame))
      context.tempoSlope = slope
      return context
    }
  }

  @Test("steps are within half a frame of their exact time through tempo ramps, in any partition")
  func ramps() throws {
    let seed = seed(of: "Arpeggiator through ramps")
    var random = SeededGenerator(seed: seed)
    for _ in 0..<rounds(20) {
      let frames = 200_000
      let start = Double.random(in: 60...200, using: &random)
      let ramp = Ramp(
        start: start, slope: Double.random(in: -0.6...1.5, using: &random) * start / Double(frames),
        beat: Double.random(in: 0...100, using: &random))
      let rate = StepLength(1, [8, 16, 32].randomElement(using: &random) ?? 16, isTriplet: Bool.random(using: &random))
      let playing = ChainPlaying(
        frames: frames, input: [FrameEvent(0, ChannelMessage(status: 0x90, 60, 100))],
        versions: [(0, ProcessorChain([.arpeggiator(Arpeggiator(rate: rate, gate: 50))]))], context: ramp.context)
      var cuts: [Int] = []
      for length in random.cycles(of: frames) { cuts.append((cuts.last ?? 0) + length) }
      let played = try #require(try playing.played(cuts: cuts), "seed \(seed)")
      let onsets = played.filter(\.message.startsNote).map(\.frame)
      // A step up to half a frame before the key belongs to the key's frame.
      let halfFrame = 0.5 * ramp.start / (60 * 48_000)
      var step = ((ramp.beat - halfFrame) / rate.beats).rounded(.up)
      for onset in onsets {
        // the exact time lies within half a frame of the onset
        #expect(
          ramp.beat(at: onset - 1) < step * rate.beats && step * rate.beats < ramp.beat(at: onset + 1), "seed \(seed)")
        let late = (ramp.beat(at: onset) - step * rate.beats) * 60 * 48_000 / (ramp.start + ramp.slope * Double(onset))
        #expect(abs(late) <= 0.5 + 1e-3, "seed \(seed)")
        step += 1
      }
      #expect(ramp.beat(at: frames) <= step * rate.beats + 1e-3, "no step is missing; seed \(seed)")
      #expect(isPaired(played), "seed \(seed)")
    }
  }

  @Test("a step less than a frame before the end of a repeated stretch off the grid is played in each pass")
  func stepsBeforeTheEnd() throws {
    // the segment ends 0.4 frames after the fifth sixteenth; the cycles' borders lie on wraps, beside them and elsewhere
    let length = 1 + 0.4 / 24_000
    let context: (Int) -> MusicalContext = { frame in
      let beat = Double(frame) / 24_000
      var context = MusicalContext(tempo: 120, beat: beat.truncatingRemainder(dividingBy: length))
      (context.isCycling, context.cycleStart, context.cycleEnd) = (true, 0, length)
      return context
    }
    let playing = ChainPlaying(
      frames: 96_100, input: [FrameEvent(0, ChannelMessage(status: 0x90, 60, 100))],
      versions: [(0, ProcessorChain([.arpeggiator(Arpeggiator())]))], context: context)
    for cuts in [[], [24_000], [24_001], Array(stride(from: 500, to: 96_000, by: 500))] {
      let played = try #require(try playing.played(cuts: cuts))
      // five in each of four passes, and the first of the fifth
      #expect(played.filter(\.message.startsNote).count == 21, "cuts \(cuts.prefix(3))")
    }
  }

  @Test("a repeated stretch plays its steps once in each pass, also when it is shorter than a cycle")
  func loops() throws {
    // half a beat, 12,000 frames: two sixteenths, from 1.0 to 1.5
    let context: (Int) -> MusicalContext = { frame in
      let beat = Double(frame) / 24_000
      var context = MusicalContext(
        tempo: 120, beat: beat < 1.5 ? beat : 1 + (beat - 1).truncatingRemainder(dividingBy: 0.5))
      (context.isCycling, context.cycleStart, context.cycleEnd) = (true, 1, 1.5)
      return context
    }
    let playing = ChainPlaying(
      frames: 120_000,
      input: [
        FrameEvent(0, ChannelMessage(status: 0x90, 60, 100)), FrameEvent(0, ChannelMessage(status: 0x90, 64, 100)),
      ],
      versions: [(0, ProcessorChain([.arpeggiator(Arpeggiator())]))], context: context)
    let expected = (0..<20).map { $0 * 6_000 }
    for cuts in [[], Array(stride(from: 512, to: 120_000, by: 512)), [36_000, 48_000], [50_000]] {
      let played = try #require(try playing.played(cuts: cuts))
      #expect(played.filter(\.message.startsNote).map(\.frame) == expected, "cuts \(cuts.prefix(3))")
      // the pattern goes on through the wraps
      #expect(
        played.filter(\.message.startsNote).map { Int($0.message.data1) } == (0..<20).map { $0 % 2 == 0 ? 60 : 64 })
      #expect(isPaired(played))
    }
  }

  @Test("MIDI clock among the events leads as a host does: steps within half a frame")
  func midiClock() throws {
    // 150 quarter notes per minute at 48,000 frames: a clock each 800 frames, the first after the start is beat 0
    let (beat, frames) = (19_200, 400_000)
    var input = [FrameEvent(0, ChannelMessage(status: 0x90, 60, 100))]
    for clock in 0..<(frames / 800) {
      if clock == 96 { input.append(FrameEvent(clock * 800, ChannelMessage(system: 0xFA))) }
      input.append(FrameEvent(clock * 800, ChannelMessage(system: 0xF8)))
    }
    var settings = Arpeggiator(rate: StepLength(1, 16), gate: 50)
    settings.playsWhenStopped = false
    var chain = ProcessorChain([.arpeggiator(settings)])
    chain.sync = .midiClock
    let playing = ChainPlaying(frames: frames, input: input, versions: [(0, chain)])
    for cuts in [Array(stride(from: 512, to: frames, by: 512)), Array(stride(from: 37, to: frames, by: 37))] {
      let played = try #require(try playing.played(cuts: cuts)).filter(\.message.startsNote).map(\.frame)
      let expected = Array(stride(from: 96 * 800, to: frames, by: beat / 4))
      #expect(played == expected)
    }
  }

  @Test("random playing and random settings: the same in any partition, and every note ends")
  func partitions() throws {
    let seed = seed(of: "Arpeggiator's laws")
    var random = SeededGenerator(seed: seed)
    for round in 0..<rounds(60) {
      let playing = Self.playing(&random)
      var cuts: [[Int]] = [[], []]
      for _ in 0..<2 {
        var borders: [Int] = []
        for length in random.cycles(of: playing.frames, longest: 4_096) { borders.append((borders.last ?? 0) + length) }
        cuts.append(borders)
      }
      let whole = try #require(try playing.played(), "seed \(seed), round \(round)")
      let isSame = try cuts.allSatisfy { try playing.played(cuts: $0) == whole }
      #expect(isSame, "partition; seed \(seed), round \(round)")
      #expect(isPaired(whole), "pairs; seed \(seed), round \(round)")
    }
  }

  private static func playing(_ random: inout SeededGenerator) -> ChainPlaying {
    let frames = 60_000
    var (input, held): ([FrameEvent], [UInt8]) = ([], [])
    var frame = 0
    while true {
      frame += Int.random(in: 0...3_000, using: &random)
      if frame >= frames { break }
      if Int.random(in: 0..<10, using: &random) == 0 {
        input.append(FrameEvent(frame, ChannelMessage(status: 0xB0, 64, Bool.random(using: &random) ? 127 : 0)))
      } else if held.count > 6 || !held.isEmpty && Bool.random(using: &random) {
        let key = held.remove(at: Int.random(in: 0..<held.count, using: &random))
        input.append(FrameEvent(frame, ChannelMessage(status: 0x80, key, 64)))
      } else {
        let key = UInt8.random(in: 20...110, using: &random)
        held.append(key)
        input.append(FrameEvent(frame, ChannelMessage(status: 0x90, key, .random(in: 1...127, using: &random))))
      }
    }
    for key in held { input.append(FrameEvent(frames - 1, ChannelMessage(status: 0x80, key, 64))) }
    var versions: [(Int, ProcessorChain)] = [(0, chain(&random))]
    for _ in 0..<Int.random(in: 0...3, using: &random) {
      versions.append((Int.random(in: 1..<frames, using: &random), chain(&random)))
    }
    versions.sort { $0.0 < $1.0 }
    let moves = Int.random(in: 0...2, using: &random)
    return ChainPlaying(
      frames: frames, input: input, versions: versions,
      context: { frame in moves == 0 ? MusicalContext() : MusicalContext(tempo: 125, beat: Double(frame) / 23_040 + 0.3)
      })
  }

  private static func chain(_ random: inout SeededGenerator) -> ProcessorChain {
    if Int.random(in: 0..<6, using: &random) == 0 { return ProcessorChain() }
    var settings = Arpeggiator(
      order: Arpeggiator.Order.allCases.randomElement(using: &random) ?? .up,
      octaves: .random(in: 1...4, using: &random),
      rate: StepLength(1, [8, 16, 32, 64].randomElement(using: &random) ?? 16),
      gate: .random(in: 1...250, using: &random))
    settings.swing = .random(in: 50...75, using: &random)
    settings.isLatched = Int.random(in: 0..<4, using: &random) == 0
    settings.pedalHolds = Bool.random(using: &random)
    settings.restart = [.position, .firstKey, .everyKey, .beats(3)].randomElement(using: &random) ?? .position
    settings.startsWithKey = Bool.random(using: &random)
    settings.playsWhenStopped = Bool.random(using: &random)
    var chain = ProcessorChain([.arpeggiator(settings)])
    chain.links[0].isBypassed = Int.random(in: 0..<5, using: &random) == 0
    if Bool.random(using: &random) {
      chain.links.insert(.init(.transpose(Transpose(.random(in: -24...24, using: &random)))), at: 0)
    }
    return chain
  }
}
