import TactusMIDI
import TactusRealtime
import TactusRender
import TactusSequencer
import TactusSynth
import TactusTime
import TestSupport
import Testing

/// The audio-thread code, run where it must not block: `Scripts/check-realtime-sanitizer` links RealtimeSanitizer into
/// these tests, which ends the process at the first call that may block. Without the sanitizer, the tests only show
/// that everything works.
@Suite(.serialized) struct RealtimeSanitizerTests {
  /// The sequencer and the synthesizer behind it, while two other threads edit.
  @Test(arguments: [false, true]) func playingWhileOthersEdit(isLeading: Bool) throws {
    var voices = 0
    for seed in 0..<UInt64(rounds(2)) {
      var random = SeededGenerator(seed: 600 + seed)
      let bank = try SoundBank(random.font(isWild: false))
      let instrument = AudioInstrument(bank)
      let session = try EditingSession(seed: 600 + seed, cycles: 600, isLeading: isLeading)
      session.run(audio: { realtime($0) }, sound: { instrument.render($0, $1) })
      #expect(session.versions >= EditingSession.fewestVersions, "seed \(600 + seed)")
      voices += Int(instrument.synth.counters.voicesStarted)
    }
    #expect(voices > 0)  // a random bank may have nothing for the keys of a session
  }

  /// A sampler, while another thread swaps its banks, presets, effects and settings.
  @Test func swappingBanksAndEffects() throws {
    let session = try SamplerSession(seed: 2, cycles: rounds(700))
    session.run(audio: { realtime($0) })
    #expect(session.swapCount >= SamplerSession.fewestSwaps)
  }

  /// A song, while another thread controls its transport.
  @Test func seekingAndLooping() throws {
    let session = try SongPlayerSession(seed: 4, cycles: rounds(700))
    let isWell = session.run(audio: { realtime($0) })
    #expect(isWell)
    #expect(session.changeCount >= SongPlayerSession.fewestChanges)
  }

  /// A chain of all MIDI effects, while another thread edits it.
  @Test func effectsWhileOthersEdit() throws {
    for seed in 0..<UInt64(rounds(2)) {
      let session = try ChainSession(seed: 700 + seed, cycles: 600)
      session.run { realtime($0) }
      #expect(session.versions >= ChainSession.fewestVersions && session.events > 1_000, "seed \(700 + seed)")
    }
  }

  /// Events and times of a host.
  @Test func hostsEventsAndClock() {
    let memory = HostEventPortMemory()
    var (port, clock) = (memory.port, HostClock(sampleRate: 48_000, timeBase: .appleSilicon))
    let filterMemory = HostTimeFilterMemory(for: clock)
    var filter = filterMemory.filter
    let bytes: [UInt8] = [0x90, 60, 100, 64, 100, 0xF8, 0xF0, 1, 2, 3, 4, 5, 6, 7, 8, 0xF7, 0x80, 60]
    var received = 0
    bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      for index in 0..<1_000 as Range<Int64> {
        realtime {
          filter.add(HostStamp(frame: index * 64, hostTime: 1 << 40 + index * 32_000))
          filter.anchor(&clock)
          port.begin(RenderCycle(firstFrame: index * 64, frameCount: 64))
          port.receive(start, count: bytes.count, at: clock.frame(atHostTime: clock.hostTime(atFrame: index * 64 + 70)))
          port.receive(ChannelMessage(status: 0xB0, 7, 1), at: HostEventTime.immediate(after: 5))
          received += port.end().count
        }
      }
    }
    #expect(received == 1_000 + 999 * 5)
  }

  /// Bytes to messages, to packets, to MIDI 2.0, to bytes.
  @Test func streamsAndPackets() {
    let room = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 4_096)
    let slots = UnsafeMutableBufferPointer<ExclusiveAssembler.Slot>.allocate(capacity: 16)
    let channels = UnsafeMutablePointer<MIDI2Translator.Channel>.allocate(capacity: MIDI2Translator.channelCount)
    room.initialize(repeating: 0)
    slots.initialize(repeating: .init())
    channels.initialize(repeating: .init(), count: MIDI2Translator.channelCount)
    defer {
      room.deallocate()
      slots.deallocate()
      channels.deallocate()
    }
    var parser = MIDIStreamParser(memory: UnsafeMutableBufferPointer(rebasing: room[..<64]))
    var assembler = ExclusiveAssembler(memory: UnsafeMutableBufferPointer(rebasing: room[64...]), slots: slots)
    let translator = MIDI2Translator(channels: channels)
    var (writer, sender) = (MIDIStreamWriter(usesRunningStatus: true), JitterReductionSender(timesPerSecond: 48_000))
    var receiver = JitterReductionReceiver(timesPerSecond: 48_000)
    var random = SeededGenerator(seed: 44)
    var counts = (messages: 0, bytes: 0, exclusive: 0, inquiries: 0)
    for index in 0..<20_000 as Range<Int64> {
      let byte = [0xF0, 0x7E, 0xF8, 6, 1, 0xF7, 0x90, 60, UInt8.random(in: 0...255, using: &random)][Int(index % 9)]
      let word = UInt32.random(in: 0...UInt32.max, using: &random) & 0x7FFF_7F7F
      realtime {
        if case .message(let message)? = parser.take(byte, at: index).whole?.event {
          counts.messages += 1
          counts.bytes += translator.translate(message).map { writer.bytes(of: $0).count } ?? 0
        }
        for choice in 0..<3 {
          let head = choice == 0 ? word : choice == 1 ? 0x3004_7E7F : 0x0020_0000 | word & 0xFFFF
          let packet = UniversalPacket(head, 0x0601_0000, word, word)
          if let message = assembler.take(packet) {
            counts.exclusive += 1
            if DeviceInquiry(message.bytes) != nil { counts.inquiries += 1 }
          }
          if case .timestamp(let stamp)? = UtilityMessage(packet) { _ = receiver.playbackTime(of: stamp, at: index) }
        }
        if let clock = sender.clock(at: index) {
          receiver.receive(clock: UInt16(truncatingIfNeeded: clock.word0), at: index)
        }
      }
    }
    #expect(counts.messages > 100 && counts.bytes > 100 && counts.exclusive > 100 && counts.inquiries > 100)
  }

  // The sanitizer must be able to fail, and must detect each way of blocking.

  @Test(.enabled(if: isRealtimeChecked, "RealtimeSanitizer is not linked in: Scripts/check-realtime-sanitizer"))
  func anAllocationEndsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      realtime { UnsafeMutablePointer<Int>.allocate(capacity: 100).deallocate() }
    }
  }

  @Test(.enabled(if: isRealtimeChecked, "RealtimeSanitizer is not linked in: Scripts/check-realtime-sanitizer"))
  func aPublicationEndsTheProcess() async {
    await #expect(processExitsWith: .failure) {
      let sequencer = Sequencer(sampleRate: 48_000)
      let song = MIDISequence([Track(Clip(notes: [Note(onset: 0, duration: 10, key: 60)]))])
      realtime { try? sequencer.publish(song) }
    }
  }

  @Test func aPlainCycleEndsNothing() async {
    await #expect(processExitsWith: .success) {
      realtime { _ = HostClock(sampleRate: 48_000).hostTime(atFrame: 1) }
    }
  }
}

/// A synthesizer with a block to render into.
private final class AudioInstrument: @unchecked Sendable {  // rendered by one thread, looked at when that has ended
  let synth: SoundFontSynth
  private let samples = UnsafeMutablePointer<Float>.allocate(capacity: 1_024)
  private let channels = UnsafeMutablePointer<UnsafeMutablePointer<Float>>.allocate(capacity: 2)

  init(_ bank: SoundBank) {
    synth = SoundFontSynth(bank: bank)
    synth.prepare(sampleRate: 48_000, maximumFrameCount: 512)
    channels.initialize(to: samples)
    (channels + 1).initialize(to: samples + 512)
  }

  deinit {
    samples.deallocate()
    channels.deallocate()
  }

  func render(_ cycle: RenderCycle, _ events: EventList) {
    let block = AudioBlock(channels: UnsafePointer(channels), channelCount: 2, frameCount: cycle.frameCount)
    synth.render(cycle, events: events, into: block)
  }
}
