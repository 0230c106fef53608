import Foundation
import TactusFiles
import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSynth
import TestSupport
import Testing

/// Insertion effects in every host: cycles, threads and stems.
@Suite struct InsertionHostTests {
  /// Cycles of any lengths, and several threads, give the same frames.
  @Test(arguments: 0..<4) func everyHostAgrees(_ round: UInt64) throws {
    var random = SeededGenerator(seed: seed(of: "insertion hosts") &+ round)
    var settings = SynthSettings.dry
    (settings.reverb, settings.chorus, settings.delay) = (true, true, true)
    var events: [(frame: Int, message: ChannelMessage)] = []
    func add(_ frame: Int, _ bytes: [UInt8]) {
      for packet in SystemExclusivePackets(bytes) { events.append((frame, packet)) }
    }
    if round & 1 == 1 { add(0, Exclusive.xgOn) }
    for frame in stride(from: 0, to: 30_000, by: 700) {
      if random.oneIn(2) { add(frame, random.exclusive(isWild: false)) }
      let channel = UInt8.random(in: 0...3, using: &random)
      let effect: UInt8 = random.pick([91, 93, 94])
      events.append((frame + 1, .controller(effect, .random(in: 0...127, using: &random), channel: channel)))
      events.append((frame + 2, .noteOn(.random(in: 48...72, using: &random), channel: channel)))
      if random.oneIn(4) { add(frame + 3, [0x41, 0x10, 0x42, 0x12, 0x40, 0x41, 0x22, 1, 0x5C]) }
      if random.oneIn(4) { add(frame + 3, Exclusive.xg(3, 0, 0x0C, 1)) }
      if random.oneIn(4) { add(frame + Int.random(in: 0..<700, using: &random), random.equalizer()) }
    }
    events = events.enumerated().sorted { ($0.element.frame, $0.offset) < ($1.element.frame, $1.offset) }.map(\.element)
    let bank = try InsertionEffectTests.bank()
    func render(_ cycles: [Int]) -> Stage {
      let stage = Stage(bank, settings: settings, isLoud: false)
      var (frame, next, number) = (0, 0, 0)
      while frame < 32_000 {
        let count = min(cycles[number % cycles.count], 32_000 - frame)
        var due: [TimedEvent] = []
        while next < events.count, events[next].frame < frame + count {
          due.append(TimedEvent(offset: Int32(events[next].frame - frame), message: events[next].message))
          next += 1
        }
        stage.render(count, events: due)
        (frame, number) = (frame + count, number + 1)
      }
      return stage
    }
    let whole = render([32_000])
    let cycles = (0..<7).map { _ in Int.random(in: 1...900, using: &random) }
    let cut = render(cycles)
    #expect(whole.left == cut.left && whole.right == cut.right)
    #expect(whole.left.contains { $0 != 0 })
    let timed = events.map { TimedEvent(offset: Int32($0.frame), message: $0.message) }
    let threaded = SoundFontSynth(bank: bank, settings: settings)
    let plan = SlicePlan(
      shortestCycle: 2_000, overlap: 3_000, patience: 3_000, shortestShare: .max, tail: 500)
    threaded.prepare(sampleRate: 48_000, replicas: 2, plan: plan)
    let (left, right) = Self.rendered(32_000, channels: 2) { block in
      timed.withUnsafeBufferPointer {
        threaded.render(frames: 32_000, events: $0, into: block) { inReverse($0, $1) }
      }
    }
    #expect(threaded.sliceCounts.rendered == 2)
    #expect(left == whole.left && right == whole.right)
  }

  private static func rendered(
    _ frames: Int, channels: Int, _ render: (AudioBlock) -> Void
  ) -> ([Float], [Float]) {
    var sides = [[Float]](repeating: .init(repeating: 0, count: frames), count: channels)
    let copies = sides.map { _ in UnsafeMutablePointer<Float>.allocate(capacity: frames) }
    defer { copies.forEach { $0.deallocate() } }
    for copy in copies { copy.initialize(repeating: 0, count: frames) }
    copies.withUnsafeBufferPointer {
      render(AudioBlock(channels: $0.baseAddress!, channelCount: channels, frameCount: frames))
    }
    for channel in 0..<channels { sides[channel] = Array(UnsafeBufferPointer(start: copies[channel], count: frames)) }
    return (sides[0], sides[1])
  }

  /// Stems have their own effects; as these are linear, or a part has one alone, the stems' sum is the mix.
  @Test(arguments: [0x11, 0x25, 0x20, 0x50] as [UInt8]) func stemsSumToTheMix(_ type: UInt8) throws {
    let bank = try InsertionEffectTests.bank()
    var settings = SynthSettings.dry
    settings.reverb = true
    var events: [TimedEvent] = []
    func add(_ bytes: [UInt8], at offset: Int32 = 0) {
      for packet in SystemExclusivePackets(bytes) { events.append(.init(offset: offset, message: packet)) }
    }
    for channel: UInt8 in 0...1 {
      events.append(.init(offset: 0, message: .stemChoice(Int(channel), track: nil, channel: channel, port: 0)))
    }
    add(Exclusive.gs(0x40, 3, 0, 1, type))
    add(InsertionEffectTests.onPart1)
    // A drive is not linear, so only one part has it.
    if type != 0x11 { add(Exclusive.gs(0x40, 0x42, 0x22, 1)) }
    events.append(.init(offset: 10, message: .noteOn(60)))
    if type == 0x11 { events.append(.init(offset: 20, message: .noteOn(67, channel: 1))) }
    // messages while only one part sounds
    add(Exclusive.gs(0x40, 3, 4, 30), at: 2_000)
    add(Exclusive.gs(0x40, 3, 5, 100), at: 3_000)
    if type == 0x25 { add(Exclusive.gs(0x40, 3, 0, 1, 0x26), at: 4_000) }
    if type != 0x11 { events.append(.init(offset: 5_000, message: .noteOn(67, channel: 1))) }
    let plain = SoundFontSynth(bank: bank, settings: settings)
    plain.prepare(sampleRate: 48_000, maximumFrameCount: 512)
    let mix = Self.rendered(10_000, channels: 2) { block in
      events.withUnsafeBufferPointer {
        plain.render(RenderCycle(firstFrame: 0, frameCount: 10_000), events: $0, into: block)
      }
    }
    for effects in [StemSynth.Effects.inEach, .apart] {
      let stems = StemSynth(
        bank: bank, settings: settings, sampleRate: 48_000, stems: 2, effects: effects, replicas: 2)
      let copies = (0..<stems.channelCount).map { _ in UnsafeMutablePointer<Float>.allocate(capacity: 10_000) }
      defer { copies.forEach { $0.deallocate() } }
      copies.withUnsafeBufferPointer { pointers in
        events.withUnsafeBufferPointer {
          stems.play(
            frames: 10_000, events: $0,
            into: AudioBlock(channels: pointers.baseAddress!, channelCount: stems.channelCount, frameCount: 10_000),
            perform: inOrder, whileIdle: {})
        }
      }
      let last = stems.channelCount - 2
      for frame in stride(from: 0, to: 10_000, by: 7) {
        let sum = stride(from: 0, to: last, by: 2).reduce(Float(0)) { $0 + copies[$1][frame] }
        #expect(abs(copies[last][frame] - mix.0[frame]) < 1e-5 && abs(sum - copies[last][frame]) < 1e-5)
      }
      guard type == 0x11 else { continue }
      let body = (4_000..<9_000).map { Double(copies[0][$0]) }
      #expect(Spectrum.amplitude(of: body, at: 1_440, rate: 48_000) > 0.005)
    }
  }
}
