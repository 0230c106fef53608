import CJACK
import Synchronization
import TactusDevices
import TactusEngine
import TactusFiles
import TactusJACK
import TactusMIDI
import TactusSequencer
import TactusSynth
import TactusTime
import TestSupport
import Testing

/// The process callback itself, called by a simulated server with cycles of arbitrary length.
@Suite struct ProcessTests {
  private let server = SimulatedServer()
  private let left: OpaquePointer
  private let right: OpaquePointer
  private let input: OpaquePointer
  private let output: OpaquePointer
  private let clock: OpaquePointer

  init() {
    (left, right, input) = (server.addPort(), server.addPort(), server.addPort())
    (output, clock) = (server.addPort(), server.addPort())
  }

  private func memory(rate: Int = 48_000) -> JACKProcessMemory {
    JACKProcessMemory(
      server.functions, OpaquePointer(server.client),
      { empty in
        var ports = empty
        (ports.left, ports.right, ports.midiInput) = (left, right, input)
        (ports.midiOutputs[0], ports.clockOutput) = (output, clock)
        return ports
      }, sampleRate: rate)
  }

  /// Runs cycles and returns the output of both audio ports.
  private func run(_ memory: JACKProcessMemory, _ cycles: [Int], before: (Int) -> Void = { _ in }) -> BouncedSound {
    var sound = BouncedSound()
    sound.channels = [[], []]
    for length in cycles {
      before(sound.count)
      server.soil(left)
      server.soil(right)
      #expect(jackProcess(UInt32(length), memory.process) == 0)
      sound.channels[0] += server.audio(of: left, length)
      sound.channels[1] += server.audio(of: right, length)
    }
    return sound
  }

  /// The server's clock wraps at 32 bits, jumps ahead if a cycle was not called, and jumps back if a server resets it.
  @Test func whatTheServerLeftOutIsCounted() {
    let memory = memory()
    var time = UInt32.max - 300
    for (length, missed) in [(256, 0), (64, 512), (64, 0), (256, 0), (1_024, 1), (64, -700), (64, 0)] as [(Int, Int)] {
      time &+= UInt32(truncatingIfNeeded: missed)
      server.client.pointee.frameTime = time
      _ = run(memory, [length])
      time &+= UInt32(length)
    }
    #expect(memory.load.missedFrames == 513)
  }

  @Test func aSongIsTheBounceWhateverTheCycles() throws {
    let first = seed(of: "a song through JACK's callback")
    for seed in first..<first + UInt64(rounds(4)) {
      var random = SeededGenerator(seed: seed)
      var settings = BounceSettings()
      settings.sampleRate = random.pick([8_000, 44_100, 48_000, 96_000])
      settings.tail = .seconds(0.1)
      let bouncer = try Bouncer(
        random.score(length: 12_000, density: 12, isWild: true).song, bank: SoundBank(random.font(isWild: true)),
        settings: settings)
      let expected = try bouncer.sound().sound
      let player = try SongPlayer(bouncer)
      let memory = memory(rate: settings.sampleRate)
      memory.render(.song(player.core), keeping: player)
      player.play()
      let sound = run(memory, random.cycles(of: expected.count))
      #expect(sound.bits(0..<expected.count) == expected.bits, "seed \(seed)")
      #expect(memory.load.frames == sound.count)
    }
  }

  @Test func aCycleWithoutFramesIsNothing() throws {
    let memory = memory()
    #expect(jackProcess(0, memory.process) == 0)
    #expect(jackProcess(64, nil) == 0)
  }

  /// Input plays on its frame, even if a driver uses invalid offsets or leaves messages incomplete.
  @Test func whatComesInSoundsOnItsFrame() throws {
    let sampler = try Sampler(sampleRate: 48_000, settings: .dry)
    sampler.publish(try .click(sampleRate: 48_000))
    let memory = memory()
    memory.render(.sampler(sampler.renderer), keeping: sampler)
    var random = SeededGenerator(seed: seed(of: "MIDI through JACK's callback"))
    var expected: [Int] = []
    let cycles = random.cycles(of: 50_000)
    var turn = 0
    let sound = run(memory, cycles) { frame in
      let length = cycles[turn]
      turn += 1
      var events: [(Int, [UInt8])] = []
      var offset = Int.random(in: 0..<400, using: &random)
      while offset < length {
        events.append((offset, [0x90, 60, 100]))
        expected.append(frame + offset)
        if random.oneIn(3) { events.append((offset, [0xF0, 0x7E])) }
        if random.oneIn(3) { events.append((offset, [])) }
        offset += Int.random(in: 1..<600, using: &random)
      }
      server.send(events.map { (time: $0.0, bytes: $0.1) }, to: input)
    }
    #expect(sound.channels[0].indices.filter { sound.channels[0][$0] != 0 } == expected)
    #expect(expected.count > 50)
  }

  /// If a connection of the input ends, so do the notes and pedals of its sender, before what others send.
  @Test func notesEndWithTheirConnection() {
    let memory = memory()
    let take = TakeRecorder()
    memory.record(into: take)
    server.send([(time: 3, bytes: [0x93, 60, 100]), (time: 5, bytes: [0xB4, 64, 40])], to: input)
    _ = run(memory, [64])
    server.send([], to: input)
    _ = run(memory, [64])
    #expect(take.events().count == 2)
    memory.inputEnds[0].pointee.store(1, ordering: .relaxed)
    server.send([(time: 0, bytes: [0x93, 62, 100])], to: input)
    _ = run(memory, [64, 64])
    let expected: [ChannelMessage] = [
      .controller(64, 0, channel: 4), .controller(123, 0, channel: 3), .noteOn(62, 100, channel: 3),
      .noteOn(62, 100, channel: 3),
    ]
    let events = take.events()
    #expect(events.map(\.message) == expected)
    #expect(events.map(\.frame) == [128, 128, 128, 192])
  }

  @Test func aSequenceIsSentOnItsFrames() throws {
    let text = """
      {"ticksPerQuarter": 960, "tempo": 151.3, "tracks": [
        {"channel": 3, "pattern": {"key": 61, "step": "1/16", "steps": "xx.x"}},
        {"channel": 1, "loop": "4", "clip": {"notes": [["1/3", 1, 40, 90]],
          "messages": [{"at": "1", "systemExclusive": "7E 7F 09 01"}], "length": "4"}}]}
      """
    var unknown: [String] = []
    let sequence = try MIDISequence(reading: FileBytes(copying: Array(text.utf8), name: "test"), unknown: &unknown)
    let live = try LiveSequence(sequence, sampleRate: 48_000, hasSound: false, hasClock: true)
    let memory = memory()
    memory.render(.sequence(live.core), keeping: live)
    live.sequencer.play(from: 0)
    var random = SeededGenerator(seed: seed(of: "a sequence through JACK's callback"))
    var sent: [(frame: Int, bytes: [UInt8])] = []
    var clocks = 0
    var frame = 0
    for length in random.cycles(of: 300_000) {
      _ = jackProcess(UInt32(length), memory.process)
      for event in server.events(of: output) { sent.append((frame + event.time, event.bytes)) }
      clocks += server.events(of: clock).count { $0.bytes == [0xF8] }
      frame += length
    }
    #expect(!server.isAbused(output) && !server.isAbused(clock))
    let clockMap = live.sequencer.sampleRate.rounded
    let played = FrameOfTick(sequence, clockMap)
    let ons = sent.filter { $0.bytes.starts(with: [0x92, 61]) }.map(\.frame)
    let steps = (0...).lazy.filter { [0, 1, 3].contains($0 % 4) }.map { played(Int64($0) * 240) }
    #expect(Array(steps.prefix(ons.count)) == ons && ons.count > 30)
    let exclusive = sent.filter { $0.bytes.first == 0xF0 }
    #expect(exclusive.allSatisfy { $0.bytes == [0xF0, 0x7E, 0x7F, 0x09, 0x01, 0xF7] } && exclusive.count > 2)
    #expect(exclusive.map(\.frame) == exclusive.indices.map { played(Int64(960 + 3_840 * $0)) })
    #expect(clocks == Int(Double(frame) / 48_000 * 151.3 / 60 * 24) + 1)
    #expect(memory.load.lostMessages == 0)
  }

  /// Messages of ports without an output go to the first output, whichever port it belongs to.
  @Test func theFirstOutputReceivesWhatHasNoOutput() throws {
    let text = """
      {"ticksPerQuarter": 960, "tracks": [
        {"channel": 1, "port": 1, "pattern": {"key": 60, "step": "1/4", "steps": "x"}},
        {"channel": 2, "port": 3, "pattern": {"key": 61, "step": "1/4", "steps": "x"}},
        {"channel": 3, "port": 2, "pattern": {"key": 62, "step": "1/4", "steps": "x"}}]}
      """
    var unknown: [String] = []
    let sequence = try MIDISequence(reading: FileBytes(copying: Array(text.utf8), name: "test"), unknown: &unknown)
    let live = try LiveSequence(sequence, sampleRate: 48_000, hasSound: false)
    let second = server.addPort()
    let memory = JACKProcessMemory(
      server.functions, OpaquePointer(server.client),
      { empty in
        (empty.midiOutputs[1], empty.midiOutputs[2]) = (output, second)
        return empty
      }, sampleRate: 48_000)
    memory.render(.sequence(live.core), keeping: live)
    live.sequencer.play(from: 0)
    #expect(jackProcess(256, memory.process) == 0)
    let keys = [output, second].map { port in
      Set(server.events(of: port).filter { $0.bytes[0] == 0x90 | $0.bytes[0] & 0x0F }.map { $0.bytes[1] })
    }
    #expect(keys[0].union(keys[1]) == [60, 61, 62], "\(keys)")
    #expect(keys[0].count == 2)
  }

  /// A full MIDI output loses messages, and counts them.
  @Test func whatFindsNoRoomIsCounted() throws {
    let writer = UnsafeMutablePointer<UInt8>.allocate(capacity: JACKMIDIWriter.capacity)
    defer { writer.deallocate() }
    var midi = JACKMIDIWriter(writer)
    UnsafeMutablePointer<SimulatedServer.Buffer>(output).pointee.room = 2
    server.send([], to: output)
    let memory = UnsafeMutableRawPointer(UnsafeMutablePointer<SimulatedServer.Buffer>(output).pointee.audio)
    let results = (0..<3).map { index in
      midi.write(.init(offset: Int32(index), message: .noteOn(60)), to: memory, server.functions)
    }
    #expect(results == [true, true, false])
  }

  private struct FrameOfTick {
    private let clock: FrameClock
    init(_ sequence: MIDISequence, _ rate: Int) { clock = FrameClock(map: sequence.tempoMap, sampleRate: rate) }
    func callAsFunction(_ tick: Int64) -> Int { Int(clock.frame(atTick: tick)) }
  }
}
